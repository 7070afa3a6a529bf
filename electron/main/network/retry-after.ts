/**
 * How long a server asks to be left alone, in milliseconds; undefined if it does not say, or not in a form that HTTP knows (RFC 9110, section 10.2.3: seconds
 * or a date).
 */
export function retryAfterMs(value: string | undefined, now = Date.now()): number | undefined {
  if (value === undefined) return undefined;
  if (/^\s*\d+\s*$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
