import type { DeliveryRow } from '../../shared/deliveries.js';
import { errorText } from '../../shared/errors.js';
import { ChangeBatcher } from '../util/change-batcher.js';
import { isMissingSecret } from '../network/delivery-failure.js';
import { deliveryRow } from './delivery-row.js';
import type { DiskTasks } from './disk-tasks.js';
import type { OutboxParts } from './outbox-parts.js';
import type { Delivery, DeliveryState, WebhookDelivery } from './delivery.js';
import { isDone, isPrivate, waitingAfter } from './delivery-state.js';
import { type CircuitBreaker, routeOf } from './circuit-breaker.js';
import type { Turns } from './scheduler.js';

/**
 * The deliveries in their order. Whatever changes here is remembered on the disk and told to whoever listens, and a PDF that no delivery needs any more is
 * removed.
 */
export class DeliveryTable {
  readonly #parts: OutboxParts;
  readonly #routes: CircuitBreaker;
  readonly #turns: Turns;
  readonly #disk: DiskTasks;
  readonly #byId = new Map<string, Delivery>();
  readonly #pdfs = new SharedPdfs();
  readonly #webhooksByUpload = new Map<string, Set<string>>();
  readonly #sent = new Map<string, number>();
  readonly #feed: ChangeBatcher;

  constructor(parts: OutboxParts, routes: CircuitBreaker, turns: Turns, disk: DiskTasks) {
    this.#parts = parts;
    this.#routes = routes;
    this.#turns = turns;
    this.#disk = disk;
    this.#feed = new ChangeBatcher(({ changed, removed }) => {
      const rows = changed.flatMap((id) => this.row(id) ?? []);
      const { trouble } = disk;
      const told = { rows, removed: [...removed], ...(trouble !== null && { trouble }) };
      this.#guard(() => parts.onChange?.(told));
    });
    for (const delivery of parts.remembered ?? []) this.#set(afterRestart(delivery));
  }

  get(id: string): Delivery | undefined {
    return this.#byId.get(id);
  }

  /** Those of the ids that are in the list; others have been taken off meanwhile. */
  some(ids: readonly string[]): readonly Delivery[] {
    return ids.flatMap((id) => this.#byId.get(id) ?? []);
  }

  get all(): readonly Delivery[] {
    return [...this.#byId.values()];
  }

  /** The messages that tell of an upload. */
  webhooksAfter(upload: string): readonly WebhookDelivery[] {
    const webhooks = this.some([...(this.#webhooksByUpload.get(upload) ?? [])]);
    return webhooks.filter(
      (delivery): delivery is WebhookDelivery =>
        delivery.kind === 'webhook' && delivery.after.includes(upload),
    );
  }

  get rows(): readonly DeliveryRow[] {
    return this.all.flatMap(({ id }) => this.row(id) ?? []);
  }

  row(id: string): DeliveryRow | null {
    const delivery = this.#byId.get(id);
    if (!delivery) return null;
    const route = routeOf(delivery);
    return deliveryRow(delivery, {
      nameOf: this.#parts.nameOf ?? ((_target, { bucket }) => bucket),
      sent: this.#sent.get(id),
      opensAt: this.#routes.opensAt(route),
      routeError: this.#routes.errorOf(route),
    });
  }

  /** Takes a delivery in that the disk knows already, or need not know as it is now. */
  show(delivery: Delivery): void {
    this.#set(delivery);
    this.#feed.changed(delivery.id);
  }

  /** Puts a delivery in the place of the one of its id, or at the end. */
  put(delivery: Delivery): void {
    this.show(delivery);
    void this.remember(delivery);
  }

  setState(id: string, state: DeliveryState): void {
    const delivery = this.#byId.get(id);
    if (delivery) this.put({ ...delivery, state });
  }

  /** Bytes sent so far, of the try that is under way. */
  setSent(id: string, sent: number): void {
    if (this.#byId.get(id)?.state.status !== 'running') return;
    this.#sent.set(id, sent);
    this.#feed.changed(id);
  }

  /** Takes a delivery off the list. Resolves when the disk has forgotten it, or when it is plain that it cannot now. */
  async remove(delivery: Delivery): Promise<void> {
    const { id } = delivery;
    this.#byId.delete(id);
    this.#sent.delete(id);
    this.#turns.leave(delivery);
    if (delivery.kind === 'webhook') {
      for (const upload of delivery.after) this.#webhooksByUpload.get(upload)?.delete(id);
    }
    this.#feed.removed(id);
    return this.remember(delivery);
  }

  /** Tells anew of all that takes a route, as it was opened or interrupted. */
  tellRoute(route: string): void {
    for (const id of this.#turns.waiting(route)) this.#feed.changed(id);
  }

  /**
   * Resolves when a delivery is on the disk as it is now, or when it is plain that the disk does not take it. A PDF that none needs any more is removed once
   * the disk knows that: else a kill would leave a delivery that lacks it.
   * @param isUrgent whether it comes before all that is not
   */
  async remember({ id }: Pick<Delivery, 'id'>, isUrgent = false): Promise<void> {
    const write = async () => {
      const delivery = this.#byId.get(id);
      const { memory } = this.#parts;
      if (delivery && !this.#leavesNoTrace(delivery)) await memory.keep(delivery);
      else await memory.forget(id);
      if (!delivery || isDone(delivery.state)) await this.#letGoOfPdf(id);
    };
    return this.#disk.do(id, write, isUrgent);
  }

  /** Tells of the trouble of the disk, which has begun, changed or ended. */
  tellTrouble(): void {
    this.#feed.touch();
  }

  /** Tells all that is to be told, now. */
  flush(): void {
    this.#feed.flush();
  }

  #set(delivery: Delivery): void {
    const { id, state } = delivery;
    this.#byId.set(id, delivery);
    this.#turns.note(delivery);
    if (state.status !== 'running') this.#sent.delete(id);
    if (delivery.kind === 'webhook') this.#followUploads(delivery);
    else if (!isDone(state)) this.#pdfs.hold(delivery.pdf.id, id);
  }

  #followUploads({ id, after }: WebhookDelivery): void {
    for (const upload of after) {
      const known = this.#webhooksByUpload.get(upload) ?? new Set<string>();
      this.#webhooksByUpload.set(upload, known.add(id));
    }
  }

  /** A private delivery is forgotten by the disk once it is done, and a message of it has what it tells of it. */
  #leavesNoTrace(delivery: Delivery): boolean {
    if (!isPrivate(delivery) || !isDone(delivery.state)) return false;
    return this.webhooksAfter(delivery.id).every(({ ready }) => ready !== undefined);
  }

  async #letGoOfPdf(id: string): Promise<void> {
    const pdf = this.#pdfs.letGo(id);
    if (pdf === null) return;
    await this.#parts.pdfs.remove(pdf).catch((thrown: unknown) => {
      this.log(`A PDF that was delivered or dropped is still there: ${errorText(thrown)}`);
    });
  }

  log(line: string): void {
    this.#parts.log?.(line);
  }

  /** What a listener throws is its own fault: it is logged, and the outbox goes on. */
  #guard(tell: () => void): void {
    try {
      tell();
    } catch (thrown) {
      this.log(`News of deliveries did not arrive. ${errorText(thrown)}`);
    }
  }
}

