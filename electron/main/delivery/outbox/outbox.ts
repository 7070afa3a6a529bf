import type { DeliveryRow } from '../../../shared/deliveries.js';
import { errorData } from '../../../shared/errors.js';
import type { ExistingPolicy } from '../../../shared/output.js';
import { type Clock, systemClock } from './clock.js';
import { DiskTasks } from './disk-tasks.js';
import { type HandedOver, type Handover, newOutgoing } from './handover.js';
import { Messages } from './messages.js';
import type { OutboxParts } from './outbox-parts.js';
import type { Outgoing, OutgoingUpload } from './outgoing.js';
import { OutgoingList } from './outgoing-list.js';
import { canceledAfter, isAtRest, isDone, waitingAfter } from './outgoing-state.js';
import { Routes, routeOf } from './routes.js';
import { TakingBack } from './taking-back.js';
import { Tries } from './tries.js';
import { Turns } from './turns.js';
import { Waiters } from './waiters.js';

/** How soon new work has a route looked at again that is not open, in milliseconds. */
const hurry = 2000;

/**
 * Uploads and webhooks that leave this computer, each with its own state, tries and receipt. What cannot be delivered now stays, with its PDF, until it is, or
 * the person drops it. It knows no Electron: the window and the command line run on it.
 */
export class Outbox implements Handover {
  readonly #parts: OutboxParts;
  readonly #clock: Clock;
  readonly #routes = new Routes();
  readonly #turns: Turns;
  readonly #disk: DiskTasks;
  readonly #list: OutgoingList;
  readonly #messages: Messages;
  readonly #takingBack: TakingBack;
  readonly #tries: Tries;
  readonly #waiters = new Waiters();

