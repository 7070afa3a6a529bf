import { describe, expect, it } from 'vitest';
import { checkUnpaid } from '../../../../electron/main/service/http/create-pdf.js';
import { UnpaidWork } from '../../../../electron/main/service/tasks/unpaid-work.js';
import { QueueStopped, WorkQueue } from '../../../../electron/main/service/tasks/work-queue.js';

const never = new AbortController().signal;
const limits = { concurrency: null, apiKey: 'key', keyConcurrency: null };

/** Work that ends when the test says so. */
function pendingWork() {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { work: async () => ended, end };
}

function entered(queue: WorkQueue) {
  const place = queue.enter('a', limits);
  if (place === null) throw new Error('The queue is full.');
  return place;
}

describe('WorkQueue', () => {
  it('runs as many as its concurrency, the others in order', async () => {
    const queue = new WorkQueue({ concurrency: 1, waiting: 2, perAccount: null });
    const first = pendingWork();
    const order: string[] = [];
    const one = entered(queue).run(never, first.work);
    const two = entered(queue).run(never, async () => Promise.resolve(order.push('two')));
    const three = entered(queue).run(never, async () => Promise.resolve(order.push('three')));
    expect([queue.running, queue.waiting]).toEqual([1, 2]);
    expect(order).toEqual([]);
    first.end();
    await Promise.all([one, two, three]);
    expect(order).toEqual(['two', 'three']);
    expect([queue.running, queue.waiting]).toEqual([0, 0]);
  });

  it('has a limited number of places, also for work that has not been added, but always one for admitted work', () => {
    const queue = new WorkQueue({ concurrency: 1, waiting: 1, perAccount: null });
    const places = [queue.enter('a', limits), queue.enter('a', limits)];
    expect(queue.enter('a', limits)).toBeNull();
    expect(queue.place('a', limits)).toBeDefined();
    places[0]?.leave();
    places[0]?.leave();
    expect(queue.enter('a', limits)).toBeNull();
  });

  it('releases the place of canceled work', async () => {
    const queue = new WorkQueue({ concurrency: 1, waiting: 5, perAccount: null });
    const first = pendingWork();
    const one = entered(queue).run(never, first.work);
    const gone = new AbortController();
    const two = entered(queue).run(gone.signal, async () => Promise.resolve());
    gone.abort();
    await expect(two).rejects.toBeInstanceOf(QueueStopped);
    expect(queue.waiting).toBe(0);
    first.end();
    await one;
  });

  it('continues after work that failed', async () => {
    const queue = new WorkQueue({ concurrency: 1, waiting: 5, perAccount: null });
    const failed = entered(queue).run(never, async () => Promise.reject(new Error('no')));
    const next = entered(queue).run(never, async () => Promise.resolve('next'));
    await expect(failed).rejects.toThrow('no');
    expect(await next).toBe('next');
  });

  it('rejects waiting work and lets running work finish when it is stopped', async () => {
    const queue = new WorkQueue({ concurrency: 1, waiting: 5, perAccount: null });
    const first = pendingWork();
    const one = entered(queue).run(never, first.work);
    const two = entered(queue).run(never, async () => Promise.resolve());
    const stopped = queue.stop();
    await expect(two).rejects.toBeInstanceOf(QueueStopped);
    await expect(entered(queue).run(never, first.work)).rejects.toBeInstanceOf(QueueStopped);
    first.end();
    await Promise.all([one, stopped]);
    expect(queue.running).toBe(0);
  });

  it('applies a change of the concurrency immediately', async () => {
    const queue = new WorkQueue({ concurrency: 1, waiting: 1, perAccount: null });
    const pending = pendingWork();
    const runs = [entered(queue).run(never, pending.work), entered(queue).run(never, pending.work)];
    queue.setConcurrency(2);
    expect([queue.running, queue.waiting]).toEqual([2, 0]);
    expect(queue.enter('a', limits)).not.toBeNull();
    pending.end();
    await Promise.all(runs);
  });

  it('estimates the time of a retry from its pace', async () => {
    let now = 0;
    const queue = new WorkQueue(
      { concurrency: 2, waiting: 100, perAccount: null },
      undefined,
      () => now,
    );
    await entered(queue).run(never, async () => Promise.resolve((now += 4000)));
    const pending = pendingWork();
    const runs = Array.from({ length: 12 }, async () =>
      entered(queue).run(new AbortController().signal, pending.work),
    );
    // Ten wait, each takes four seconds, two at a time.
    expect(queue.retrySeconds).toBe(20);
    pending.end();
    await Promise.all(runs);
  });

  it('runs the accounts in turn, and leaves a slot to others', async () => {
    const queue = new WorkQueue({ concurrency: 3, waiting: 100, perAccount: 2 });
    const order: string[] = [];
    const ends: (() => void)[] = [];
    const start = async (account: string) => {
      const { work, end } = pendingWork();
      ends.push(end);
      return queue.place(account, limits).run(never, async () => {
        order.push(account);
        await work();
      });
    };
    const runs = Array.from({ length: 30 }, async () => start('greedy'));
    expect(queue.running).toBe(2);
    runs.push(start('b'), start('c'), start('b'));
    await new Promise(setImmediate);
    expect(order).toEqual(['greedy', 'greedy', 'b']);
    const endNext = async () => {
      ends.shift()?.();
      await new Promise(setImmediate);
    };
    await endNext();
    await endNext();
    expect(order).toEqual(['greedy', 'greedy', 'b', 'c', 'greedy']);
    for (const end of ends) end();
    await Promise.all(runs);
  });

  it('is never full for an account because of another one', () => {
    const queue = new WorkQueue({ concurrency: 2, waiting: 10, perAccount: 1 });
    const places = Array.from({ length: 20 }, () => queue.enter('greedy', limits));
    expect(places.filter((place) => place !== null)).toHaveLength(9);
    expect(queue.enter('b', limits)).not.toBeNull();
    expect(queue.enter('c', limits)).not.toBeNull();
  });
});

