import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  Mutex,
  Semaphore,
  TimeoutError,
  backoff,
  settleWithin,
  sleep,
  withRetry,
  withTimeout,
} from '../../../../electron/main/util/async.js';

interface Gate {
  readonly wait: () => Promise<void>;
  readonly open: () => void;
}

function gate(): Gate {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { wait: () => opened, open };
}

const never = () => new Promise<never>(() => undefined);
const tick = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('Semaphore', () => {
  it('runs as many tasks at a time as its capacity', async () => {
    const semaphore = new Semaphore(2);
    const gates = [gate(), gate(), gate()];
    const tasks = gates.map(async ({ wait }) => semaphore.run(wait));
    expect(semaphore).toMatchObject({ running: 2, waiting: 1 });
    gates[0]?.open();
    await tick();
    expect(semaphore).toMatchObject({ running: 2, waiting: 0 });
    for (const { open } of gates) open();
    await Promise.all(tasks);
    expect(semaphore).toMatchObject({ running: 0, waiting: 0 });
  });

  it('starts by priority, and in the order of the calls within one', async () => {
    const semaphore = new Semaphore(1);
    const release = await semaphore.acquire();
    const started: string[] = [];
    const add = async (name: string, priority?: number) =>
      semaphore.run(
        () => Promise.resolve(void started.push(name)),
        priority === undefined ? {} : { priority },
      );
    const tasks = [add('a'), add('b', 1), add('c', 2), add('d', 1), add('e'), add('f', -1)];
    release();
    await Promise.all(tasks);
    expect(started).toEqual(['c', 'b', 'd', 'a', 'e', 'f']);
  });

  it('releases a permit once, also after a failure', async () => {
    const semaphore = new Semaphore(1);
    await expect(semaphore.run(() => Promise.reject(new Error('x')))).rejects.toThrow('x');
    const release = await semaphore.acquire();
    release();
    release();
    expect(semaphore.running).toBe(0);
  });

  it('starts waiting tasks when its capacity grows', async () => {
    const semaphore = new Semaphore(1);
    await semaphore.acquire();
    const second = semaphore.acquire();
    semaphore.capacity = 2;
    await second;
    expect(semaphore).toMatchObject({ capacity: 2, running: 2, waiting: 0 });
  });

  it('lets tasks finish when its capacity shrinks', async () => {
    const semaphore = new Semaphore(2);
    const releases = [await semaphore.acquire(), await semaphore.acquire()];
    semaphore.capacity = 1;
    const third = semaphore.acquire();
    releases[0]?.();
    await tick();
    expect(semaphore).toMatchObject({ running: 1, waiting: 1 });
    releases[1]?.();
    await third;
    expect(semaphore).toMatchObject({ running: 1, waiting: 0 });
  });

  it('ends a wait that is aborted and keeps the order of the others', async () => {
    const semaphore = new Semaphore(1);
    const release = await semaphore.acquire();
    const controller = new AbortController();
    const aborted = semaphore.acquire({ signal: controller.signal });
    const next = semaphore.acquire();
    controller.abort(new Error('canceled'));
    await expect(aborted).rejects.toThrow('canceled');
    expect(semaphore.waiting).toBe(1);
    release();
    await next;
  });

  it('refuses a signal that is aborted already', async () => {
    const signal = AbortSignal.abort(new Error('canceled'));
    const semaphore = new Semaphore(1);
    await expect(semaphore.acquire({ signal })).rejects.toThrow('canceled');
    expect(semaphore.running).toBe(0);
  });

  it('keeps a granted permit when the signal is aborted later', async () => {
    const semaphore = new Semaphore(1);
    const first = await semaphore.acquire();
    const controller = new AbortController();
    const second = semaphore.acquire({ signal: controller.signal });
    first();
    controller.abort();
    await second;
    expect(semaphore).toMatchObject({ running: 1, waiting: 0 });
  });
});

