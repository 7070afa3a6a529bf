/**
 * A time in words: `41 s`, `2 min 5 s`, `3 h 12 min`. @param seconds rounded to whole ones; `1 s`
 * at least
 */
export function durationText(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return together(minutes, 'min', whole % 60, 's');
  return together(Math.floor(minutes / 60), 'h', minutes % 60, 'min');
}

function together(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`;
}
