/** Formats a Markdown table. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Rounds a number to its significant digits. */
export function round(value: number): string {
  if (!Number.isFinite(value)) return '–';
  return value >= 100 ? String(Math.round(value)) : value.toPrecision(3);
}

export function megabytes(bytes: number | null): string {
  return bytes === null ? '–' : round(bytes / 2 ** 20);
}
