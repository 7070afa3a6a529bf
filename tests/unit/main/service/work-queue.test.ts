import { describe, expect, it } from 'vitest';
import { QueueStopped, WorkQueue } from '../../../../electron/main/service/tasks/work-queue.js';

const never = new AbortController().signal;

/** Work that ends when the test says so. */
function pendingWork() {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { work: async () => ended, end };
}

function entered(queue: WorkQueue) {
  const place = queue.enter();
  if (place === null) throw new Error('The queue is full.');
  return place;
}

describe('WorkQueue', () => {
  it('runs as many as its concurrency, the others in order', async () => {
    const queue = new WorkQueue({ concurrency: 1, waiting: 2 });
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
    const queue = new WorkQueue({ concurrency: 1, waiting: 1 });
    const places = [queue.enter(), queue.enter()];
    expect(queue.enter()).toBeNull();
    expect(queue.place()).toBeDefined();
    places[0]?.leave();
    places[0]?.leave();
    expect(queue.enter()).toBeNull();
  });

  it('releases the place of canceled work', async () => {
    const queue = new WorkQueue({ concurrency: 1, waiting: 5 });
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
    const queue = new WorkQueue({ concurrency: 1, waiting: 5 });
    const failed = entered(queue).run(never, async () => Promise.reject(new Error('no')));
    const next = entered(queue).run(never, async () => Promise.resolve('next'));
    await expect(failed).rejects.toThrow('no');
    expect(await next).toBe('next');
  });

  it('rejects waiting work and lets running work finish when it is stopped', async () => {
    const queue = new WorkQueue({ concurrency: 1, waiting: 5 });
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
    const queue = new WorkQueue({ concurrency: 1, waiting: 1 });
    const pending = pendingWork();
    const runs = [entered(queue).run(never, pending.work), entered(queue).run(never, pending.work)];
    queue.setConcurrency(2);
    expect([queue.running, queue.waiting]).toEqual([2, 0]);
    expect(queue.enter()).not.toBeNull();
    pending.end();
    await Promise.all(runs);
  });

  it('estimates the time of a retry from its pace', async () => {
    let now = 0;
    const queue = new WorkQueue({ concurrency: 2, waiting: 100 }, undefined, () => now);
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
});
