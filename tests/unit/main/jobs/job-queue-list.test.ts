import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { nullJobStore } from '../../../../electron/main/jobs/job-store.js';
import { JobQueue } from '../../../../electron/main/jobs/job-queue.js';
import { literal } from '../../../../electron/shared/messages/message.js';
import type { Finding } from '../../../../electron/shared/request/preflight.js';
import { jobsWith, warningGroups } from '../../../../electron/main/jobs/job-row.js';
import { FakeWork, files, options, pdf, settled } from './support/fake-work.js';
import { startQueue } from './support/start-queue.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the list', () => {
  test('can be reordered, and runs in the new order', async () => {
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

  test('drops removed jobs, a running one when it has stopped', async () => {
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

  test('changes the options of jobs, but not of a running attempt', async () => {
    const { queue, work, add } = startQueue({ concurrency: 1 });
    const ids = await add('a', 'b');
    const other = { ...options, output: { ...options.output, existing: 'skip' as const } };
    queue.change(ids, other);
    expect(queue.get(ids[1] ?? '')?.options).toEqual(other);
    expect(work.reserve).toHaveBeenCalledTimes(4);
    await work.of('a').complete();
    expect(work.of('b').job.options.output.existing).toBe('skip');
  });

  test('stores equal options once', async () => {
    const { queue } = startQueue();
    const [first = ''] = await queue.add(files('a'), options);
    const [second = ''] = await queue.add(files('b'), structuredClone(options));
    expect(queue.get(second)?.options).toBe(queue.get(first)?.options);
  });

  test('does not collect options that jobs no longer have', async () => {
    const { queue } = startQueue();
    const [first = ''] = await queue.add(files('a'), options);
    for (let zoom = 1; zoom <= 200; zoom += 1) {
      queue.change([first], { ...options, request: { ...options.request, zoom } });
    }
    const equal = structuredClone(options);
    const [second = ''] = await queue.add(files('b'), equal);
    expect(queue.get(second)?.options).toBe(equal);
  });
});

test('adding, running, moving and removing ten thousand jobs is cheap', async () => {
  vi.useRealTimers();
  const work = new FakeWork();
  vi.spyOn(work, 'run').mockImplementation(async () =>
    Promise.resolve({ status: 'completed', path: '/out/x.pdf', pdf }),
  );
  let onBatchEnd: () => void = () => undefined;
  const isOver = new Promise<void>((resolve) => (onBatchEnd = resolve));
  const queue = new JobQueue({ work, store: nullJobStore, concurrency: 4, onBatchEnd });
  const names = Array.from({ length: 10_000 }, (_, index) => `page-${index}`);
  // CPU time, as other processes may keep the machine busy.
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
});

describe('rows', () => {
  test('name the expected PDF until they have ended', async () => {
    const { queue, work, add } = startQueue({ concurrency: 1 });
    await add('a', 'b');
    const request = { ...options.request, filename: '{n} of {name}.pdf' };
    await queue.add(files('c', 'd'), { ...options, request });
    await queue.add(files('e'), { ...options, request: { ...request, filename: '{title}.pdf' } });
    expect(queue.listed.rows.map(({ expected }) => expected)).toEqual([
      'a.pdf',
      'b.pdf',
      '1 of c.pdf',
      '2 of d.pdf',
      undefined,
    ]);
    await work.of('a').complete();
    expect(queue.listed.rows[0]).not.toHaveProperty('expected');
  });

  test('that share a warning are found by it, the most frequent warning first', async () => {
    const { queue, work, add } = startQueue({ concurrency: 3 });
    const [a = '', b = ''] = await add('a', 'b', 'c');
    const [rare, frequent] = ['The console shows an error.', 'A font is missing.'].map((text) => ({
      kind: 'fonts' as const,
      message: literal(text),
    }));
    if (!rare || !frequent) throw new Error('There are no findings.');
    const end = async (name: string, preflight: readonly Finding[]) =>
      work.of(name).end({ status: 'completed', path: null, pdf: { ...pdf, preflight } });
    await end('a', [rare, frequent]);
    await end('b', [frequent]);
    await end('c', []);
    expect(warningGroups(queue.jobs)).toEqual([
      { message: frequent.message, count: 2, job: a, index: 1 },
      { message: rare.message, count: 1, job: a, index: 0 },
    ]);
    expect(jobsWith(frequent, queue.jobs)).toEqual([a, b]);
  });
});
