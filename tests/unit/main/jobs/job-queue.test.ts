import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ConversionFailure } from '../../../../electron/main/engine/contract/pdf-engine.js';
import type { EndState } from '../../../../electron/main/jobs/job.js';
import { AppError } from '../../../../electron/shared/messages/errors.js';
import { FakeWork, files, options, pdf, settled } from './support/fake-work.js';
import { startQueue } from './support/start-queue.js';
import { literal, message } from '../../../../electron/shared/messages/message.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('running', () => {
  test('starts as many jobs as allowed, in order, the next as soon as one ends', async () => {
    const { work, add } = startQueue();
    await add('a', 'b', 'c', 'd');
    expect(work.names).toEqual(['a', 'b']);
    await work.of('b').complete();
    expect(work.names).toEqual(['a', 'b', 'c']);
    await work.of('a').fail();
    expect(work.names).toEqual(['a', 'b', 'c', 'd']);
  });

  test('an error fails only its job', async () => {
    const work = new FakeWork();
    vi.spyOn(work, 'run').mockRejectedValueOnce(new Error('a fault'));
    const { add, states, queue } = startQueue({ work });
    await add('a', 'b');
    await settled();
    expect(states()).toEqual(['a.html failed', 'b.html running']);
    expect(queue.listed.rows[0]?.error).toEqual({
      code: 'internal',
      message: message('general.internal', { reason: 'a fault' }),
    });
  });

  test('a change of the concurrency applies from then on', async () => {
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

  test('pausing starts no jobs and lets running ones finish', async () => {
    const { queue, work, add, states } = startQueue({ concurrency: 1 });
    await add('a', 'b');
    queue.setPaused(true);
    await work.of('a').complete();
    expect(states()).toEqual(['a.html completed', 'b.html queued']);
    expect(queue.summary).toMatchObject({ paused: true, batch: { total: 2, ended: 1 } });
    queue.setPaused(false);
    expect(work.names).toEqual(['a', 'b']);
  });

  test('a job reports its progress and its result', async () => {
    const { queue, work, add } = startQueue();
    const [id] = await add('a');
    const { run } = work.of('a');
    run.onProgress({ stage: 'loading', waitingFor: literal('https://example.org/x.css') });
    expect(queue.listed.rows[0]).toMatchObject({
      status: 'running',
      stage: 'loading',
      waitingFor: literal('https://example.org/x.css'),
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
        ranMs: expect.any(Number) as unknown,
        deliveries: [],
        findings: 0,
      },
    ]);
  });
});

describe('an attempt that has ended', () => {
  test('does not report progress any more', async () => {
    const { queue, work, add } = startQueue();
    const [id = ''] = await add('a');
    const { run: first } = work.of('a');
    await work.of('a').fail();
    queue.retry([id]);
    first.onProgress({ stage: 'printing' });
    expect(queue.listed.rows[0]).not.toHaveProperty('stage');
    work.of('a').run.onProgress({ stage: 'loading' });
    expect(queue.listed.rows[0]).toMatchObject({ stage: 'loading' });
  });

  test('keeps the warnings about its page', async () => {
    const work = new FakeWork();
    const found = [{ kind: 'console', message: literal('A script threw.') }] as const;
    const failed = new ConversionFailure(
      new AppError('timed-out', literal('It took too long.')),
      found,
    );
    vi.spyOn(work, 'run').mockRejectedValueOnce(failed);
    const { queue, add } = startQueue({ work });
    const [id = ''] = await add('a');
    await settled();
    expect(queue.get(id)?.state).toEqual({
      status: 'failed',
      error: { code: 'timed-out', message: literal('It took too long.') },
      preflight: found,
    });
    expect(queue.listed.rows[0]?.findings).toBe(1);
  });
});

