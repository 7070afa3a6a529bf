import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AppError } from '../../../../electron/shared/messages/errors.js';
import { files, until } from './support/fake-work.js';
import { filesOf } from './support/queue-on-disk.js';
import {
  openStarted,
  place,
  run,
  uploading,
  withRequest,
  useUploadingQueue,
} from './support/uploading-queue.js';
import { literal } from '../../../../electron/shared/messages/message.js';

useUploadingQueue();

const hook = 'https://hooks.test/done';

const outcome = () =>
  place.outbox.sent.map(({ to, what }) => ({ to, ...(JSON.parse(what) as object) }));
const saving = () => withRequest(uploading([], { save: true }), { webhook: hook });

test('a webhook reports the final file name', async () => {
  mkdirSync(place.out);
  writeFileSync(join(place.out, 'a.pdf'), 'older');
  const { rows } = await run(['a'], saving());
  expect(outcome()).toEqual([{ to: hook, kind: 'completed', file: { name: 'a-2.pdf', size: 17 } }]);
  expect(rows()[0]).toMatchObject({ status: 'completed', deliveries: ['delivery-1'] });
});

test('a webhook reports a failed conversion', async () => {
  const { queue, convert, ended, rows } = await openStarted();
  convert.mockRejectedValueOnce(new AppError('load-failed', literal('It did not load.')));
  await queue.add(files('a'), saving());
  await ended();
  expect(outcome()).toEqual([
    {
      to: hook,
      kind: 'failed',
      error: { code: 'load-failed', message: literal('It did not load.') },
    },
  ]);
  expect(rows()[0]).toMatchObject({ status: 'failed', deliveries: ['delivery-1'] });
  queue.retry('failed');
  await ended();
  expect(outcome()).toMatchObject([{ kind: 'failed' }, { kind: 'completed' }]);
});

test('a webhook reports a write error instead of success', async () => {
  writeFileSync(place.out, 'a file, where the folder should be');
  await run(['a'], saving());
  expect(outcome()).toMatchObject([{ kind: 'failed', error: { code: 'write-failed' } }]);
  expect(place.outbox.held.size).toBe(0);
});

test('a canceled or skipped job sends no webhook', async () => {
  mkdirSync(place.out);
  writeFileSync(join(place.out, 'a.pdf'), 'older');
  const options = saving();
  const skipping = { ...options, output: { ...options.output, existing: 'skip' as const } };
  const { queue, convert, rows } = await run(['a'], skipping);
  convert.mockImplementation(
    async (_request, { signal }: { signal?: AbortSignal } = {}) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('x')))),
  );
  await queue.add(files('b'), options);
  queue.cancel('unended');
  await until(() => queue.summary.counts.canceled === 1);
  expect(rows()).toMatchObject([{ skipped: true, deliveries: [] }, { deliveries: [] }]);
  expect(place.outbox.sent).toEqual([]);
  expect(place.outbox.held.size).toBe(0);
});

test('a webhook that cannot be staged does not fail the job', async () => {
  place.outbox.refusal = new AppError('write-failed', literal('The disk is full.'));
  const { rows } = await run(['a'], saving());
  expect(rows()[0]).toMatchObject({ status: 'completed', deliveries: [] });
  expect(filesOf(place.out)).toEqual({ 'a.pdf': 'PDF of /in/a.html' });
});
