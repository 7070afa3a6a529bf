import { errorText } from '../../shared/messages/errors.js';
import type { Message } from '../../shared/messages/message.js';
import type { Contents } from '../files/temporary-file.js';
import type { PdfSpool } from '../files/pdf-spool.js';
import { ChangeBatcher, type PendingChanges } from '../util/change-batcher.js';
import type { Clock } from '../util/clock.js';
import {
  type Delivery,
  type DeliveryState,
  type WebhookDelivery,
  isDone,
  isPrivate,
  waitingAfter,
} from './delivery.js';
import type { DeliveryFiles } from './outbox-folder.js';
import type { Scheduler } from './scheduler.js';
import { WriteQueue } from './write-queue.js';

export interface DeliveryStoreOptions {
  readonly files: DeliveryFiles;
  readonly pdfs: Pick<PdfSpool, 'keep' | 'remove' | 'pathOf'>;
  readonly scheduler: Pick<Scheduler, 'update' | 'remove'>;
  readonly clock: Clock;
  readonly log: (line: string) => void;
  /** Called a few times a second at most. */
  readonly onChange: (changes: PendingChanges) => void;
  /** Called when {@link DeliveryStore.writeError} has changed. */
  readonly onWriteErrorChange: () => void;
}

/**
 * All deliveries, in memory and on the disk, with their PDFs. Changes are persisted and reported,
 * and a PDF is deleted once no delivery needs it.
 */
export class DeliveryStore {
  readonly #options: DeliveryStoreOptions;
  readonly #writes: WriteQueue;
  readonly #changes: ChangeBatcher;
  readonly #deliveries = new Map<string, Delivery>();
  readonly #webhooksByUpload = new Map<string, Set<string>>();
  readonly #pdfByUpload = new Map<string, string>();
  readonly #uploadsByPdf = new Map<string, Set<string>>();
  readonly #sentBytes = new Map<string, number>();

