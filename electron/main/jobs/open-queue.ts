import { join } from 'node:path';
import { AppError, type AppErrorData, errorData } from '../../shared/messages/errors.js';
import { type Message, message } from '../../shared/messages/message.js';
import type { PdfEngine } from '../engine/contract/pdf-engine.js';
import type { RemoteRenderer } from '../engine/remote-renderer.js';
import { ClaimedNames } from '../files/claimed-names.js';
import { finishDelivery } from '../files/deliver.js';
import { PdfSpool } from '../files/pdf-spool.js';
import { removeLeftovers } from '../files/temporary-file.js';
import type { DeliverySink } from '../outbox/delivery-sink.js';
import { type AccessOf, ConversionWork, type PasswordsOf } from './conversion-work.js';
import {
  type JobDelivery,
  type JobState,
  type PersistedJob,
  type RunningState,
  deliveryIds,
  isSent,
  jobOfSpooled,
  isInSpool,
  queuedState,
  retainedState,
  unknownOutcome,
  withDeliveries,
} from './job.js';
import { JobDeliveries } from './job-deliveries.js';
import { JobQueue } from './job-queue.js';
import type { PersistedQueue } from './job-store.js';
import { QueueJournal } from './queue-journal.js';
import type { QueueParts } from './queue-parts.js';

export interface QueuePlace extends Omit<QueueParts, 'work' | 'store' | 'restored'> {
  readonly engine: PdfEngine;
  /** Renders the PDFs of jobs that name a service. */
  readonly remote: RemoteRenderer;
  readonly outbox: ReconcilingOutbox;
  readonly accessOf?: AccessOf;
  readonly passwordsOf?: PasswordsOf;
  /** Platen's own folder; no other process may use it. */
  readonly userData: string;
  /** Full path of the default output folder, for sources without a folder, such as a URL. */
  readonly elsewhere: string;
}

/** The outbox of a persistent queue. */
interface ReconcilingOutbox extends DeliverySink {
  /** Releases staged deliveries with these ids and deletes all others. */
  reconcile(referenced: ReadonlySet<string>): Promise<void>;
}

export interface OpenedQueue {
  readonly queue: JobQueue;
  readonly spool: PdfSpool;
  /** What was wrong with the stored queue; null for nothing. */
  readonly damageNotice: Message | null;
  /** That jobs were restored which have not ended; null for none. */
  readonly restoredNotice: Message | null;
  /** Ends the writing of a stopped queue. Resolves when everything is on the disk. */
  close(): Promise<void>;
}

/**
 * Opens the persisted queue, after a quit or a kill. Nothing runs before `queue.start()`.
 */
export async function openQueue(place: QueuePlace): Promise<OpenedQueue> {
  const { engine, remote, outbox, userData, elsewhere, log } = place;
  const { accessOf, passwordsOf } = place;
  const {
    journal,
    restored,
    notice: damageNotice,
  } = await QueueJournal.open(join(userData, 'queue'));
  const deliveries = new JobDeliveries(outbox, (line) => log?.(line));
  const recovered = await recoverQueue(restored, async ({ core, options }, error) =>
    deliveries.stageFailure({ ...core, options }, error, neverAborted),
  );
  const spool = await openSpool(join(userData, 'kept'));
  const names = new ClaimedNames();
  const parts = { engine, remote, store: journal, spool, names, outbox, elsewhere, log };
  const work = new ConversionWork({ ...parts, accessOf, passwordsOf });
  const queue = new JobQueue({ ...place, work, store: journal, restored: recovered });
  await removeUnusedPdfs(spool, queue);
  await reconcile(outbox, referencedDeliveries(recovered), journal, queue);
  const restoredNotice = unendedNotice(queue);
  const close = async () => journal.close();
  return { queue, spool, damageNotice, restoredNotice, close };
}

const neverAborted = new AbortController().signal;

async function openSpool(folder: string): Promise<PdfSpool> {
  await removeLeftovers(folder);
  return new PdfSpool(folder);
}

/** Removes PDFs whose jobs no longer need them because of a kill. Files of no job stay. */
async function removeUnusedPdfs(spool: PdfSpool, queue: JobQueue): Promise<void> {
  for (const id of await spool.ids()) {
    const job = queue.get(jobOfSpooled(id));
    if (job && !isInSpool(job.state)) await spool.remove(id);
  }
}

