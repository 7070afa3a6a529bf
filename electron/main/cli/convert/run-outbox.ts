import type { DeliveryRow } from '../../../shared/deliveries.js';
import type { DeliverySettings } from '../../outbox/delivery-settings.js';
import type { PdfSpool } from '../../files/pdf-spool.js';
import { bucketClients } from '../../outbox/bucket-senders.js';
import { Outbox } from '../../outbox/outbox.js';
import { nullDeliveryStore } from '../../outbox/delivery-store.js';
import { interactiveSchedule } from '../../outbox/schedule.js';
import type { Reporter } from './reporter.js';
import { UploadProgress } from './upload-progress.js';

/** What the outbox of a run stands on. */
export interface RunOutboxParts {
  readonly kept: PdfSpool;
  /** What the settings say; called only when something is to be sent. */
  readonly settings: () => Promise<DeliverySettings>;
  /** Lets webhooks be on this computer or in a private network, whatever the settings say. */
  readonly allowPrivateWebhook: boolean;
  readonly reporter: Reporter;
  /** What the source of a job is called. */
  readonly labelOf: (job: string | null) => string;
}

/** An outbox that lasts as long as a run of `convert`: it remembers nothing, and gives up soon, as somebody waits. */
export function runOutbox(parts: RunOutboxParts): Outbox {
  const { kept, settings, allowPrivateWebhook, reporter, labelOf } = parts;
  const progress = new UploadProgress();
  const retries = new Retries();
  return new Outbox({
    memory: nullDeliveryStore,
    pdfs: kept,
    ...bucketClients,
    sendWebhook: async (post, signal) => {
      const [{ webhookSender }, { signingSecretOfCommand }] = await Promise.all([
        import('../../webhooks/send-webhook.js'),
        import('../../webhooks/signing-secret.js'),
      ]);
      const { webhookSecret, privateWebhooks } = await settings();
      const secret = async () => signingSecretOfCommand(webhookSecret);
      const allowsPrivate = () => allowPrivateWebhook || privateWebhooks();
      await webhookSender({ secret, allowsPrivate })(post, signal);
    },
    accessTo: async (target, place) => (await settings()).accessTo(target, place),
    schedule: interactiveSchedule,
    onChange: ({ rows }) => {
      progress.heard(rows);
      reporter.uploads(progress.text);
      for (const row of rows.filter((each) => retries.isNew(each))) {
        const seconds = ((row.retryAt ?? 0) - Date.now()) / 1000;
        if (row.error) reporter.retrying(labelOf(row.job), row.error, seconds);
      }
    },
    log: (line) => reporter.note(line),
  });
}

/** Tells a new try that is ahead from one that was told: deliveries to one place wait together, and that is said once. */
class Retries {
  readonly #told = new Set<string>();

  isNew({ status, error, retryAt, to }: DeliveryRow): boolean {
    if (status !== 'waiting' || !error || retryAt === undefined) return false;
    const name = `${retryAt} ${to}`;
    if (this.#told.has(name)) return false;
    this.#told.add(name);
    return true;
  }
}