  /** @param deliveries those that an earlier process left */
  constructor(options: DeliveryStoreOptions, deliveries: readonly Delivery[]) {
    this.#options = options;
    this.#changes = new ChangeBatcher(options.onChange);
    this.#writes = new WriteQueue(options.clock, () => {
      this.#changes.touch();
      options.onWriteErrorChange();
    });
    for (const delivery of deliveries) this.#set(afterRestart(delivery));
  }

  get(id: string): Delivery | undefined {
    return this.#deliveries.get(id);
  }

  /** Leaves out those that have been removed. */
  some(ids: readonly string[]): readonly Delivery[] {
    return ids.flatMap((id) => this.#deliveries.get(id) ?? []);
  }

  get all(): readonly Delivery[] {
    return [...this.#deliveries.values()];
  }

  webhooksAfter(upload: string): readonly WebhookDelivery[] {
    const webhooks = this.some([...(this.#webhooksByUpload.get(upload) ?? [])]);
    return webhooks.filter(
      (delivery): delivery is WebhookDelivery =>
        delivery.kind === 'webhook' && delivery.after.includes(upload),
    );
  }

  /** Why deliveries cannot be persisted; null while they can. */
  get writeError(): Message | null {
    return this.#writes.error;
  }

  /**
   * Adds new deliveries, which are on the disk when this resolves.
   * @param contents the PDF of the uploads
   * @throws AppError `write-failed`; nothing is left then
   */
  async add(deliveries: readonly Delivery[], contents: Contents | undefined): Promise<void> {
    const { files, pdfs } = this.#options;
    try {
      const upload = deliveries.find((delivery) => delivery.kind === 'upload');
      if (upload && contents !== undefined) await pdfs.keep(upload.pdf.id, contents);
      for (const delivery of deliveries) await files.save(delivery);
    } catch (error) {
      for (const delivery of deliveries) await this.#deleteFiles(delivery);
      throw error;
    }
    for (const delivery of deliveries) this.set(delivery);
  }

  /** Changes a delivery in memory only: the disk has this state already, or need not have it. */
  set(delivery: Delivery): void {
    this.#set(delivery);
    this.#changes.changed(delivery.id);
  }

  /** Adds or changes a delivery, and persists it. */
  put(delivery: Delivery): void {
    this.set(delivery);
    void this.persist(delivery);
  }

  setState(id: string, state: DeliveryState): void {
    const delivery = this.#deliveries.get(id);
    if (delivery) this.put({ ...delivery, state });
  }

  /** @param sent bytes sent by the running attempt */
  setSentBytes(id: string, sent: number): void {
    if (this.#deliveries.get(id)?.state.status !== 'running') return;
    this.#sentBytes.set(id, sent);
    this.#changes.changed(id);
  }

  sentBytes(id: string): number | undefined {
    return this.#sentBytes.get(id);
  }

  /** Reports deliveries as changed whose row is outdated, such as its time of the next attempt. */
  touch(ids: readonly string[]): void {
    for (const id of ids) this.#changes.changed(id);
  }

  /** Resolves when the delivery is deleted from the disk, or the disk has failed. */
  async remove(delivery: Delivery): Promise<void> {
    const { id } = delivery;
    this.#deliveries.delete(id);
    this.#sentBytes.delete(id);
    this.#options.scheduler.remove(delivery);
    if (delivery.kind === 'webhook') {
      for (const upload of delivery.after) this.#webhooksByUpload.get(upload)?.delete(id);
    }
    this.#changes.removed(id);
    return this.persist(delivery);
  }

  /**
   * Writes the current state of a delivery, then deletes a PDF that no other delivery needs; not
   * before, because a kill in between would leave a delivery without its PDF.
   * @param isUrgent whether it goes before other writes
   * @returns resolves when it is on the disk, or the disk has failed
   */
  async persist({ id }: Pick<Delivery, 'id'>, isUrgent = false): Promise<void> {
    const { files } = this.#options;
    const write = async () => {
      const delivery = this.#deliveries.get(id);
      if (delivery && this.#isStored(delivery)) await files.save(delivery);
      else await files.delete(id);
      if (!delivery || isDone(delivery.state)) await this.#releasePdf(id);
    };
    return this.#writes.add(id, write, isUrgent);
  }

  /**
   * Reports all pending changes now. Resolves when all deliveries are on the disk or the disk has
   * failed.
   */
  async flush(): Promise<void> {
    this.#changes.flush();
    await this.#writes.flush();
  }

  #set(delivery: Delivery): void {
    const { id, state } = delivery;
    this.#deliveries.set(id, delivery);
    this.#options.scheduler.update(delivery);
    if (state.status !== 'running') this.#sentBytes.delete(id);
    if (delivery.kind === 'webhook') {
      for (const upload of delivery.after) entryOf(this.#webhooksByUpload, upload).add(id);
    } else if (!isDone(state)) {
      this.#pdfByUpload.set(id, delivery.pdf.id);
      entryOf(this.#uploadsByPdf, delivery.pdf.id).add(id);
    }
  }

  /**
   * A private delivery is deleted from the disk once it is done and its webhooks have its outcome.
   */
  #isStored(delivery: Delivery): boolean {
    if (!isPrivate(delivery) || !isDone(delivery.state)) return true;
    return this.webhooksAfter(delivery.id).some(({ ready }) => ready === undefined);
  }

  async #releasePdf(upload: string): Promise<void> {
    const pdf = this.#pdfByUpload.get(upload);
    if (pdf === undefined) return;
    this.#pdfByUpload.delete(upload);
    const uploads = this.#uploadsByPdf.get(pdf);
    uploads?.delete(upload);
    if (uploads?.size !== 0) return;
    this.#uploadsByPdf.delete(pdf);
    await this.#options.pdfs.remove(pdf).catch((error: unknown) => {
      this.#options.log(`Couldn't delete a PDF that is no longer needed: ${errorText(error)}`);
    });
  }

  async #deleteFiles(delivery: Delivery): Promise<void> {
    const { files, pdfs, log } = this.#options;
    const deletions = [files.delete(delivery.id)];
    if (delivery.kind === 'upload') deletions.push(pdfs.remove(delivery.pdf.id));
    for (const result of await Promise.allSettled(deletions)) {
      if (result.status === 'fulfilled') continue;
      log(`Couldn't delete an incomplete delivery: ${errorText(result.reason)}`);
    }
  }
}

function entryOf(map: Map<string, Set<string>>, key: string): Set<string> {
  const entry = map.get(key) ?? new Set<string>();
  map.set(key, entry);
  return entry;
}

/**
 * A delivery that was running waits. One without its secret is retried, as the secret may have been
 * entered.
 */
function afterRestart(delivery: Delivery): Delivery {
  const { state } = delivery;
  if (state.status === 'running') return { ...delivery, state: waitingAfter(state) };
  if (state.status !== 'waiting' || state.missingSecret !== true) return delivery;
  return { ...delivery, state: waitingAfter(state, { attempts: 0, error: state.error }) };
}
