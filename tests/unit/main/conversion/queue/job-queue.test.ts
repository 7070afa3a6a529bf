import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { JobChanges } from '../../../../../electron/shared/jobs.js';
import { noMemory } from '../../../../../electron/main/conversion/queue/job-memory.js';
import { JobQueue } from '../../../../../electron/main/conversion/queue/job-queue.js';
import type { QueueParts } from '../../../../../electron/main/conversion/queue/queue-parts.js';
import { FakeWork, files, options, pdf, settled } from './support/fake-work.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function startQueue(parts: Partial<QueueParts> = {}) {
  const work = new FakeWork();
  const onBatchEnd = vi.fn();
  const onChange = vi.fn<(changes: JobChanges) => void>();
  const queue = new JobQueue({
    work,
    memory: noMemory,
    concurrency: 2,
    onBatchEnd,
    onChange,
    ...parts,
  });
  queue.start();
  const add = async (...names: string[]) => queue.add(files(...names), options);
  const states = () => queue.listed.rows.map(({ name, status }) => `${name} ${status}`);
  return { queue, work, add, states, onBatchEnd, onChange };
}

describe('running', () => {
  test('so many at a time, in their order, the next as soon as one ends', async () => {
    const { work, add } = startQueue();
    await add('a', 'b', 'c', 'd');
    expect(work.names).toEqual(['a', 'b']);
    await work.of('b').complete();
    expect(work.names).toEqual(['a', 'b', 'c']);
    await work.of('a').fail();
    expect(work.names).toEqual(['a', 'b', 'c', 'd']);
  });

  test('what the work throws is a failure of that job alone', async () => {
    const work = new FakeWork();
    vi.spyOn(work, 'run').mockRejectedValueOnce(new Error('a fault'));
    const { add, states, queue } = startQueue({ work });
    await add('a', 'b');
    await settled();
    expect(states()).toEqual(['a.html failed', 'b.html running']);
    expect(queue.listed.rows[0]?.error).toEqual({
      code: 'internal',
      message: 'Platen failed: a fault',
    });
  });

  test('more or fewer at a time, from then on', async () => {
    const { queue, work, add } = startQueue({ concurrency: 1 });
    await add('a', 'b', 'c', 'd', 'e');
    queue.setConcurrency(3);
    expect(work.names).toEqual(['a', 'b', 'c']);
    queue.setConcurrency(1);
    await work.of('a').complete();
    await work.of('b').complete();
    expect(work.names).toEqual(['a', 'b', 'c']);
    await work.of('c').complete();
    expect(work.names).toEqual(['a', 'b', 'c', 'd']);
  });

  test('nothing new while it is paused, and what runs goes on', async () => {
    const { queue, work, add, states } = startQueue({ concurrency: 1 });
    await add('a', 'b');
    queue.setPaused(true);
    await work.of('a').complete();
    expect(states()).toEqual(['a.html completed', 'b.html queued']);
    expect(queue.summary).toMatchObject({ paused: true, batch: { total: 2, ended: 1 } });
    queue.setPaused(false);
    expect(work.names).toEqual(['a', 'b']);
  });

  test('a job shows its progress, and what it has made', async () => {
    const { queue, work, add } = startQueue();
    const [id] = await add('a');
    const { run } = work.of('a');
    run.onProgress({ stage: 'loading', waitingFor: 'https://example.org/x.css' });
    expect(queue.listed.rows[0]).toMatchObject({
      status: 'running',
      stage: 'loading',
      waitingFor: 'https://example.org/x.css',
    });
    await work.of('a').complete();
    expect(queue.listed.rows).toEqual([
      {
        id,
        name: 'a.html',
        place: '/in',
        status: 'completed',
        path: '/out/a.pdf',
        pages: 1,
        size: 100,
        findings: 0,
      },
    ]);
  });
});

describe('canceling', () => {
  test('what waits, at once; what runs, when it has ended; what has ended stays', async () => {
    const { queue, work, add, states } = startQueue({ concurrency: 1 });
    const ids = await add('a', 'b', 'c', 'd');
    await work.of('a').complete();
    queue.cancel([...ids.slice(0, 3), 'nobody']);
    await settled();
    expect(states()).toEqual([
      'a.html completed',
      'b.html canceled',
      'c.html canceled',
      'd.html running',
    ]);
    queue.cancel('unended');
    await settled();
    expect(states()).toContain('d.html canceled');
    expect(queue.summary.batch).toBeNull();
  });
});

describe('trying again', () => {
  test('the failed ones, each at its place in the list', async () => {
    const { queue, work, add } = startQueue({ concurrency: 1 });
    await add('a', 'b', 'c');
    await work.of('a').fail();
    await work.of('b').complete();
    queue.retry('failed');
    await work.of('c').complete();
    expect(work.names).toEqual(['a', 'b', 'c', 'a']);
  });

  test('any that has ended, by its id; a kept PDF stays with its job', async () => {
    const { queue, work, add } = startQueue();
    const ids = await add('a', 'b', 'c');
    const error = { code: 'write-failed' as const, message: 'The disk is full.' };
    await work.of('a').end({ status: 'failed', error, kept: pdf });
    await work.of('b').complete();
    expect(queue.listed.rows[0]).toMatchObject({ kept: true, error, pages: 1 });
    queue.retry(ids);
    expect(work.names).toEqual(['a', 'b', 'c', 'a']);
    expect(work.of('a').job.state).toEqual({ status: 'running', kept: pdf });
  });
});