/**
 * Sends or deletes staged deliveries, once the recovered states are on the disk: another kill may
 * follow.
 */
async function reconcile(
  outbox: ReconcilingOutbox,
  deliveries: ReadonlySet<string>,
  journal: QueueJournal,
  queue: JobQueue,
): Promise<void> {
  if (deliveries.size > 0) await journal.flush();
  if (journal.writeError === null) await outbox.reconcile(deliveries);
  // Deliveries that no job refers to are deleted at the next start.
  else await queue.release(deliveries);
}

/** Null if all restored jobs have ended. */
export function unendedNotice({
  summary,
  waitingForCredential,
}: Pick<JobQueue, 'summary' | 'waitingForCredential'>): Message | null {
  const count = summary.counts.queued;
  const waiting = waitingForCredential;
  if (count === 0) return null;
  if (summary.paused) return message('jobs.restoredPaused', { count });
  if (waiting === 0) return message('jobs.restored', { count });
  return waiting === count
    ? message('jobs.restoredWaiting', { count })
    : message('jobs.restoredSomeWaiting', { count, waiting });
}

/**
 * After so many crashes in a row a page that was running at each is considered their cause. Two or
 * three may be chance: after the first, the page runs last and alone.
 */
const maxInterruptions = 4;

/** Stages the webhook that reports a failure, if the job has one. */
export type ReportFailure = (
  job: PersistedJob,
  error: AppErrorData,
) => Promise<readonly JobDelivery[]>;

/**
 * Decides what happens to jobs that were running when Platen was killed or crashed. A rename that
 * was announced is completed; other jobs are queued again, except one that may be what crashes
 * Platen.
 */
export async function recoverQueue(
  { paused, jobs }: PersistedQueue,
  reportFailure: ReportFailure,
): Promise<PersistedQueue> {
  const recovered: PersistedJob[] = [];
  for (const job of jobs) recovered.push(await recoveredJob(job, reportFailure));
  return { paused, jobs: recovered };
}

/** Those of ended jobs, and those of unended jobs from earlier attempts: all are to be sent. */
export function referencedDeliveries({ jobs }: PersistedQueue): ReadonlySet<string> {
  return new Set(jobs.flatMap(({ state }) => deliveryIds(state)));
}

async function recoveredJob(
  job: PersistedJob,
  reportFailure: ReportFailure,
): Promise<PersistedJob> {
  if (job.state.status !== 'running') return job;
  const state = await recoveredState(job.state);
  const reports = state.status === 'failed' ? await reportFailure(job, state.error) : [];
  return { ...job, state: { ...state, ...withDeliveries(state, reports) } };
}

async function recoveredState(state: RunningState): Promise<JobState> {
  // Its parts only have to be delivered, which crashes nothing.
  if (state.split) return queuedState(state);
  if (state.committing) return recoveredCommit(state, state.committing);
  // The job was only writing its kept PDF, which crashes nothing.
  if (state.kept) return queuedState(state);
  if (isSent(state)) return unknownOutcome(state);
  const interrupted = (state.interrupted ?? 0) + 1;
  const { deliveries } = state;
  if (interrupted < maxInterruptions) {
    return { status: 'queued', interrupted, ...withDeliveries({ deliveries }) };
  }
  const failure = message('jobs.interrupted', { count: interrupted });
  const error = new AppError('page-crashed', failure).toData();
  return { status: 'failed', error, ...withDeliveries({ deliveries }) };
}

async function recoveredCommit(
  state: RunningState,
  { intent, pdf, deliveries, remote }: NonNullable<RunningState['committing']>,
): Promise<JobState> {
  try {
    const outcome = await finishDelivery(intent);
    if (outcome === 'placed') {
      const result = { path: intent.path, pdf, ...(remote && { remote }) };
      return { status: 'completed', ...result, ...withDeliveries({ deliveries }) };
    }
    return isSent(state) ? unknownOutcome(state) : queuedState(state);
  } catch (error) {
    return { status: 'failed', error: errorData(error), ...retainedState(state) };
  }
}
