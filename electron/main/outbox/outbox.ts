import type { DeliveryRow } from '../../shared/deliveries.js';
import { errorText } from '../../shared/errors.js';
import type { ExistingPolicy } from '../../shared/output.js';
import { type Clock, systemClock } from '../util/clock.js';
import { DiskTasks } from './disk-tasks.js';
import { type DeliveryInput, type DeliverySink, newDeliveries } from './delivery-sink.js';
import { Messages } from './webhook-events.js';
import type { OutboxParts } from './outbox-parts.js';
import type { Delivery, UploadDelivery } from './delivery.js';
import { DeliveryTable } from './delivery-list.js';
import { canceledAfter, isAtRest, isDone, waitingAfter } from './delivery-state.js';
import { CircuitBreaker, routeOf } from './circuit-breaker.js';
import { MultipartCleanup } from './multipart-cleanup.js';
import { DeliveryRunner } from './runner.js';
import { Turns } from './scheduler.js';
import { CompletionWaiters } from './completion-waiters.js';

/** How soon new work has a route looked at again that is not open, in milliseconds. */
const expedite = 2000;

/**
 * Uploads and webhooks that leave this computer, each with its own state, tries and receipt. What cannot be delivered now stays, with its PDF, until it is, or
 * the person drops it. It knows no Electron: the window and the command line run on it.
 */
export class Outbox implements DeliverySink {
  readonly #parts: OutboxParts;
  readonly #clock: Clock;
  readonly #routes = new CircuitBreaker();
  readonly #turns: Turns;
  readonly #disk: DiskTasks;
  readonly #list: DeliveryTable;
  readonly #messages: Messages;
  readonly #takingBack: MultipartCleanup;
  readonly #tries: DeliveryRunner;
  readonly #waiters = new CompletionWaiters();

