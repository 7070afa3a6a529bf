import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startQueue } from './support/start-queue.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a batch', () => {
  test('is what was asked for until the queue stands still', async () => {
    const { queue, work, add, onBatchEnd } = startQueue();
    expect(queue.summary.batch).toBeNull();
    const [a = ''] = await add('a', 'b');
    await work.of('a').fail();
    expect(queue.summary.batch).toMatchObject({ total: 2, ended: 1, failed: 1 });
    await add('c');
    queue.retry([a]);
    expect(queue.summary.batch).toMatchObject({ total: 3, ended: 0, failed: 0 });
    for (const name of ['b', 'c', 'a']) await work.of(name).complete();
    expect(queue.summary.batch).toBeNull();
    expect(onBatchEnd.mock.calls).toEqual([[{ made: 3, skipped: 0, failed: 0, canceled: 0 }]]);
    await add('d');
    expect(queue.summary.batch).toMatchObject({ total: 1, ended: 0 });
  });

  test('ends with nothing to tell if all of it was removed', async () => {
    const { queue, add, onBatchEnd } = startQueue();
    queue.setPaused(true);
    queue.remove(await add('a', 'b'));
    expect(queue.summary.batch).toBeNull();
    expect(onBatchEnd).not.toHaveBeenCalled();
  });
});

describe('telling what changed', () => {
  test('at once when it was quiet, then together, and the last one always', async () => {
    const { work, add, onChange } = startQueue({ concurrency: 1 });
    await add('a', 'b');
    vi.advanceTimersByTime(0);
    expect(onChange).toHaveBeenCalledTimes(1);
    for (let turn = 0; turn < 50; turn += 1) work.of('a').run.onProgress({ stage: 'printing' });
    vi.advanceTimersByTime(100);
    expect(onChange).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(30);
    expect(onChange).toHaveBeenCalledTimes(2);
    expect(onChange.mock.lastCall?.[0].rows).toEqual([
      expect.objectContaining({ name: 'a.html', stage: 'printing' }),
    ]);
  });

  test('of very many, a thousand at a time, and their order when all are known', async () => {
    const { queue, add, onChange } = startQueue();
    queue.setPaused(true);
    const ids = await add(...Array.from({ length: 2500 }, (_, index) => `page-${index}`));
    queue.move(ids.slice(-1), ids[0] ?? null);
    vi.advanceTimersByTime(1000);
    const told = onChange.mock.calls.map(([changes]) => changes);
    expect(told.map(({ rows }) => rows.length)).toEqual([1000, 1000, 500]);
    expect(told.flatMap(({ rows }) => rows.map(({ id }) => id))).toEqual(ids);
    expect(told.map(({ order }) => order?.[0])).toEqual([undefined, undefined, ids.at(-1)]);
  });

  test('of one that is removed, nothing but that', async () => {
    const { queue, add, onChange } = startQueue();
    queue.setPaused(true);
    const ids = await add('a', 'b');
    queue.remove(ids.slice(0, 1));
    queue.move(ids.slice(1), null);
    vi.advanceTimersByTime(0);
    expect(onChange.mock.lastCall?.[0]).toMatchObject({
      rows: [{ name: 'b.html' }],
      removed: ids.slice(0, 1),
      order: ids.slice(1),
    });
  });
});

describe('a listener that throws', () => {
  const faulty = () => {
    throw new Error('a fault');
  };

  test.each([
    ['jobs that end', { onJobEnd: faulty }],
    ['the end of a batch', { onBatchEnd: faulty }],
    ['changes', { onChange: faulty }],
  ])('to %s stops nothing, and is logged', async (_news, parts) => {
    const log = vi.fn();
    const { work, add } = startQueue({ concurrency: 1, ...parts, log });
    await add('a', 'b');
    await work.of('a').complete();
    await work.of('b').complete();
    await add('c');
    expect(work.names).toEqual(['a', 'b', 'c']);
    vi.advanceTimersByTime(1000);
    expect(log).toHaveBeenCalledWith('News of the queue did not arrive. Platen failed: a fault');
  });
});
