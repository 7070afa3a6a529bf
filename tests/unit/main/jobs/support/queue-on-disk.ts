import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import { ConversionWork } from '../../../../../electron/main/jobs/conversion-work.js';
import { JobQueue } from '../../../../../electron/main/jobs/job-queue.js';
import { QueueJournal } from '../../../../../electron/main/jobs/queue-journal.js';
import {
  referencedDeliveries,
  recoverQueue,
} from '../../../../../electron/main/jobs/open-queue.js';
import type {
  ConvertedPdf,
  PdfEngine,
} from '../../../../../electron/main/engine/contract/pdf-engine.js';
import { ClaimedNames } from '../../../../../electron/main/files/claimed-names.js';
import { PdfSpool } from '../../../../../electron/main/files/pdf-spool.js';
import type { RemoteRenderer } from '../../../../../electron/main/engine/remote-renderer.js';
import { noRemote } from './fake-remote.js';
import { FakeOutbox } from './fake-outbox.js';
import { type KillSimulation, immortal } from './mortality.js';
import type { ConversionRequest } from '../../../../../electron/shared/request/request.js';

/** An engine whose PDFs name their source. */
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

/** The environment of a queue. */
export interface Surroundings {
  /** Shared by several runs to simulate a restart. */
  readonly outbox?: FakeOutbox;
  readonly remote?: RemoteRenderer;
  /** Simulates a kill. */
  readonly mortality?: KillSimulation;
  readonly log?: (line: string) => void;
}

/** Opens the queue of a folder like `openQueue`. */
export async function openOnDisk(
  folder: string,
  engine: PdfEngine,
  { outbox = new FakeOutbox(), remote = noRemote, mortality = immortal, log }: Surroundings = {},
) {
  const { journal, restored, notice } = await QueueJournal.open(join(folder, 'queue'));
  const recovered = await recoverQueue(restored, async () => Promise.resolve([]));
  const store = mortality.store(journal);
  const kept = new PdfSpool(join(folder, 'kept'));
  const names = new ClaimedNames();
  const elsewhere = join(folder, 'out');
  const work = new ConversionWork({
    engine,
    remote,
    store,
    spool: kept,
    names,
    outbox: mortality.outbox(outbox),
    elsewhere,
    log,
  });
  const queue = new JobQueue({
    work,
    store,
    concurrency: 2,
    restored: recovered,
    ...(log && { log }),
  });
  const deliveries = referencedDeliveries(recovered);
  if (deliveries.size > 0) await journal.flush();
  await outbox.reconcile(deliveries);
  return { queue, journal, kept, notice };
}

/**
 * Returns the contents of a folder by file name; none if it does not exist. Temporary files of the
 * simulated kill are ignored, as the process that owns them is alive.
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