  constructor(parts: OutboxParts) {
    this.#parts = parts;
    this.#clock = parts.clock ?? systemClock;
    this.#disk = new DiskTasks(this.#clock, () => {
      this.#list.tellTrouble();
      parts.onTrouble?.();
    });
    this.#turns = new Turns(this.#routes);
    this.#list = new DeliveryTable(parts, this.#routes, this.#turns, this.#disk);
    this.#messages = new Messages(this.#list, this.#clock, (webhook) =>
      this.#removeFromList(webhook),
    );
    this.#takingBack = new MultipartCleanup(parts, this.#list);
    const onEnd = (delivery: Delivery) => this.#ended(delivery);
    this.#tries = new DeliveryRunner(
      { ...parts, clock: this.#clock },
      this.#list,
      this.#routes,
      this.#turns,
      this.#takingBack,
      onEnd,
    );
  }

  /** Begins to send. */
  start(): void {
    this.#messages.start();
    this.#tries.start();
  }

  /**
   * Ends all sending for now: what is under way is broken off and waits for the next start, without being counted as a try. Resolves when all is
   * remembered; what is being taken back has a moment for it.
   */
  async stop(): Promise<void> {
    await this.#tries.stop();
    await this.#takingBack.stop();
    this.#list.flush();
    await this.#disk.settled();
  }

  async hold(work: DeliveryInput): Promise<readonly string[]> {
    const held = newDeliveries(work, this.#clock.now());
    try {
      const upload = held.find((delivery) => delivery.kind === 'upload');
      if (upload && work.pdf) await this.#parts.pdfs.keep(upload.pdf.id, work.pdf.contents);
      for (const delivery of held) await this.#parts.memory.keep(delivery);
    } catch (thrown) {
      for (const delivery of held) await this.#letGo(delivery);
      throw thrown;
    }
    for (const delivery of held) this.#list.show(delivery);
    return held.map(({ id }) => id);
  }

  async release(ids: readonly string[]): Promise<void> {
    const held = this.#list.some(ids).filter(({ state }) => state.status === 'held');
    for (const delivery of held) {
      this.#list.setState(delivery.id, { status: 'waiting', attempts: 0 });
      this.#messages.check(delivery.id);
      // Where tries are counted, new work may not use up those of others.
      if (!this.#parts.schedule[delivery.kind].isEndless) continue;
      this.#routes.expedite(routeOf(delivery), this.#clock.now() + expedite);
    }
    this.#tries.wake();
    await Promise.all(held.map(async (delivery) => this.#list.remember(delivery)));
  }

  async discard(ids: readonly string[]): Promise<void> {
    const held = this.#list.some(ids).filter(({ state }) => state.status === 'held');
    await Promise.all(held.map(async (delivery) => this.#list.remove(delivery)));
    for (const { id } of held) this.#waiters.ended(id);
  }

  /**
   * Decides at a start over what an earlier Platen held: what a job that has ended names goes out, all else is dropped, as its job is made again.
   * @param referenced ids that jobs name which have ended
   */
  async reconcile(referenced: ReadonlySet<string>): Promise<void> {
    const ids = this.#list.all.filter(({ state }) => state.status === 'held').map(({ id }) => id);
    await this.release(ids.filter((id) => referenced.has(id)));
    await this.discard(ids.filter((id) => !referenced.has(id)));
  }

  /** The whole list, without what is held. Changes that were told later than this are newer. */
  get rows(): readonly DeliveryRow[] {
    return this.#list.rows;
  }

  /** One line of the list; null for one that is held or not there. */
  row(id: string): DeliveryRow | null {
    return this.#list.row(id);
  }

  get(id: string): Delivery | undefined {
    return this.#list.get(id);
  }

  /** Full path of a PDF that is kept for its uploads. @param pdf `pdf.id` of an upload */
  pathOf(pdf: string): string {
    return this.#parts.pdfs.pathOf(pdf);
  }

  /** Why deliveries cannot be remembered at the moment, as a sentence; null while they can. */
  get trouble(): string | null {
    return this.#disk.trouble;
  }

  /**
   * Tries again now what waits, failed or was canceled.
   * @param existing what is to happen from now on where there is an object of the name; absent: as before
   */
  retry(ids: readonly string[], existing?: ExistingPolicy): void {
    for (const delivery of this.#list.some(ids)) {
      const { state } = delivery;
      if (state.status === 'held' || state.status === 'running' || isDone(state)) continue;
      const isAnew = state.status !== 'waiting';
      const waiting = waitingAfter(state, isAnew ? { attempts: 0 } : {});
      const isUpload = delivery.kind === 'upload' && existing !== undefined;
      this.#list.put(
        isUpload ? { ...delivery, existing, state: waiting } : { ...delivery, state: waiting },
      );
      this.#turns.putFirst(delivery);
      this.#routes.open(routeOf(delivery));
      this.#list.tellRoute(routeOf(delivery));
    }
    this.#tries.wake();
  }

  /** Tries what waits for a secret. To be called whenever a secret, or what needs one, has changed. */
  secretsChanged(): void {
    this.#tries.secretsChanged();
  }

  /** Stops what waits or is under way; its PDF stays. What was delivered all the same is delivered. */
  cancel(ids: readonly string[]): void {
    for (const delivery of this.#list.some(ids)) {
      this.#tries.breakOff(delivery.id, 'canceled');
      if (delivery.state.status !== 'waiting') continue;
      this.#list.setState(delivery.id, canceledAfter(delivery.state));
      this.#takingBack.begin(delivery);
      this.#ended(delivery);
    }
  }

  /**
   * Takes deliveries off the list, and drops what of it was not delivered; what is under way is broken off first. `ended`: those that are delivered or skipped,
   * but for a message that would be sent anew if one of its uploads were tried again.
   */
  remove(ids: readonly string[] | 'ended'): void {
    const meant =
      ids === 'ended'
        ? this.#list.all.filter((delivery) => isDone(delivery.state) && !this.#isOpen(delivery))
        : this.#list.some(ids).filter(({ state }) => state.status !== 'held');
    for (const delivery of meant) {
      if (delivery.kind === 'upload') this.#messages.uploadLeaves(delivery);
      this.#removeFromList(delivery);
      if (delivery.state.status !== 'running') this.#takingBack.begin(delivery);
      this.#ended(delivery);
    }
  }

  /** Resolves when all of these have come to rest or were taken off the list; gives those that are left as they are then. */
  async settled(ids: readonly string[]): Promise<readonly Delivery[]> {
    for (;;) {
      // One that was at rest may be tried again while the others are waited for.
      const unended = this.#list.some(ids).filter(({ state }) => !isAtRest(state));
      if (unended.length === 0) return this.#list.some(ids);
      for (const { id } of unended) await this.#rest(id);
    }
  }

  async #rest(id: string): Promise<void> {
    for (let each = this.#list.get(id); each && !isAtRest(each.state); each = this.#list.get(id)) {
      await this.#waiters.next(id);
    }
  }

  /** A delivery has come to rest, or was taken off the list. */
  #ended({ id }: Pick<Delivery, 'id'>): void {
    this.#messages.uploadEnded(id);
    const delivery = this.#list.get(id);
    if (delivery?.kind === 'upload' && isDone(delivery.state)) this.#delivered(delivery);
    this.#waiters.ended(id);
    this.#tries.wake();
  }

  #delivered(upload: UploadDelivery): void {
    try {
      this.#parts.onDelivered?.(upload);
    } catch (thrown) {
      this.#list.log(`News of a delivery did not arrive. ${errorText(thrown)}`);
    }
  }

  #removeFromList(delivery: Delivery): void {
    this.#tries.breakOff(delivery.id, 'removed');
    void this.#list.remove(delivery);
    this.#waiters.ended(delivery.id);
    if (delivery.kind === 'webhook') this.#messages.leaves(delivery);
  }

  /** Whether a message may have to be sent anew. */
  #isOpen(delivery: Delivery): boolean {
    if (delivery.kind === 'upload') return false;
    return this.#list.some(delivery.after).some(({ state }) => !isDone(state));
  }

  /** Removes what could not be held. */
  async #letGo(delivery: Delivery): Promise<void> {
    const { memory, pdfs } = this.#parts;
    const removals = [memory.forget(delivery.id)];
    if (delivery.kind === 'upload') removals.push(pdfs.remove(delivery.pdf.id));
    for (const result of await Promise.allSettled(removals)) {
      if (result.status === 'fulfilled') continue;
      this.#list.log(`What could not be kept whole is still there: ${errorText(result.reason)}`);
    }
  }
}
