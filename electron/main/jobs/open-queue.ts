import { join } from 'node:path';
import { ClaimedNames } from '../files/claimed-names.js';
import { PdfSpool } from '../files/pdf-spool.js';
import type { DeliverySink } from '../outbox/delivery-sink.js';
import { removeLeftovers } from '../files/temporary-file.js';
import type { PdfEngine } from '../engine/pdf-engine.js';
import type { RemoteRenderer } from '../engine/remote-renderer.js';
import { ConversionWork } from './conversion-work.js';
import { keptPdf } from './job.js';
import { JobDeliveries } from './job-delivery-sink.js';
import { JobQueue } from './job-queue.js';
import { QueueJournal } from './queue-journal.js';
import type { QueueParts } from './queue-parts.js';
import { deliveriesOfJobs, recoverQueue, unendedNotice } from './queue-recovery.js';

export interface QueuePlace extends Omit<QueueParts, 'work' | 'memory' | 'remembered'> {
  readonly engine: PdfEngine;
  /** Has the PDFs of jobs made that are not for this computer. */
  readonly remote: RemoteRenderer;
  /** What leaves this computer: what jobs of the last Platen had handed over is sent or dropped as the queue is opened. */
  readonly outbox: ReconcilingOutbox;
  /** Platen's own folder, where the queue is remembered; no other process may use it. */
  readonly userData: string;
  /** Full path of the folder for what has no folder of its own, such as an address. */
  readonly elsewhere: string;
}

/** The outbox, as far as a queue needs it that is remembered over restarts. */
export interface ReconcilingOutbox extends DeliverySink {
  /** Releases what is held and among these ids, which jobs have that are known to have ended; discards what else is held. */
  reconcile(referenced: ReadonlySet<string>): Promise<void>;
}

/** A queue that is remembered over restarts. */
export interface OpenedQueue {
  readonly queue: JobQueue;
  readonly kept: PdfSpool;
  /** Sentences for the person about what the last Platen left. */
  readonly notices: readonly string[];
  /** Stops the queue, and resolves when all is on the disk. */
  close(): Promise<void>;
}

/** Opens the queue as the last Platen left it, however that ended. Nothing runs before `queue.start()`. */
export async function openQueue(place: QueuePlace): Promise<OpenedQueue> {
  const { engine, remote, outbox, userData, elsewhere, log } = place;
  const { journal, remembered, notice } = await QueueJournal.open(join(userData, 'queue'));
  const handover = new JobDeliveries(outbox, (line) => log?.(line));
  const recovered = await recoverQueue(remembered, async ({ core, options }, error) =>
    handover.holdFailure({ id: core.id, options }, error, neverAborted),
  );
  const keptFolder = join(userData, 'kept');
  await removeLeftovers(keptFolder);
  const kept = new PdfSpool(keptFolder);
  const names = new ClaimedNames();
  const work = new ConversionWork({
    engine,
    remote,
    memory: journal,
    kept,
    names,
    outbox,
    elsewhere,
    log,
  });
  const queue = new JobQueue({ ...place, work, memory: journal, remembered: recovered.queue });
  await removeUnneeded(kept, queue);
  const deliveries = deliveriesOfJobs(recovered.queue);
  // A kill may follow at once: what is sent from now on belongs to jobs that are on the disk as ended.
  if (deliveries.size > 0) await journal.settled();
  if (journal.trouble === null) await outbox.reconcile(deliveries);
  // What is held besides stays for the next start to drop.
  else await queue.send(deliveries);
  const notices = [notice, unendedNotice(recovered, queue.missingCredential)].filter(
    (sentence) => sentence !== null,
  );
  const close = async () => {
    await queue.stop();
    await journal.close();
  };
  return { queue, kept, notices, close };
}

const neverAborted = new AbortController().signal;

/** A PDF that was written after all, and then stayed here because of a kill. What is not of this queue stays. */
async function removeUnneeded(kept: PdfSpool, queue: JobQueue): Promise<void> {
  for (const id of await kept.ids()) {
    const job = queue.get(id);
    if (job !== undefined && !keptPdf(job.state)) await kept.remove(id);
  }
}
