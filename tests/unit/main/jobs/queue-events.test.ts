import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startQueue } from './support/start-queue.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a batch', () => {
  test('is everything added or retried until the queue is idle', async () => {
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
    expect(onBatchEnd.mock.calls).toEqual([[{ converted: 3, skipped: 0, failed: 0, canceled: 0 }]]);
    await add('d');
    expect(queue.summary.batch).toMatchObject({ total: 1, ended: 0 });
  });

  test('leaves its result, with how the last job ended, until the next batch starts', async () => {
    const { queue, work, add } = startQueue();
    const [a = ''] = await add('a', 'b');
    await work.of('a').complete();
    expect(queue.summary.lastBatch).toBeNull();
    await work.of('b').fail();
    const result = { converted: 1, skipped: 0, failed: 1, canceled: 0 };
    expect(queue.summary.lastBatch).toEqual(result);
    queue.remove([a]);
    expect(queue.summary.lastBatch).toEqual(result);
    await add('c');
    expect(queue.summary.lastBatch).toBeNull();
  });

  test('ends without a result if all its jobs are removed', async () => {
    const { queue, add, onBatchEnd } = startQueue();
    queue.setPaused(true);
    queue.remove(await add('a', 'b'));
    expect(queue.summary.batch).toBeNull();
    expect(onBatchEnd).not.toHaveBeenCalled();
  });
});

describe('changes are reported', () => {
  test('at once after a pause, then in batches, and always the last', async () => {
    const { work, add, onChange } = startQueue({ concurrency: 1 });
    await add('a', 'b');
    vi.advanceTimersByTime(0);
    expect(onChange).toHaveBeenCalledTimes(1);
    for (let turn = 0; turn < 50; turn += 1) work.of('a').run.onProgress({ stage: 'printing' });
    vi.advanceTimersByTime(200);
    expect(onChange).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(60);
    expect(onChange).toHaveBeenCalledTimes(2);
    expect(onChange.mock.lastCall?.[0].rows).toEqual([
      expect.objectContaining({ name: 'a.html', stage: 'printing' }),
    ]);
  });

  test('a thousand at a time, and a new order after all of them', async () => {
    const { queue, add, onChange } = startQueue();
    queue.setPaused(true);
    const ids = await add(...Array.from({ length: 2500 }, (_, index) => `page-${index}`));
    queue.move(ids.slice(-1), ids[0] ?? null);
    vi.advanceTimersByTime(1000);
    const reports = onChange.mock.calls.map(([changes]) => changes);
    expect(reports.map(({ rows }) => rows.length)).toEqual([1000, 1000, 500]);
    expect(reports.flatMap(({ rows }) => rows.map(({ id }) => id))).toEqual(ids);
    expect(reports.map(({ order }) => order?.[0])).toEqual([undefined, undefined, ids.at(-1)]);
  });

  test('without the row of a removed job', async () => {
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
    ['job ends', { onJobEnd: faulty }],
    ['batch ends', { onBatchEnd: faulty }],
    ['changes', { onChange: faulty }],
  ])('for %s is logged and stops nothing', async (_event, parts) => {
    const log = vi.fn();
    const { work, add } = startQueue({ concurrency: 1, ...parts, log });
    await add('a', 'b');
    await work.of('a').complete();
    await work.of('b').complete();
    await add('c');
    expect(work.names).toEqual(['a', 'b', 'c']);
    vi.advanceTimersByTime(1000);
    expect(log).toHaveBeenCalledWith('A listener of the queue failed. Platen failed: a fault');
  });
});
