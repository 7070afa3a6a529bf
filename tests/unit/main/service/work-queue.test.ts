import { describe, expect, it } from 'vitest';
import { QueueStopped, WorkQueue } from '../../../../electron/main/service/tasks/work-queue.js';

const never = new AbortController().signal;

/** Work that ends when it is told to. */
function heldWork() {
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
  it('works on so many at a time, the others in their order', async () => {
    const queue = new WorkQueue({ concurrency: 1, waiting: 2 });
    const first = heldWork();
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

  it('has so many places, also for who has not begun yet, but always one for what was admitted', () => {
    const queue = new WorkQueue({ concurrency: 1, waiting: 1 });
    const places = [queue.enter(), queue.enter()];
    expect(queue.enter()).toBeNull();
    expect(queue.place()).toBeDefined();
    places[0]?.leave();
    places[0]?.leave();
    expect(queue.enter()).toBeNull();
  });

  it('lets go of who does not wait any more', async () => {
    const queue = new WorkQueue({ concurrency: 1, waiting: 5 });
    const first = heldWork();
    const one = entered(queue).run(never, first.work);
    const gone = new AbortController();
    const two = entered(queue).run(gone.signal, async () => Promise.resolve());
    gone.abort();
    await expect(two).rejects.toBeInstanceOf(QueueStopped);
    expect(queue.waiting).toBe(0);
    first.end();
    await one;
  });

  it('goes on after work that failed', async () => {
    const queue = new WorkQueue({ concurrency: 1, waiting: 5 });
    const failed = entered(queue).run(never, async () => Promise.reject(new Error('no')));
    const next = entered(queue).run(never, async () => Promise.resolve('next'));
    await expect(failed).rejects.toThrow('no');
    expect(await next).toBe('next');
  });

  it('stops: what waits is refused, what runs ends', async () => {
    const queue = new WorkQueue({ concurrency: 1, waiting: 5 });
    const first = heldWork();
    const one = entered(queue).run(never, first.work);
    const two = entered(queue).run(never, async () => Promise.resolve());
    const stopped = queue.stop();
    await expect(two).rejects.toBeInstanceOf(QueueStopped);
    await expect(entered(queue).run(never, first.work)).rejects.toBeInstanceOf(QueueStopped);
    first.end();
    await Promise.all([one, stopped]);
    expect(queue.running).toBe(0);
  });

  it('applies another concurrency at once', async () => {
    const queue = new WorkQueue({ concurrency: 1, waiting: 1 });
    const held = heldWork();
    const runs = [entered(queue).run(never, held.work), entered(queue).run(never, held.work)];
    queue.setConcurrency(2);
    expect([queue.running, queue.waiting]).toEqual([2, 0]);
    expect(queue.enter()).not.toBeNull();
    held.end();
    await Promise.all(runs);
  });

  it('tells from its pace when to come again', async () => {
    let now = 0;
    const queue = new WorkQueue({ concurrency: 2, waiting: 100 }, undefined, () => now);
    await entered(queue).run(never, async () => Promise.resolve((now += 4000)));
    const held = heldWork();
    const runs = Array.from({ length: 12 }, async () =>
      entered(queue).run(new AbortController().signal, held.work),
    );
    // Ten wait, each takes four seconds, two at a time.
    expect(queue.retrySeconds).toBe(20);
    held.end();
    await Promise.all(runs);
  });
});
