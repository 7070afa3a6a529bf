import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import * as writing from '../../../../electron/main/files/write-file.js';
import { openQueue } from '../../../../electron/main/jobs/open-queue.js';
import type { PdfEngine } from '../../../../electron/main/engine/contract/pdf-engine.js';
import { englishText } from '../../../../electron/shared/messages/translator.js';
import { leaveHalfWritten } from '../files/support/leftovers.js';
import { noRemote } from './support/fake-remote.js';
import { files, until } from './support/fake-work.js';
import { fakeEngine } from './support/queue-on-disk.js';
import {
  openStarted,
  place,
  uploading,
  withRequest,
  useUploadingQueue,
} from './support/uploading-queue.js';

useUploadingQueue();

vi.mock(import('../../../../electron/main/files/write-file.js'), { spy: true });

async function open(engine: PdfEngine) {
  const { folder, outbox } = place;
  const elsewhere = join(folder, 'out');
  return openQueue({
    engine,
    remote: noRemote,
    outbox,
    userData: folder,
    elsewhere,
    concurrency: 2,
  });
}

const upload = { bucket: 'papers', key: 'x.pdf', target: null, existing: 'ask' } as const;
const pdf = { contents: Buffer.from('x'), name: 'x.pdf', size: 1 };

/** Ends a job, but dies before its deliveries are released. */
async function endUnsent(): Promise<void> {
  const { queue, ended, close } = await openStarted();
  const release = place.outbox.release.bind(place.outbox);
  place.outbox.release = async () => Promise.resolve();
  await queue.add(files('a'), uploading(['s3://papers/a.pdf']));
  await ended();
  await close();
  place.outbox.release = release;
}

test('opening the queue sends the deliveries of ended jobs and deletes all others', async () => {
  await endUnsent();
  await place.outbox.stage({ job: null, pdf, uploads: [upload] });
  expect(place.outbox.held.size).toBe(2);

  const opened = await open(fakeEngine().engine);
  expect(place.outbox.places).toEqual(['s3://papers/a.pdf']);
  expect(place.outbox.held.size).toBe(0);
  await opened.close();
});

test('nothing is sent until the journal can be written', async () => {
  await endUnsent();
  const write = vi.mocked(writing.writePrivateFile);
  write.mockRejectedValueOnce(new Error('The disk is full.'));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const opened = await open(fakeEngine().engine);
  const { persistenceError } = opened.queue.summary;
  expect(persistenceError && englishText(persistenceError)).toContain('The disk is full.');
  expect(place.outbox.sent).toEqual([]);
  vi.advanceTimersByTime(5000);
  vi.useRealTimers();
  await until(() => place.outbox.sent.length > 0);
  expect(opened.queue.summary.persistenceError).toBeUndefined();
  expect(place.outbox.places).toEqual(['s3://papers/a.pdf']);
  await opened.close();
});

test('the failure of a page that crashed Platen four times is sent to its webhook', async () => {
  const { engine, convert } = fakeEngine();
  convert.mockImplementation(async () => new Promise(() => undefined));
  const webhook = 'https://hooks.test/done';
  for (let life = 0; life < 4; life += 1) {
    const { queue, journal } = await openStarted(engine);
    if (life === 0) {
      await queue.add(files('deadly'), withRequest(uploading([], { save: true }), { webhook }));
    }
    expect(queue.summary.counts.running).toBe(1);
    await journal.close();
  }
  const opened = await open(fakeEngine().engine);
  expect(opened.queue.listed.rows).toMatchObject([
    { status: 'failed', error: { code: 'page-crashed' }, deliveries: ['delivery-1'] },
  ]);
  expect(place.outbox.sent).toMatchObject([{ to: webhook }]);
  expect(place.outbox.sent[0]?.what).toContain('"key":"jobs.interrupted","params":{"count":4}');
  await opened.close();
});

test('opening the queue removes partially written PDFs', async () => {
  const kept = join(place.folder, 'kept');
  await leaveHalfWritten(kept);
  const opened = await open(fakeEngine().engine);
  expect(readdirSync(kept)).toEqual([]);
  await opened.close();
});