/**
 * Returns a delivery as it goes on after a restart. An attempt that was under way begins anew; what it had begun is known.
 * One that waits for its secret is tried, as that may be known by now; earlier versions took it for failed.
 */
function afterRestart(delivery: Delivery): Delivery {
  const { state } = delivery;
  if (state.status === 'running') return { ...delivery, state: waitingAfter(state) };
  const isLacking =
    (state.status === 'waiting' && state.missingSecret === true) ||
    (state.status === 'failed' && isMissingSecret(state.error));
  if (!isLacking) return delivery;
  // It says what it lacks until it is tried.
  return { ...delivery, state: waitingAfter(state, { attempts: 0, error: state.error }) };
}

/** Which deliveries need which PDF; several may share one. */
class SharedPdfs {
  readonly #pdfOf = new Map<string, string>();
  readonly #neededBy = new Map<string, Set<string>>();

  hold(pdf: string, delivery: string): void {
    this.#pdfOf.set(delivery, pdf);
    this.#neededBy.set(pdf, (this.#neededBy.get(pdf) ?? new Set<string>()).add(delivery));
  }

  /** A delivery needs its PDF no more. Gives the PDF if it was the last one. */
  letGo(delivery: string): string | null {
    const pdf = this.#pdfOf.get(delivery);
    if (pdf === undefined) return null;
    this.#pdfOf.delete(delivery);
    const needed = this.#neededBy.get(pdf);
    needed?.delete(delivery);
    if (needed?.size !== 0) return null;
    this.#neededBy.delete(pdf);
    return pdf;
  }
}
