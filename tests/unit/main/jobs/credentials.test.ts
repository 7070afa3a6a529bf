import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { englishText } from '../../../../electron/shared/messages/translator.js';
import { AppError, type AppErrorData } from '../../../../electron/shared/messages/errors.js';
import { unendedNotice } from '../../../../electron/main/jobs/open-queue.js';
import { FakeWork, files, options } from './support/fake-work.js';
import { startQueue } from './support/start-queue.js';
import { literal } from '../../../../electron/shared/messages/message.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const message = 'The key of the service "office" is not known.';
const error = new AppError('remote-refused', literal(message), [
  { field: 'secret', message: literal(message) },
]).toData();
const onOffice = { ...options, renderOn: 'office' };
const onShop = { ...options, renderOn: 'shop' };

/** Starts a queue in which only the named services have credentials. */
function startWithKeys(...known: string[]) {
  const keys = new Set(known);
  const missingCredential = (endpoint: string): AppErrorData | null =>
    keys.has(endpoint) ? null : error;
  return { ...startQueue({ missingCredential, concurrency: 1 }), keys };
}

test('jobs of a service without a credential wait with an error, and all others run', async () => {
  const { queue, work, add, states } = startWithKeys('shop');
  await queue.add(files('a', 'b'), onOffice);
  await queue.add(files('c'), onShop);
  await add('d');
  expect(work.names).toEqual(['c']);
  await work.of('c').complete();
  expect(work.names).toEqual(['c', 'd']);
  await work.of('d').complete();
  expect(states()).toEqual([
    'a.html queued',
    'b.html queued',
    'c.html completed',
    'd.html completed',
  ]);
  expect(queue.listed.rows.map((row) => row.error)).toEqual([error, error, undefined, undefined]);
  expect(queue.summary).toMatchObject({ batch: { total: 4, ended: 2, secondsLeft: null } });
});

test('waiting jobs run in order when the credential is entered, and wait when it is removed', async () => {
  const { queue, work, onChange, keys } = startWithKeys();
  await queue.add(files('a', 'b'), onOffice);
  keys.add('office');
  queue.credentialsChanged();
  expect(work.names).toEqual(['a']);
  keys.delete('office');
  queue.credentialsChanged();
  await work.of('a').complete();
  expect(work.names).toEqual(['a']);
  expect(queue.listed.rows).toMatchObject([{ status: 'completed' }, { status: 'queued', error }]);
  keys.add('office');
  queue.credentialsChanged();
  expect(work.names).toEqual(['a', 'b']);
  vi.runOnlyPendingTimers();
  expect(onChange.mock.lastCall?.[0].rows.at(-1)).not.toHaveProperty('error');
});

test('changing the options or retrying a job checks its credential again', async () => {
  const { queue, work, keys } = startWithKeys('office');
  const [a = '', b = ''] = await queue.add(files('a', 'b'), onOffice);
  await work.of('a').fail();
  keys.delete('office');
  queue.credentialsChanged();
  queue.retry([a]);
  await work.of('b').complete();
  expect(work.names).toEqual(['a', 'b']);
  queue.change([a, b], options);
  expect(work.names).toEqual(['a', 'b', 'a']);
});

test('an interrupted job waits for its credential too', async () => {
  const work = new FakeWork();
  const jobOf = (id: string, renderOn: string | null) => ({
    core: {
      id,
      source: { kind: 'file', path: `/in/${id}.html` },
      number: 1,
      of: 1,
      added: 0,
    } as const,
    options: { ...options, renderOn },
    state: { status: 'queued', interrupted: 1 } as const,
  });
  const restored = { paused: false, jobs: [jobOf('a', 'office'), jobOf('b', null)] };
  const { queue } = startQueue({ work, restored, missingCredential: () => error });
  expect(work.names).toEqual(['b']);
  expect(queue.waitingForCredential).toBe(1);
  await work.of('b').complete();
  expect(work.names).toEqual(['b']);
});

test('a job runs without a credential if there is no way to enter one', async () => {
  const { queue, work } = startQueue();
  await queue.add(files('a'), onOffice);
  expect(work.names).toEqual(['a']);
});

describe('a service that refuses its credential', () => {
  const text =
    'The key of the service "office" is not known there (401). Change it in the settings.';
  const refusal = new AppError('remote-refused', literal(text), [
    { field: 'secret', message: literal(text) },
  ]).toData();
  const refused = { status: 'failed', error: refusal } as const;

  /** Makes a service refuse the first of three jobs; the second uses it too, the third is local. */
  async function startRefused() {
    const started = startWithKeys('office', 'shop');
    const { queue, work, add } = started;
    const ids = await queue.add(files('a', 'b'), onOffice);
    await add('c');
    await work.of('a').end(refused);
    return { ...started, ids };
  }

  test('makes its jobs wait with its error, while other jobs run', async () => {
    const { queue, work, states } = await startRefused();
    expect(work.names).toEqual(['a', 'c']);
    await work.of('c').complete();
    expect(states()).toEqual(['a.html queued', 'b.html queued', 'c.html completed']);
    expect(queue.listed.rows.map((row) => row.error)).toEqual([refusal, refusal, undefined]);
    await queue.add(files('d'), onShop);
    expect(work.names).toEqual(['a', 'c', 'd']);
  });

  test('gets its jobs again, in order, when its settings change', async () => {
    const { queue, work } = await startRefused();
    await work.of('c').complete();
    queue.credentialsChanged('shop');
    expect(work.names).toEqual(['a', 'c']);
    queue.credentialsChanged('office');
    await work.of('a').complete();
    await work.of('b').complete();
    expect(work.names).toEqual(['a', 'c', 'a', 'b']);
    expect(queue.summary.batch).toBeNull();
  });

  test('gets its jobs again when the user retries one', async () => {
    const { queue, work, ids } = await startRefused();
    await work.of('c').complete();
    queue.retry(ids.slice(1));
    expect(work.names).toEqual(['a', 'c', 'a']);
    await work.of('a').end(refused);
    expect(work.names).toEqual(['a', 'c', 'a']);
  });

  test('gets a job again at once if its key has changed during the attempt', async () => {
    const { queue, work } = startWithKeys('office');
    await queue.add(files('a'), onOffice);
    queue.credentialsChanged('office');
    await work.of('a').end(refused);
    expect(work.names).toEqual(['a', 'a']);
  });

  test('fails a job that the user has moved to another service', async () => {
    const { queue, work, states } = startWithKeys('office', 'shop');
    const ids = await queue.add(files('a'), onOffice);
    queue.change(ids, onShop);
    await work.of('a').end(refused);
    expect(states()).toEqual(['a.html failed']);
  });

  test('fails each job if there is no way to enter another credential', async () => {
    const { queue, work, states } = startQueue();
    await queue.add(files('a'), onOffice);
    await work.of('a').end(refused);
    expect(states()).toEqual(['a.html failed']);
  });
});

test.each([
  [1, 1, 'One job from the last session was restored. It waits for the key of a service.'],
  [3, 3, '3 jobs from the last session were restored. They wait for the key of a service.'],
  [3, 1, '3 jobs from the last session were restored. 1 of them waits for the key of a service.'],
  [3, 0, '3 jobs from the last session were restored and will continue now.'],
])('the notice about %i restored jobs, %i of them without a key', async (count, waiting, text) => {
  const { queue } = startWithKeys('shop');
  await queue.stop();
  await queue.add(files(...names(waiting)), onOffice);
  await queue.add(files(...names(count - waiting)), onShop);
  const notice = unendedNotice(queue);
  expect(notice && englishText(notice)).toContain(text);
});

function names(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `page-${index}`);
}
