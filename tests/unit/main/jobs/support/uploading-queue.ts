import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach } from 'vitest';
import type { PdfEngine } from '../../../../../electron/main/engine/contract/pdf-engine.js';
import { type JobOptions, jobOptionsSchema } from '../../../../../electron/shared/jobs.js';
import { FakeOutbox } from './fake-outbox.js';
import { files, until } from './fake-work.js';
import { fakeEngine, openOnDisk } from './queue-on-disk.js';

/** The folder and the outbox of the current test. */
export const place = { folder: '', out: '', outbox: new FakeOutbox() };

/** Gives each test of the calling file its own folder and outbox. */
export function useUploadingQueue(): void {
  const root = mkdtempSync(join(tmpdir(), 'platen-uploads-'));
  beforeEach(() => {
    place.folder = mkdtempSync(join(root, 'case-'));
    place.out = join(place.folder, 'out');
    place.outbox = new FakeOutbox();
  });
  afterAll(() => rmSync(root, { recursive: true }));
}

/** Options that upload to these destinations and save no file, unless `more` says so. */
export function uploading(
  destinations: readonly string[],
  more: Partial<JobOptions['output']> = {},
): JobOptions {
  const uploads = destinations.map((destination) => ({ destination }));
  return jobOptionsSchema.parse({
    request: {},
    output: { folder: place.out, save: false, uploads, ...more },
  });
}

export function withRequest({ request, output }: JobOptions, more: object): JobOptions {
  return jobOptionsSchema.parse({ request: { ...request, ...more }, output });
}

/** Opens and starts the queue of the current test. */
export async function openStarted(own?: PdfEngine) {
  const { engine, convert } = fakeEngine();
  const log: string[] = [];
  const opened = await openOnDisk(place.folder, own ?? engine, {
    outbox: place.outbox,
    log: (line) => void log.push(line),
  });
  opened.queue.start();
  const ended = async () => {
    await until(() => opened.queue.summary.batch === null);
    await opened.journal.flush();
  };
  const rows = () => opened.queue.listed.rows;
  const close = async () => {
    await opened.queue.stop();
    await opened.journal.close();
  };
  return { ...opened, convert, ended, rows, close, log };
}

/** Runs jobs to their end. */
export async function run(names: readonly string[], options: JobOptions) {
  const opened = await openStarted();
  await opened.queue.add(files(...names), options);
  await opened.ended();
  return opened;
}
