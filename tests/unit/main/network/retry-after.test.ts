import { expect, it } from 'vitest';
import { retryAfterMs } from '../../../../electron/main/network/http-client.js';

const now = Date.parse('Fri, 20 Nov 2026 12:00:00 GMT');

it.each([
  [undefined, undefined],
  ['0', 0],
  ['120', 120_000],
  ['Fri, 20 Nov 2026 12:01:00 GMT', 60_000],
  ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
  ['soon', undefined],
  ['', undefined],
])('%j is %j milliseconds', (value, wait) => {
  expect(retryAfterMs(value, now)).toBe(wait);
});