describe('work that costs no credit', () => {
  it('is limited for each account, and forgiven over an hour', () => {
    let now = 0;
    const unpaid = new UnpaidWork(100, () => now);
    unpaid.count('1', 99);
    expect(unpaid.reached('1')).toBeNull();
    unpaid.count('1', 11);
    expect(unpaid.reached('1')).toEqual({ limitSeconds: 100, waitSeconds: 361 });
    expect(unpaid.reached('2')).toBeNull();
    const check = () => checkUnpaid(unpaid, { id: '1', name: 'office' });
    expect(check).toThrow('"office" has used up its 100 seconds of free work');
    expect(check).toThrow(
      expect.objectContaining({ status: 429, headers: { 'retry-after': '361' } }),
    );
    now += (11 / 100) * 3_600_000;
    expect(unpaid.reached('1')).toBeNull();
  });
});

it('an account may have a concurrency of its own, below or above the default', async () => {
  const queue = new WorkQueue({ concurrency: 4, waiting: 100, perAccount: 2 });
  const never = new AbortController().signal;
  const ends: (() => void)[] = [];
  const begin = (account: string, concurrency: number) =>
    Array.from({ length: 4 }, async () =>
      queue
        .place(account, { ...limits, concurrency })
        .run(never, async () => new Promise<void>((resolve) => ends.push(resolve))),
    );
  const runs = begin('small', 1);
  await expect.poll(() => queue.running).toBe(1);
  runs.push(...begin('large', 3));
  await expect.poll(() => queue.running).toBe(4);
  while (queue.running > 0) {
    ends.splice(0).forEach((end) => end());
    await new Promise(setImmediate);
  }
  await Promise.all(runs);
});

it('a key may have a concurrency of its own, and others of its account go on', async () => {
  const queue = new WorkQueue({ concurrency: 4, waiting: 100, perAccount: 3 });
  const never = new AbortController().signal;
  const order: string[] = [];
  const ends: (() => void)[] = [];
  const begin = (apiKey: string, keyConcurrency: number | null) =>
    queue.place('shop', { ...limits, apiKey, keyConcurrency }).run(never, async () => {
      order.push(apiKey);
      await new Promise<void>((resolve) => ends.push(resolve));
    });
  const runs = [begin('one', 1), begin('one', 1), begin('two', null), begin('two', null)];
  await expect.poll(() => order).toEqual(['one', 'two', 'two']);
  ends.shift()?.();
  await expect.poll(() => order).toEqual(['one', 'two', 'two', 'one']);
  ends.forEach((end) => end());
  await Promise.all(runs);
});