describe('canceling', () => {
  test('ends queued jobs at once, running ones when they stop, and no ended ones', async () => {
    const { queue, work, add, states } = startQueue({ concurrency: 1 });
    const ids = await add('a', 'b', 'c', 'd');
    await work.of('a').complete();
    queue.cancel([...ids.slice(0, 3), 'unknown']);
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

describe('retrying', () => {
  test('queues failed jobs at their place in the list', async () => {
    const { queue, work, add } = startQueue({ concurrency: 1 });
    await add('a', 'b', 'c');
    await work.of('a').fail();
    await work.of('b').complete();
    queue.retry('failed');
    await work.of('c').complete();
    expect(work.names).toEqual(['a', 'b', 'c', 'a']);
  });

  test('queues any ended job by its id, with its kept PDF', async () => {
    const { queue, work, add } = startQueue();
    const ids = await add('a', 'b', 'c');
    const error = { code: 'write-failed' as const, message: literal('The disk is full.') };
    await work.of('a').end({ status: 'failed', error, kept: pdf });
    await work.of('b').complete();
    expect(queue.listed.rows[0]).toMatchObject({ kept: true, error, pages: 1 });
    queue.retry(ids);
    expect(work.names).toEqual(['a', 'b', 'c', 'a']);
    expect(work.of('a').job.state).toEqual({ status: 'running', kept: pdf });
  });
});

describe('stopping', () => {
  test('queues running jobs for the next start, and starts none', async () => {
    const { queue, work, add, states } = startQueue();
    await add('a', 'b', 'c');
    await queue.stop();
    expect(states()).toEqual(['a.html queued', 'b.html queued', 'c.html queued']);
    expect(work.names).toEqual(['a', 'b']);
  });

  test('does not wait for a job that hangs, and ignores its end', async () => {
    const work = new FakeWork();
    let end: (state: EndState) => void = () => undefined;
    vi.spyOn(work, 'run').mockReturnValue(new Promise((resolve) => (end = resolve)));
    const { queue, add, states } = startQueue({ work, concurrency: 1 });
    await add('a');
    const stopping = queue.stop();
    await vi.advanceTimersByTimeAsync(5000);
    await stopping;
    end({ status: 'canceled' });
    await settled();
    expect(states()).toEqual(['a.html queued']);
  });

  test('removes or cancels a hung job that was removed or canceled before', async () => {
    const work = new FakeWork();
    vi.spyOn(work, 'run').mockReturnValue(new Promise(() => undefined));
    const { queue, add, states } = startQueue({ work, concurrency: 3 });
    const [a = '', b = ''] = await add('a', 'b', 'c');
    queue.remove([a]);
    queue.cancel([b]);
    const stopping = queue.stop();
    await vi.advanceTimersByTimeAsync(5000);
    await stopping;
    expect(states()).toEqual(['b.html canceled', 'c.html queued']);
    expect(work.discard).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: a }));
  });

  test('leaves a rename in progress to the next start', async () => {
    const { queue, work, add } = startQueue();
    const [id = ''] = await add('a');
    const intent = {
      temporary: '/t',
      path: '/p',
      replace: false,
      inode: '1',
      size: 1,
      modified: 1,
    };
    await work.of('a').run.beforeCommit({ intent, pdf });
    await queue.stop();
    expect(queue.get(id)?.state).toEqual({ status: 'running', committing: { intent, pdf } });
  });

  test('keeps a job canceled that was canceled just before', async () => {
    const { queue, add, states } = startQueue();
    const [a = ''] = await add('a', 'b');
    queue.cancel([a]);
    await queue.stop();
    expect(states()).toEqual(['a.html canceled', 'b.html queued']);
  });
});

test('an interrupted job runs after all others, and alone', async () => {
  const restored = {
    paused: false,
    jobs: ['a', 'b', 'c', 'd'].map((name) => ({
      core: { id: name, source: files(name)[0] ?? never(), number: 1, of: 1, added: 0 },
      options,
      state: { status: 'queued' as const, ...(name < 'c' && { interrupted: 1 }) },
    })),
  };
  const { work, queue } = startQueue({ restored });
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

function never(): never {
  throw new Error('Impossible.');
}
