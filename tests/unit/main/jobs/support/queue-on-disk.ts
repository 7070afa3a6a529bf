import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import { ConversionWork } from '../../../../../electron/main/jobs/conversion-work.js';
import { JobQueue } from '../../../../../electron/main/jobs/job-queue.js';
import { QueueJournal } from '../../../../../electron/main/jobs/queue-journal.js';
import {
  deliveriesOfJobs,
  recoverQueue,
} from '../../../../../electron/main/jobs/queue-recovery.js';
import type { ConvertedPdf, PdfEngine } from '../../../../../electron/main/engine/pdf-engine.js';
import { ClaimedNames } from '../../../../../electron/main/files/claimed-names.js';
import { PdfSpool } from '../../../../../electron/main/files/pdf-spool.js';
import type { RemoteRenderer } from '../../../../../electron/main/engine/remote-renderer.js';
import { noRemote } from './fake-remote.js';
import { FakeOutbox } from './fake-outbox.js';
import { type Mortality, immortal } from './mortality.js';
import type { ConversionRequest } from '../../../../../electron/shared/request/request.js';

/** An engine whose PDFs say what they were made from. */
export function fakeEngine() {
  const convert = vi.fn(async ({ source }: ConversionRequest): Promise<ConvertedPdf> => {
    const bytes = Buffer.from(`PDF of ${source.kind === 'file' ? source.path : source.kind}`);
    return Promise.resolve({
      parts: [bytes],
      size: bytes.length,
      pages: 1,
      title: 'A title',
      preflight: [],
    });
  });
  const engine: PdfEngine = { convert, close: async () => Promise.resolve() };
  return { convert, engine };
}

/** What stands around a queue of a test. */
export interface Surroundings {
  /** As it was left, over a restart too. */
  readonly outbox?: FakeOutbox;
  readonly remote?: RemoteRenderer;
  /** Puts itself between the queue and its journal, and between the queue and the outbox. */
  readonly mortality?: Mortality;
  readonly log?: (line: string) => void;
}

/** Opens the queue of a folder as Platen does at its start. */
export async function openOnDisk(
  folder: string,
  engine: PdfEngine,
  { outbox = new FakeOutbox(), remote = noRemote, mortality = immortal, log }: Surroundings = {},
) {
  const { journal, remembered, notice } = await QueueJournal.open(join(folder, 'queue'));
  const recovered = await recoverQueue(remembered, async () => Promise.resolve([]));
  const memory = mortality.memory(journal);
  const kept = new PdfSpool(join(folder, 'kept'));
  const names = new ClaimedNames();
  const elsewhere = join(folder, 'out');
  const work = new ConversionWork({
    engine,
    remote,
    memory,
    kept,
    names,
    outbox: mortality.outbox(outbox),
    elsewhere,
    log,
  });
  const queue = new JobQueue({
    work,
    memory,
    concurrency: 2,
    remembered: recovered.queue,
    ...(log && { log }),
  });
  const deliveries = deliveriesOfJobs(recovered.queue);
  if (deliveries.size > 0) await journal.settled();
  await outbox.reconcile(deliveries);
  return { queue, journal, kept, notice, recovered };
}

/**
 * The files of a folder with what they say; none if there is no such folder. Temporary files of a process that lives are left alone, which that of a
 * program that only plays dead does.
 */
export function filesOf(folder: string): Record<string, string> {
  try {
    return Object.fromEntries(
      readdirSync(folder)
        .filter((name) => !name.startsWith('.platen-'))
        .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
    );
  } catch {
    return {};
  }
}
