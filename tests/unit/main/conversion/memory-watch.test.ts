import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MemoryWatch, pageMemoryLimit } from '../../../../electron/main/conversion/memory-watch.js';

const gigabyte = 1024 ** 3;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it.each([
  [2, 1],
  [8, 2],
  [64, 4],
])('of %d GB, a page may take %d', (machine, share) => {
  expect(pageMemoryLimit(machine * gigabyte)).toBe(share * gigabyte);
});

it('ends what takes too much, while anything is converted and no longer', () => {
  const ended: number[] = [];
  const list = vi.fn(() => [
    { pid: 1, bytes: 100 },
    { pid: 2, bytes: 101 },
  ]);
  const watch = new MemoryWatch({ list, end: (pid) => void ended.push(pid) }, 100);
  const endFirst = watch.begin();
  const endSecond = watch.begin();
  vi.advanceTimersByTime(1000);
  expect(ended).toEqual([2]);
  endFirst();
  vi.advanceTimersByTime(1000);
  expect(ended).toEqual([2, 2]);
  endSecond();
  vi.advanceTimersByTime(10_000);
  expect(list).toHaveBeenCalledTimes(2);
  watch.begin()();
  watch.begin();
  vi.advanceTimersByTime(1000);
  expect(list).toHaveBeenCalledTimes(3);
});
