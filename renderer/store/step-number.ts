/** The numbers that a stepper can give. */
export interface StepRange {
  readonly lowest: number;
  readonly highest: number;
  readonly step: number;
  /** Where stepping starts from a text that is no number. */
  readonly fallback: number;
}

/** The next multiple of the step up or down, as text, within the range. */
export function stepNumber(text: string, direction: 'up' | 'down', range: StepRange): string {
  const written = Number.parseFloat(text.replace(',', '.'));
  const start = Number.isFinite(written) ? written : range.fallback;
  const position = start / range.step;
  const next = direction === 'up' ? Math.floor(position) + 1 : Math.ceil(position) - 1;
  return String(Math.min(range.highest, Math.max(range.lowest, next * range.step)));
}
