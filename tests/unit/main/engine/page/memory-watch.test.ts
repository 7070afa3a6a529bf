import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  MemoryWatch,
  allPagesMemoryLimit,
  pageMemoryLimit,
  pageProcesses,
} from '../../../../../electron/main/engine/page/memory-watch.js';

vi.mock('electron', () => ({ BrowserWindow: {}, app: {}, session: {} }));

const gigabyte = 1024 ** 3;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it.each([
  [1, 1, 1],
  [2, 1, 1],
  [8, 2, 4],
  [64, 4, 32],
])('with %d GB, a page may use %d, and all together %d', (machine, share, all) => {
  expect(pageMemoryLimit(machine * gigabyte)).toBe(share * gigabyte);
  expect(allPagesMemoryLimit(share * gigabyte, machine * gigabyte)).toBe(all * gigabyte);
});

it.each([
  ['nothing while all have room', [90, 80, 80], []],
  ['the largest if all together use too much', [60, 90, 80, 30], [1]],
  ['as many as necessary', [90, 100, 95, 90, 65], [1, 2]],
  ['one that alone uses too much, and then only as many as necessary', [101, 99, 99, 50], [0]],
])('ends %s', (_what, sizes, expected) => {
  const ended: number[] = [];
  const list = () => sizes.map((bytes, pid) => ({ pid, bytes }));
  const watch = new MemoryWatch({ list, end: (pid) => void ended.push(pid) }, 100, 500);
  const end = watch.begin();
  vi.advanceTimersByTime(1000);
  end();
  expect(ended).toEqual(expected);
});

it('follows a changed limit, and the default again', () => {
  const ended: number[] = [];
  const list = () => [{ pid: 1, bytes: 3 * gigabyte }];
  const watch = new MemoryWatch({ list, end: (pid) => void ended.push(pid) }, gigabyte, gigabyte);
  watch.setLimit(4);
  const end = watch.begin();
  vi.advanceTimersByTime(1000);
  expect(ended).toEqual([]);
  expect(watch.limitExceeded).toBeNull();
  watch.setLimit(null);
  vi.advanceTimersByTime(1000);
  expect(ended).toEqual([1]);
  expect(watch.limitExceeded).toBe(1);
  end();
  vi.advanceTimersByTime(5000);
  expect(watch.limitExceeded).toBeNull();
});

it('ends pages that use too much, only during conversions', () => {
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

function endWith(code: string): void {
  vi.spyOn(process, 'kill').mockImplementation(() => {
    throw Object.assign(new Error(`kill ${code}`), { code });
  });
  pageProcesses.end(1);
}

it.each(['ESRCH', 'EPERM'])(
  'a process that cannot be killed because of %s is left alone',
  (code) => {
    expect(() => endWith(code)).not.toThrow();
  },
);

it('any other failure is reported', () => {
  expect(() => endWith('EINVAL')).toThrow('EINVAL');
});
