/**
 * Returns how often a test repeats something that depends on chance or on the amount: `few` times
 * in `npm test`, `many` times in `npm run test:load`.
 */
export function repetitions({
  few,
  many,
}: {
  readonly few: number;
  readonly many: number;
}): number {
  return process.env['PLATEN_LOAD_TEST'] === '1' ? many : few;
}
