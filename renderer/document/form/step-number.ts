/** The range of a stepper. */
export interface StepRange {
  readonly lowest: number;
  readonly highest: number;
  readonly step: number;
  /** Start value if the text isn't a number. */
  readonly fallback: number;
}

/** Returns the next multiple of the step, as text, clamped to the range. */
export function stepNumber(text: string, direction: 'up' | 'down', range: StepRange): string {
  const written = Number.parseFloat(text.replace(',', '.'));
  const start = Number.isFinite(written) ? written : range.fallback;
  const position = start / range.step;
  const next = direction === 'up' ? Math.floor(position) + 1 : Math.ceil(position) - 1;
  return String(Math.min(range.highest, Math.max(range.lowest, next * range.step)));
}
