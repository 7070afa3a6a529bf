import type { DeliveryRow } from '../../../shared/deliveries.js';
import { errorData } from '../../../shared/errors.js';
import { ChangeFeed } from '../../news/change-feed.js';
import { isMissingSecret } from '../missing-secret.js';
import { deliveryRow } from './delivery-row.js';
import type { DiskTasks } from './disk-tasks.js';
import type { OutboxParts } from './outbox-parts.js';
import type { Outgoing, OutgoingState, OutgoingWebhook } from './outgoing.js';
import { isDone, isPrivate, waitingAfter } from './outgoing-state.js';
import { type Routes, routeOf } from './routes.js';
import type { Turns } from './turns.js';

/**
 * The deliveries in their order. Whatever changes here is remembered on the disk and told to whoever listens, and a PDF that no delivery needs any more is
 * removed.
 */
export class OutgoingList {
  readonly #parts: OutboxParts;
  readonly #routes: Routes;
  readonly #turns: Turns;
  readonly #disk: DiskTasks;
  readonly #byId = new Map<string, Outgoing>();
  readonly #pdfs = new SharedPdfs();
  readonly #webhooksByUpload = new Map<string, Set<string>>();
  readonly #sent = new Map<string, number>();
  readonly #feed: ChangeFeed;

  constructor(parts: OutboxParts, routes: Routes, turns: Turns, disk: DiskTasks) {
    this.#parts = parts;
    this.#routes = routes;
    this.#turns = turns;
    this.#disk = disk;
    this.#feed = new ChangeFeed(({ changed, removed }) => {
      const rows = changed.flatMap((id) => this.row(id) ?? []);
      const { trouble } = disk;
      const told = { rows, removed: [...removed], ...(trouble !== null && { trouble }) };
      this.#guard(() => parts.onChange?.(told));
    });
    for (const outgoing of parts.remembered ?? []) this.#set(afterRestart(outgoing));
  }

  get(id: string): Outgoing | undefined {
    return this.#byId.get(id);
  }

  /** Those of the ids that are in the list; others have been taken off meanwhile. */
  some(ids: readonly string[]): readonly Outgoing[] {
    return ids.flatMap((id) => this.#byId.get(id) ?? []);
  }

  get all(): readonly Outgoing[] {
    return [...this.#byId.values()];
  }

  /** The messages that tell of an upload. */
  webhooksAfter(upload: string): readonly OutgoingWebhook[] {
    const webhooks = this.some([...(this.#webhooksByUpload.get(upload) ?? [])]);
    return webhooks.filter(
      (outgoing): outgoing is OutgoingWebhook =>
        outgoing.kind === 'webhook' && outgoing.after.includes(upload),
    );
  }

  get rows(): readonly DeliveryRow[] {
    return this.all.flatMap(({ id }) => this.row(id) ?? []);
  }

  row(id: string): DeliveryRow | null {
    const outgoing = this.#byId.get(id);
    if (!outgoing) return null;
    const route = routeOf(outgoing);
    return deliveryRow(outgoing, {
      nameOf: this.#parts.nameOf ?? ((_target, { bucket }) => bucket),
      sent: this.#sent.get(id),
      opensAt: this.#routes.opensAt(route),
      routeError: this.#routes.errorOf(route),
    });
  }

  /** Takes a delivery in that the disk knows already, or need not know as it is now. */
  show(outgoing: Outgoing): void {
    this.#set(outgoing);
    this.#feed.changed(outgoing.id);
  }

  /** Puts a delivery in the place of the one of its id, or at the end. */
  put(outgoing: Outgoing): void {
    this.show(outgoing);
    void this.remember(outgoing);
  }

  setState(id: string, state: OutgoingState): void {
    const outgoing = this.#byId.get(id);
    if (outgoing) this.put({ ...outgoing, state });
  }

  /** Bytes sent so far, of the try that is under way. */
  setSent(id: string, sent: number): void {
    if (this.#byId.get(id)?.state.status !== 'running') return;
    this.#sent.set(id, sent);
    this.#feed.changed(id);
  }

  /** Takes a delivery off the list. Resolves when the disk has forgotten it, or when it is plain that it cannot now. */
  async remove(outgoing: Outgoing): Promise<void> {
    const { id } = outgoing;
    this.#byId.delete(id);
    this.#sent.delete(id);
    this.#turns.leave(outgoing);
    if (outgoing.kind === 'webhook') {
      for (const upload of outgoing.after) this.#webhooksByUpload.get(upload)?.delete(id);
    }
    this.#feed.removed(id);
    return this.remember(outgoing);
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
  async remember({ id }: Pick<Outgoing, 'id'>, isUrgent = false): Promise<void> {
    const write = async () => {
      const outgoing = this.#byId.get(id);
      const { memory } = this.#parts;
      if (outgoing && !this.#leavesNoTrace(outgoing)) await memory.keep(outgoing);
      else await memory.forget(id);
      if (!outgoing || isDone(outgoing.state)) await this.#letGoOfPdf(id);
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

  #set(outgoing: Outgoing): void {
    const { id, state } = outgoing;
    this.#byId.set(id, outgoing);
    this.#turns.note(outgoing);
    if (state.status !== 'running') this.#sent.delete(id);
    if (outgoing.kind === 'webhook') this.#followUploads(outgoing);
    else if (!isDone(state)) this.#pdfs.hold(outgoing.pdf.id, id);
  }

  #followUploads({ id, after }: OutgoingWebhook): void {
    for (const upload of after) {
      const known = this.#webhooksByUpload.get(upload) ?? new Set<string>();
      this.#webhooksByUpload.set(upload, known.add(id));
    }
  }

  /** A private delivery is forgotten by the disk once it is done, and a message of it has what it tells of it. */
  #leavesNoTrace(outgoing: Outgoing): boolean {
    if (!isPrivate(outgoing) || !isDone(outgoing.state)) return false;
    return this.webhooksAfter(outgoing.id).every(({ ready }) => ready !== undefined);
  }

  async #letGoOfPdf(id: string): Promise<void> {
    const pdf = this.#pdfs.letGo(id);
    if (pdf === null) return;
    await this.#parts.pdfs.remove(pdf).catch((thrown: unknown) => {
      this.log(`A PDF that was delivered or dropped is still there: ${errorData(thrown).message}`);
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
      this.log(`News of deliveries did not arrive. ${errorData(thrown).message}`);
    }
  }
}

/**
 * Returns a delivery as it goes on after a restart. An attempt that was under way begins anew; what it had begun is known.
 * One that waits for its secret is tried, as that may be known by now; earlier versions took it for failed.
 */
function afterRestart(outgoing: Outgoing): Outgoing {
  const { state } = outgoing;
  if (state.status === 'running') return { ...outgoing, state: waitingAfter(state) };
  const isLacking =
    (state.status === 'waiting' && state.missingSecret === true) ||
    (state.status === 'failed' && isMissingSecret(state.error));
  if (!isLacking) return outgoing;
  // It says what it lacks until it is tried.
  return { ...outgoing, state: waitingAfter(state, { attempts: 0, error: state.error }) };
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
