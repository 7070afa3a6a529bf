import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach } from 'vitest';
import type { PdfEngine } from '../../../../../electron/main/engine/pdf-engine.js';
import { type JobOptions, jobOptionsSchema } from '../../../../../electron/shared/jobs.js';
import { FakeOutbox } from './fake-outbox.js';
import { files, until } from './fake-work.js';
import { fakeEngine, openOnDisk } from './queue-on-disk.js';

const root = mkdtempSync(join(tmpdir(), 'platen-uploads-'));

/** Where the queue of a test lives, and what it hands over to; new for each test. */
export const place = { folder: '', out: '', outbox: new FakeOutbox() };

beforeEach(() => {
  place.folder = mkdtempSync(join(root, 'case-'));
  place.out = join(place.folder, 'out');
  place.outbox = new FakeOutbox();
});

afterAll(() => rmSync(root, { recursive: true }));

/** Options whose PDFs are only uploaded, to these destinations, unless more is said. */
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

/** Opens the queue of the test, as Platen does at its start, and has it work. */
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
    await opened.journal.settled();
  };
  const rows = () => opened.queue.listed.rows;
  const close = async () => {
    await opened.queue.stop();
    await opened.journal.close();
  };
  return { ...opened, convert, ended, rows, close, log };
}

/** Adds jobs to a queue and waits until they have ended. */
export async function run(names: readonly string[], options: JobOptions) {
  const opened = await openStarted();
  await opened.queue.add(files(...names), options);
  await opened.ended();
  return opened;
}
