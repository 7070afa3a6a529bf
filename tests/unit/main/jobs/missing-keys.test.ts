import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError, type AppErrorData } from '../../../../electron/shared/errors.js';
import { unendedNotice } from '../../../../electron/main/jobs/queue-recovery.js';
import { FakeWork, files, options } from './support/fake-work.js';
import { startQueue } from './support/start-queue.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const message = 'The key of the service "office" is not known.';
const error = new AppError('remote-refused', message, [{ field: 'secret', message }]).toData();
const onOffice = { ...options, renderOn: 'office' };
const onShop = { ...options, renderOn: 'shop' };

/** A queue whose services have these keys, beside all that is said of a queue. */
function startWithKeys(...known: string[]) {
  const keys = new Set(known);
  const missingKey = (endpoint: string): AppErrorData | null => (keys.has(endpoint) ? null : error);
  return { ...startQueue({ missingKey, concurrency: 1 }), keys };
}

test('jobs of a service without its key wait and say why, and all others go on', async () => {
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

test('they go on in their order, each once, when the key is put in, and wait when it is gone', async () => {
  const { queue, work, onChange, keys } = startWithKeys();
  await queue.add(files('a', 'b'), onOffice);
  keys.add('office');
  queue.keysChanged();
  expect(work.names).toEqual(['a']);
  keys.delete('office');
  queue.keysChanged();
  await work.of('a').complete();
  expect(work.names).toEqual(['a']);
  expect(queue.listed.rows).toMatchObject([{ status: 'completed' }, { status: 'queued', error }]);
  keys.add('office');
  queue.keysChanged();
  expect(work.names).toEqual(['a', 'b']);
  vi.runOnlyPendingTimers();
  expect(onChange.mock.lastCall?.[0].rows.at(-1)).not.toHaveProperty('error');
});

test('one that is for this computer after all, or is tried again, is looked at anew', async () => {
  const { queue, work, keys } = startWithKeys('office');
  const [a = '', b = ''] = await queue.add(files('a', 'b'), onOffice);
  await work.of('a').fail();
  keys.delete('office');
  queue.keysChanged();
  queue.retry([a]);
  await work.of('b').complete();
  expect(work.names).toEqual(['a', 'b']);
  queue.change([a, b], options);
  expect(work.names).toEqual(['a', 'b', 'a']);
});

test('a job that was interrupted waits for its key like any other', async () => {
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
  const remembered = { paused: false, jobs: [jobOf('a', 'office'), jobOf('b', null)] };
  const { queue } = startQueue({ work, remembered, missingKey: () => error });
  expect(work.names).toEqual(['b']);
  expect(queue.missingCredential).toBe(1);
  await work.of('b').complete();
  expect(work.names).toEqual(['b']);
});

test('where nobody can put a key in, a job is begun all the same', async () => {
  const { queue, work } = startQueue();
  await queue.add(files('a'), onOffice);
  expect(work.names).toEqual(['a']);
});

test.each([
  [1, 1, 'One job from the last time was not finished. It waits for the key of a service;'],
  [3, 3, '3 jobs from the last time were not finished. They wait for the key of a service;'],
  [3, 1, '3 jobs from the last time were not finished. 1 of them waits for the key of a service;'],
  [3, 0, '3 jobs from the last time were not finished and go on now.'],
])('of %i unended jobs %i lack a key, which the start says', (unended, lacking, words) => {
  const recovered = { queue: { paused: false, jobs: [] }, unended };
  expect(unendedNotice(recovered, lacking)).toContain(words);
});