  constructor(parts: OutboxParts) {
    this.#parts = parts;
    this.#clock = parts.clock ?? systemClock;
    this.#disk = new DiskTasks(this.#clock, () => {
      this.#list.tellTrouble();
      parts.onTrouble?.();
    });
    this.#turns = new Turns(this.#routes);
    this.#list = new OutgoingList(parts, this.#routes, this.#turns, this.#disk);
    this.#messages = new Messages(this.#list, this.#clock, (webhook) => this.#takeOff(webhook));
    this.#takingBack = new TakingBack(parts, this.#list);
    const onEnd = (outgoing: Outgoing) => this.#ended(outgoing);
    this.#tries = new Tries(
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

  async hold(work: HandedOver): Promise<readonly string[]> {
    const held = newOutgoing(work, this.#clock.now());
    try {
      const upload = held.find((outgoing) => outgoing.kind === 'upload');
      if (upload && work.pdf) await this.#parts.pdfs.keep(upload.pdf.id, work.pdf.contents);
      for (const outgoing of held) await this.#parts.memory.keep(outgoing);
    } catch (thrown) {
      for (const outgoing of held) await this.#letGo(outgoing);
      throw thrown;
    }
    for (const outgoing of held) this.#list.show(outgoing);
    return held.map(({ id }) => id);
  }

  async release(ids: readonly string[]): Promise<void> {
    const held = this.#list.some(ids).filter(({ state }) => state.status === 'held');
    for (const outgoing of held) {
      this.#list.setState(outgoing.id, { status: 'waiting', attempts: 0 });
      this.#messages.check(outgoing.id);
      // Where tries are counted, new work may not use up those of others.
      if (!this.#parts.schedule[outgoing.kind].isEndless) continue;
      this.#routes.hurry(routeOf(outgoing), this.#clock.now() + hurry);
    }
    this.#tries.wake();
    await Promise.all(held.map(async (outgoing) => this.#list.remember(outgoing)));
  }

  async discard(ids: readonly string[]): Promise<void> {
    const held = this.#list.some(ids).filter(({ state }) => state.status === 'held');
    await Promise.all(held.map(async (outgoing) => this.#list.remove(outgoing)));
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

  get(id: string): Outgoing | undefined {
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
    for (const outgoing of this.#list.some(ids)) {
      const { state } = outgoing;
      if (state.status === 'held' || state.status === 'running' || isDone(state)) continue;
      const isAnew = state.status !== 'waiting';
      const waiting = waitingAfter(state, isAnew ? { attempts: 0 } : {});
      const isUpload = outgoing.kind === 'upload' && existing !== undefined;
      this.#list.put(
        isUpload ? { ...outgoing, existing, state: waiting } : { ...outgoing, state: waiting },
      );
      this.#turns.putFirst(outgoing);
      this.#routes.open(routeOf(outgoing));
      this.#list.tellRoute(routeOf(outgoing));
    }
    this.#tries.wake();
  }

  /** Tries what waits for a secret. To be called whenever a secret, or what needs one, has changed. */
  secretsChanged(): void {
    this.#tries.secretsChanged();
  }

  /** Stops what waits or is under way; its PDF stays. What was delivered all the same is delivered. */
  cancel(ids: readonly string[]): void {
    for (const outgoing of this.#list.some(ids)) {
      this.#tries.breakOff(outgoing.id, 'canceled');
      if (outgoing.state.status !== 'waiting') continue;
      this.#list.setState(outgoing.id, canceledAfter(outgoing.state));
      this.#takingBack.begin(outgoing);
      this.#ended(outgoing);
    }
  }

  /**
   * Takes deliveries off the list, and drops what of it was not delivered; what is under way is broken off first. `ended`: those that are delivered or skipped,
   * but for a message that would be sent anew if one of its uploads were tried again.
   */
  remove(ids: readonly string[] | 'ended'): void {
    const meant =
      ids === 'ended'
        ? this.#list.all.filter((outgoing) => isDone(outgoing.state) && !this.#isOpen(outgoing))
        : this.#list.some(ids).filter(({ state }) => state.status !== 'held');
    for (const outgoing of meant) {
      if (outgoing.kind === 'upload') this.#messages.uploadLeaves(outgoing);
      this.#takeOff(outgoing);
      if (outgoing.state.status !== 'running') this.#takingBack.begin(outgoing);
      this.#ended(outgoing);
    }
  }

  /** Resolves when all of these have come to rest or were taken off the list; gives those that are left as they are then. */
  async settled(ids: readonly string[]): Promise<readonly Outgoing[]> {
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
  #ended({ id }: Pick<Outgoing, 'id'>): void {
    this.#messages.uploadEnded(id);
    const outgoing = this.#list.get(id);
    if (outgoing?.kind === 'upload' && isDone(outgoing.state)) this.#delivered(outgoing);
    this.#waiters.ended(id);
    this.#tries.wake();
  }

  #delivered(upload: OutgoingUpload): void {
    try {
      this.#parts.onDelivered?.(upload);
    } catch (thrown) {
      this.#list.log(`News of a delivery did not arrive. ${errorData(thrown).message}`);
    }
  }

  #takeOff(outgoing: Outgoing): void {
    this.#tries.breakOff(outgoing.id, 'removed');
    void this.#list.remove(outgoing);
    this.#waiters.ended(outgoing.id);
    if (outgoing.kind === 'webhook') this.#messages.leaves(outgoing);
  }

  /** Whether a message may have to be sent anew. */
  #isOpen(outgoing: Outgoing): boolean {
    if (outgoing.kind === 'upload') return false;
    return this.#list.some(outgoing.after).some(({ state }) => !isDone(state));
  }

  /** Removes what could not be held. */
  async #letGo(outgoing: Outgoing): Promise<void> {
    const { memory, pdfs } = this.#parts;
    const removals = [memory.forget(outgoing.id)];
    if (outgoing.kind === 'upload') removals.push(pdfs.remove(outgoing.pdf.id));
    for (const result of await Promise.allSettled(removals)) {
      if (result.status === 'fulfilled') continue;
      this.#list.log(
        `What could not be kept whole is still there: ${errorData(result.reason).message}`,
      );
    }
  }
}
