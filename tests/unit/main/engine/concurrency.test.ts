import { expect, test } from 'vitest';
import { concurrencyOf } from '../../../../electron/main/engine/concurrency.js';

const gigabyte = 1024 ** 3;

test.each([
  ['one more than the number of cores', 2, 24 * gigabyte, 3],
  ['one per 512 MB', 8, 2 * gigabyte, 4],
  ['at least one', 1, 0.4 * gigabyte, 1],
  ['at most sixteen', 64, 256 * gigabyte, 16],
])('by default, %s: %i cores and %i bytes give %i', (_rule, cores, memory, expected) => {
  expect(concurrencyOf({ concurrency: null }, { cores, memory })).toBe(expected);
});

test("the user's choice applies on any machine", () => {
  expect(concurrencyOf({ concurrency: 9 }, { cores: 1, memory: gigabyte })).toBe(9);
});
