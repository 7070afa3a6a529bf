import { applyLimits } from '../engine/concurrency.js';
import type { LocalEngine } from '../engine/contract/pdf-engine.js';
import type { RemoteRenderer } from '../engine/remote-renderer.js';
import type { PdfSpool } from '../files/pdf-spool.js';
import type { Job } from '../jobs/job.js';
import type { JobQueue } from '../jobs/job-queue.js';
import { type OpenedQueue, openQueue } from '../jobs/open-queue.js';
import { uploaders } from '../outbox/uploaders.js';
import { type UploadDelivery, isDone } from '../outbox/delivery.js';
import { type OpenedOutbox, type Outbox, openOutbox } from '../outbox/outbox.js';
import { createRemoteRenderer } from '../remote/remote-renderer.js';
import type { OpenedSettings } from '../settings/open-settings.js';
import type { DeliveryChanges } from '../../shared/deliveries.js';
import type { BatchResult, JobChanges } from '../../shared/jobs.js';
import { englishText } from '../../shared/messages/translator.js';
import type { PendingNotice } from './incoming.js';

interface WorkOptions {
  readonly userData: string;
  /** Platen's version, sent to services. */
  readonly version: string;
  /** Full path of the output folder for sources without a folder, such as URLs. */
  readonly downloads: string;
  readonly onJobs: (changes: JobChanges) => void;
  readonly onJobEnd: (job: Readonly<Job>) => void;
  readonly onBatchEnd: (result: BatchResult) => void;
  readonly onDeliveries: (changes: DeliveryChanges) => void;
  readonly onDelivered: (upload: UploadDelivery) => void;
  readonly log: (line: string) => void;
}

/** The jobs of the window and the deliveries of their PDFs. */
export interface OpenedWork {
  readonly renderer: RemoteRenderer;
  readonly queue: JobQueue;
  readonly spool: PdfSpool;
  readonly outbox: Outbox;
  /** Messages about the jobs and deliveries of the last run. */
  readonly notices: readonly PendingNotice[];
  start(): void;
  /** Stops everything; resolves when it is persisted. Jobs and deliveries can still be removed. */
  stop(): Promise<void>;
  /** Resolves when that, too, is persisted. */
  close(): Promise<void>;
}

/** Restores the jobs and deliveries of the last run. Nothing runs before `start()`. */
export async function openWork(
  engine: LocalEngine,
  settings: Pick<OpenedSettings, 'delivery' | 'state' | 'remote' | 'signIns' | 'passwords'>,
  options: WorkOptions,
): Promise<OpenedWork> {
  const { userData, version, downloads, onJobs, onJobEnd, onBatchEnd, log } = options;
  const { signIns, passwords } = settings;
  const { endpoints, bucketAccess, missingSecret } = settings.remote;
  const { outbox, notices } = await openWindowOutbox(settings, options);
  const renderer = createRemoteRenderer({ endpoints, bucketAccess, inliner: engine, version, log });
  const concurrency = applyLimits(engine, settings.state.settings);
  const opened = await openQueue({
    engine,
    remote: renderer,
    outbox,
    userData,
    elsewhere: downloads,
    missingCredential: missingSecret,
    missingSignIn: (id) => signIns.missing(id),
    accessOf: async ({ signIn }) => (signIn === undefined ? undefined : signIns.accessOf(signIn)),
    missingPasswords: (id) => passwords.missing(id),
    passwordsOf: async ({ protection }) => passwords.of(protection),
    concurrency,
    onChange: onJobs,
    onJobEnd,
    onBatchEnd,
    log,
  });
  const { queue, spool } = opened;
  return {
    renderer,
    queue,
    spool,
    outbox,
    notices: [...queueNotices(opened), ...notices.map((message) => ({ message }))],
    start: () => {
      queue.start();
      outbox.start();
    },
    stop: async () => {
      // Jobs that end now still stage their PDFs in the outbox, which persists them.
      try {
        await queue.stop();
      } finally {
        await outbox.stop();
      }
    },
    close: async () => {
      await Promise.all([opened.close(), outbox.flush()]);
    },
  };
}

/** Jobs that wait for a key or in a paused queue need the user; others continue by themselves. */
function queueNotices(opened: OpenedQueue): readonly PendingNotice[] {
  const { queue, damageNotice, restoredNotice } = opened;
  const isWaiting = () =>
    queue.listed.rows.some(({ status, error }) => status === 'queued' && error !== undefined);
  const damage = damageNotice === null ? [] : [{ message: damageNotice }];
  if (restoredNotice === null) return damage;
  const restored = { message: restoredNotice };
  if (isWaiting()) return [...damage, { ...restored, isResolved: () => !isWaiting() }];
  return [...damage, queue.summary.paused ? restored : { ...restored, isPassing: true }];
}

/** Opens the outbox. The clients of buckets and webhooks are loaded for the first delivery. */
async function openWindowOutbox(
  { delivery }: Pick<OpenedSettings, 'delivery'>,
  { userData, onDeliveries, onDelivered, log }: WorkOptions,
): Promise<OpenedOutbox> {
  const { accessTo, nameOf, webhookSecret, privateWebhooks } = delivery;
  const opened = await openOutbox({
    userData,
    accessTo,
    nameOf,
    ...uploaders,
    sendWebhook: async (post, signal) => {
      const { webhookSender } = await import('../webhooks/send-webhook.js');
      const send = webhookSender({ secret: webhookSecret, allowsPrivate: privateWebhooks });
      await send(post, signal);
    },
    onChange: onDeliveries,
    onEnd: (delivery) => {
      if (delivery.kind === 'upload' && isDone(delivery.state)) onDelivered(delivery);
    },
    log,
    onWriteErrorChange: () => {
      const { writeError } = opened.outbox;
      if (writeError !== null) log(englishText(writeError));
    },
  });
  return opened;
}