describe('the list', () => {
  test('is put in another order, and runs in that', async () => {
    const { queue, work, add, states } = startQueue({ concurrency: 1 });
    const [a = '', b = '', c = '', d = ''] = await add('a', 'b', 'c', 'd');
    queue.move([d, c], b);
    expect(states().map((line) => line[0])).toEqual(['a', 'c', 'd', 'b']);
    queue.move([c], null);
    expect(states().map((line) => line[0])).toEqual(['a', 'd', 'b', 'c']);
    queue.move([a, d], d);
    expect(states().map((line) => line[0])).toEqual(['a', 'd', 'b', 'c']);
    await work.of('a').complete();
    expect(work.names).toEqual(['a', 'd']);
  });

  test('loses what is removed, a running one when it has ended', async () => {
    const { queue, work, add, states } = startQueue({ concurrency: 1 });
    const [a = '', b = ''] = await add('a', 'b', 'c');
    queue.remove([a, b]);
    expect(states()).toEqual(['a.html running', 'c.html queued']);
    await settled();
    expect(states()).toEqual(['c.html running']);
    expect(work.names).toEqual(['a', 'c']);
    await work.of('c').complete();
    queue.remove('ended');
    expect(states()).toEqual([]);
    expect(work.discard).toHaveBeenCalledTimes(3);
  });

  test('gives jobs other options; one that runs keeps its own', async () => {
    const { queue, work, add } = startQueue({ concurrency: 1 });
    const ids = await add('a', 'b');
    const other = { ...options, output: { ...options.output, existing: 'skip' as const } };
    queue.change(ids, other);
    expect(queue.get(ids[1] ?? '')?.options).toEqual(other);
    expect(work.expect).toHaveBeenCalledTimes(4);
    await work.of('a').complete();
    expect(work.of('b').job.options.output.existing).toBe('skip');
  });

  test('stores options that are alike once', async () => {
    const { queue } = startQueue();
    const [first = ''] = await queue.add(files('a'), options);
    const [second = ''] = await queue.add(files('b'), structuredClone(options));
    expect(queue.get(second)?.options).toBe(queue.get(first)?.options);
  });
});

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

describe('stopping', () => {
  test('what runs waits for the next start, and nothing new begins', async () => {
    const { queue, work, add, states } = startQueue();
    await add('a', 'b', 'c');
    await queue.stop();
    expect(states()).toEqual(['a.html queued', 'b.html queued', 'c.html queued']);
    expect(work.names).toEqual(['a', 'b']);
  });

  test('what was canceled just before stays canceled', async () => {
    const { queue, add, states } = startQueue();
    const [a = ''] = await add('a', 'b');
    queue.cancel([a]);
    await queue.stop();
    expect(states()).toEqual(['a.html canceled', 'b.html queued']);
  });
});

test('a job that was interrupted runs after all others, and alone', async () => {
  const remembered = {
    paused: false,
    jobs: ['a', 'b', 'c', 'd'].map((name) => ({
      core: { id: name, source: files(name)[0] ?? never(), number: 1, of: 1, added: 0 },
      options,
      state: { status: 'queued' as const, ...(name < 'c' && { interrupted: true }) },
    })),
  };
  const { work, queue } = startQueue({ remembered });
  expect(work.names).toEqual(['c', 'd']);
  await work.of('c').complete();
  expect(work.names).toEqual(['c', 'd']);
  await work.of('d').complete();
  expect(work.names).toEqual(['c', 'd', 'a']);
  await queue.add(files('e'), options);
  expect(work.names).toEqual(['c', 'd', 'a']);
  await work.of('a').complete();
  expect(work.names).toEqual(['c', 'd', 'a', 'e']);
});

test(
  'ten thousand jobs are added, run, moved and removed at little cost',
  { timeout: 30_000 },
  async () => {
    vi.useRealTimers();
    const work = new FakeWork();
    vi.spyOn(work, 'run').mockImplementation(async () =>
      Promise.resolve({ status: 'completed', path: '/out/x.pdf', pdf }),
    );
    let onBatchEnd: () => void = () => undefined;
    const isOver = new Promise<void>((resolve) => (onBatchEnd = resolve));
    const queue = new JobQueue({ work, memory: noMemory, concurrency: 4, onBatchEnd });
    const names = Array.from({ length: 10_000 }, (_, index) => `page-${index}`);
    // Not the clock: what else the machine does is no matter here.
    const begun = process.cpuUsage();
    const cpuMs = () => process.cpuUsage(begun).user / 1000;
    const ids = await queue.add(files(...names), options);
    expect(cpuMs()).toBeLessThan(1000);
    for (const id of ids.slice(0, 100)) queue.move([id], null);
    queue.start();
    await isOver;
    expect(queue.summary.counts.completed).toBe(10_000);
    queue.remove(ids.slice(0, 9000));
    expect(queue.summary.counts.completed).toBe(1000);
    expect(cpuMs()).toBeLessThan(5000);
  },
);

function never(): never {
  throw new Error('There is always one.');
}
