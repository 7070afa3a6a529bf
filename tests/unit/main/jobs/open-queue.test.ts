import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { JournalFile } from '../../../../electron/main/jobs/journal-file.js';
import { openQueue } from '../../../../electron/main/jobs/open-queue.js';
import type { PdfEngine } from '../../../../electron/main/engine/pdf-engine.js';
import { leaveHalfWritten } from '../files/support/leftovers.js';
import { noRemote } from './support/fake-remote.js';
import { files, until } from './support/fake-work.js';
import { fakeEngine } from './support/queue-on-disk.js';
import { openStarted, place, uploading, withRequest } from './support/uploading-queue.js';

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

/** As where Platen is killed after the end of a job was remembered, and before what it had handed over was sent. */
async function endUnsent(): Promise<void> {
  const { queue, ended, close } = await openStarted();
  const release = place.outbox.release.bind(place.outbox);
  place.outbox.release = async () => Promise.resolve();
  await queue.add(files('a'), uploading(['s3://papers/a.pdf']));
  await ended();
  await close();
  place.outbox.release = release;
}

test('what jobs had handed over that have ended is sent as the queue is opened, and nothing else', async () => {
  await endUnsent();
  await place.outbox.hold({ job: null, pdf, uploads: [upload] });
  expect(place.outbox.held.size).toBe(2);

  const opened = await open(fakeEngine().engine);
  expect(place.outbox.places).toEqual(['s3://papers/a.pdf']);
  expect(place.outbox.held.size).toBe(0);
  await opened.close();
});

test('nothing is sent while the list cannot be written, and then what had been handed over', async () => {
  await endUnsent();
  const disk = vi.spyOn(JournalFile.prototype, 'replace');
  disk.mockRejectedValueOnce(new Error('The disk is full.'));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const opened = await open(fakeEngine().engine);
  expect(opened.queue.summary.trouble).toContain('The disk is full.');
  expect(place.outbox.sent).toEqual([]);
  vi.advanceTimersByTime(5000);
  vi.useRealTimers();
  await until(() => place.outbox.sent.length > 0);
  expect(opened.queue.summary.trouble).toBeUndefined();
  expect(place.outbox.places).toEqual(['s3://papers/a.pdf']);
  await opened.close();
});

test('a page that is taken for what ended Platen is told to who waits for it', async () => {
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
  expect(place.outbox.sent[0]?.what).toContain('Platen ended 4 times in a row');
  await opened.close();
});

test('PDFs that a kill left half written are removed as the queue is opened', async () => {
  const kept = join(place.folder, 'kept');
  await leaveHalfWritten(kept);
  const opened = await open(fakeEngine().engine);
  expect(readdirSync(kept)).toEqual([]);
  await opened.close();
});