describe('Mutex', () => {
  it('runs one task at a time, in order, also after a failure', async () => {
    const mutex = new Mutex();
    const log: string[] = [];
    const first = mutex.run(async () => {
      log.push('1 starts');
      await sleep(10);
      log.push('1 ends');
      throw new Error('first');
    });
    const second = mutex.run(() => Promise.resolve(log.push('2')));
    const idle = mutex.idle().then(() => log.push('idle'));
    expect(mutex.isBusy).toBe(true);
    await Promise.all([expect(first).rejects.toThrow('first'), vi.advanceTimersByTimeAsync(10)]);
    await Promise.all([second, idle]);
    expect(log).toEqual(['1 starts', '1 ends', '2', 'idle']);
    expect(mutex.isBusy).toBe(false);
  });
});

describe('withRetry', () => {
  const delayAfter = backoff([100, 300], { jitter: 0 });

  it('returns the result of the first attempt that succeeds', async () => {
    const operation = vi.fn(async (attempt: number) => {
      if (attempt < 3) throw new Error(`attempt ${attempt}`);
      return Promise.resolve(attempt);
    });
    const result = withRetry(operation, { delayAfter });
    await vi.advanceTimersByTimeAsync(399);
    expect(operation).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(await result).toBe(3);
  });

  it('throws the last error when the delays are used up', async () => {
    const result = withRetry((attempt) => Promise.reject(new Error(`attempt ${attempt}`)), {
      delayAfter,
    });
    await Promise.all([
      expect(result).rejects.toThrow('attempt 3'),
      vi.advanceTimersByTimeAsync(400),
    ]);
  });

  it('throws an error immediately if it has no delay', async () => {
    const operation = vi.fn(() => Promise.reject(new Error('fatal')));
    await expect(withRetry(operation, { delayAfter: () => null })).rejects.toThrow('fatal');
    expect(operation).toHaveBeenCalledTimes(1);
  });

  it('starts no attempt after the elapsed time', async () => {
    const operation = vi.fn(() => Promise.reject(new Error('down')));
    const result = withRetry(operation, { delayAfter: () => 100, maxElapsedMs: 250 });
    await Promise.all([expect(result).rejects.toThrow('down'), vi.advanceTimersByTimeAsync(1000)]);
    expect(operation).toHaveBeenCalledTimes(3);
  });

  it('ends the wait for the next attempt when it is aborted', async () => {
    const controller = new AbortController();
    const operation = vi.fn(() => Promise.reject(new Error('down')));
    const result = withRetry(operation, { delayAfter: () => 1000, signal: controller.signal });
    await tick();
    controller.abort(new Error('canceled'));
    await expect(result).rejects.toThrow('canceled');
    expect(operation).toHaveBeenCalledTimes(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('makes delays longer by the jitter', () => {
    const delays = [0, 0.5, 1].map((value) =>
      backoff([1000], { jitter: 0.2, random: () => value })(new Error(), 1),
    );
    expect(delays).toEqual([1000, 1100, 1200]);
  });
});

describe('withTimeout', () => {
  it('returns what the operation returns and leaves no timer', async () => {
    expect(await withTimeout(() => Promise.resolve(1), 100)).toBe(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('aborts the operation when the time is up, and does not wait for it', async () => {
    let received: AbortSignal | undefined;
    const result = withTimeout(async (signal) => {
      received = signal;
      return never();
    }, 100);
    await Promise.all([
      expect(result).rejects.toEqual(new TimeoutError(100)),
      vi.advanceTimersByTimeAsync(100),
    ]);
    expect(received?.reason).toBeInstanceOf(TimeoutError);
  });

  it('passes on the reason of the outer signal', async () => {
    const controller = new AbortController();
    const result = withTimeout(never, 100, { signal: controller.signal });
    controller.abort(new Error('canceled'));
    await expect(result).rejects.toThrow('canceled');
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('settleWithin', () => {
  it('says whether all promises settled in time', async () => {
    expect(await settleWithin([Promise.resolve(), Promise.reject(new Error('x'))], 100)).toBe(true);
    const late = settleWithin([Promise.resolve(), never()], 100);
    await vi.advanceTimersByTimeAsync(100);
    expect(await late).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });
});
