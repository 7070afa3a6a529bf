import { locationUri } from '../../../../../electron/shared/upload-location.js';
import type {
  DeliveryInput,
  DeliverySink,
} from '../../../../../electron/main/outbox/delivery-sink.js';

/** A delivery of a job. */
export interface FakeDelivery {
  readonly id: string;
  readonly job: string | null;
  /** `s3://bucket/key`, or the URL of the webhook. */
  readonly to: string;
  /** The uploaded text, or the outcome that the webhook reports. */
  readonly what: string;
}

/** An outbox in memory that survives a simulated kill. Released deliveries arrive at once. */
export class FakeOutbox implements DeliverySink {
  readonly held = new Map<string, FakeDelivery>();
  readonly sent: FakeDelivery[] = [];
  /** The error that `stage` rejects with. */
  refusal: Error | null = null;
  #count = 0;

  async stage(work: DeliveryInput): Promise<readonly string[]> {
    await new Promise((resolve) => setImmediate(resolve));
    if (this.refusal !== null) throw this.refusal;
    const { job, uploads, webhook, pdf } = work;
    const all = uploads.map((place) => ({
      to: locationUri(place),
      what: textOf(pdf?.contents),
    }));
    const message = webhook && { to: webhook.address, what: JSON.stringify(webhook.outcome) };
    return [...all, ...(message ? [message] : [])].map((each) => {
      const id = `delivery-${++this.#count}`;
      this.held.set(id, { id, job, ...each });
      return id;
    });
  }

  async release(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      const delivery = this.held.get(id);
      if (delivery === undefined) continue;
      this.held.delete(id);
      this.sent.push(delivery);
    }
    return Promise.resolve();
  }

  async discard(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.held.delete(id);
    return Promise.resolve();
  }

  async reconcile(referenced: ReadonlySet<string>): Promise<void> {
    const ids = [...this.held.keys()];
    await this.release(ids.filter((id) => referenced.has(id)));
    return this.discard(ids.filter((id) => !referenced.has(id)));
  }

  /** The destinations of all sent deliveries, sorted. */
  get places(): readonly string[] {
    return this.sent.map(({ to }) => to).sort();
  }
}

function textOf(contents: NonNullable<DeliveryInput['pdf']>['contents'] | undefined): string {
  if (Array.isArray(contents)) return Buffer.concat(contents as readonly Buffer[]).toString();
  return Buffer.isBuffer(contents) ? contents.toString() : '';
}
