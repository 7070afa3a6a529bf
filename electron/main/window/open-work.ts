import type { LocalEngine } from '../engine/pdf-engine.js';
import type { RemoteRenderer } from '../engine/remote-renderer.js';
import type { BatchResult } from '../jobs/batch.js';
import { concurrencyOf } from '../engine/concurrency.js';
import type { JobQueue } from '../jobs/job-queue.js';
import { openQueue } from '../jobs/open-queue.js';
import type { PdfSpool } from '../files/pdf-spool.js';
import type { Outbox } from '../outbox/outbox.js';
import type { UploadDelivery } from '../outbox/delivery.js';
import { createRemoteRenderer } from '../remote/remote-renderer.js';
import type { DeliveryChanges } from '../../shared/deliveries.js';
import type { JobChanges } from '../../shared/jobs.js';
import { openWindowOutbox } from './open-outbox.js';
import type { OpenedSettings } from '../settings/open-settings.js';

/** Where work is remembered, and who hears of it. */
export interface WorkPlace {
  /** Platen's own folder. */
  readonly userData: string;
  /** Platen's own, for services to know. */
  readonly version: string;
  /** Full path of the folder for what has no folder of its own, such as an address. */
  readonly elsewhere: string;
  readonly onJobs: (changes: JobChanges) => void;
  readonly onBatchEnd: (result: BatchResult) => void;
  readonly onDeliveries: (changes: DeliveryChanges) => void;
  readonly onDelivered: (upload: UploadDelivery) => void;
  readonly log: (line: string) => void;
}

/** The jobs that make PDFs, and the deliveries that carry them away. */
export interface OpenedWork {
  readonly renderer: RemoteRenderer;
  readonly queue: JobQueue;
  readonly kept: PdfSpool;
  readonly outbox: Outbox;
  /** Sentences for the person about what the last Platen left. */
  readonly notices: readonly string[];
  start(): void;
  /** Stops all, and resolves when it is on the disk. */
  close(): Promise<void>;
}

/** Opens all work as the last Platen left it, however that ended. Nothing runs before `start()`. */
export async function openWork(
  engine: LocalEngine,
  { delivery, state, remote }: Pick<OpenedSettings, 'delivery' | 'state' | 'remote'>,
  { userData, version, elsewhere, onJobs, onBatchEnd, onDeliveries, onDelivered, log }: WorkPlace,
): Promise<OpenedWork> {
  const { outbox, notices } = await openWindowOutbox({
    userData,
    settings: delivery,
    onChange: onDeliveries,
    onDelivered,
    log,
  });
  const { endpoints, bucketAccess } = remote;
  const renderer = createRemoteRenderer({ endpoints, bucketAccess, packer: engine, version, log });
  const concurrency = concurrencyOf(state.settings);
  engine.setConcurrency(concurrency);
  const opened = await openQueue({
    engine,
    remote: renderer,
    outbox,
    userData,
    elsewhere,
    missingCredential: remote.missingSecret,
    concurrency,
    onChange: onJobs,
    onBatchEnd,
    log,
  });
  return {
    renderer,
    queue: opened.queue,
    kept: opened.kept,
    outbox,
    notices: [...opened.notices, ...notices],
    start: () => {
      opened.queue.start();
      outbox.start();
    },
    close: async () => {
      // Jobs that end now hand over what they have made, which the outbox remembers.
      try {
        await opened.close();
      } finally {
        await outbox.stop();
      }
    },
  };
}
