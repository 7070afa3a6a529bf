import type { Delivery, UploadDelivery } from './delivery.js';
import { begunOf } from './delivery-state.js';
import { type CircuitBreaker, routeOf } from './circuit-breaker.js';

/** One that is tried again. */
interface Again {
  readonly attempts: number;
  readonly retryAt: number;
}

/** The deliveries that take one route. */
interface Line {
  readonly kind: Delivery['kind'];
  readonly route: string;
  /** Those that the person wants to be tried now. */
  readonly asked: Set<string>;
  /** Those that have not been tried, in their order. */
  readonly fresh: Set<string>;
  readonly again: Map<string, Again>;
  readonly running: Set<string>;
}

/**
 * Decides whose turn it is. Of the routes that are open, the one with the fewest under way comes first; on it those that were tried least, in their order: a
 * delivery that is interrupted again and again holds up no other. Two uploads to one key never run at once: where the server knows no condition on a write,
 * each would find nothing there, and one would replace the other. That holds whatever their targets, which may lead to the same bucket.
 */
export class Turns {
  readonly #routes: CircuitBreaker;
  readonly #lines = new Map<string, Line>();
  /** Where each upload is to go that waits. */
  readonly #wished = new Map<string, string>();
  /** Where each upload writes that is under way. */
  readonly #written = new Map<string, readonly string[]>();

  constructor(routes: CircuitBreaker) {
    this.#routes = routes;
  }

  /** Takes note of a delivery as it is now. */
  note(delivery: Delivery): void {
    const { id, state } = delivery;
    this.leave(delivery);
    const line = this.#lineOf(delivery);
    if (state.status === 'running') {
      line.running.add(id);
      if (delivery.kind === 'upload') this.#written.set(id, writtenBy(delivery));
    }
    if (state.status !== 'waiting') return;
    if (state.missingSecret === true) return;
    if (delivery.kind === 'webhook' && delivery.ready === undefined) return;
    if (delivery.kind === 'upload') this.#wished.set(id, placeOf(delivery, delivery.key));
    const { attempts, retryAt = 0 } = state;
    if (attempts === 0 && retryAt === 0) line.fresh.add(id);
    else line.again.set(id, { attempts, retryAt });
  }

  /** Puts one that waits before all others of its route, until it is noted anew. */
  putFirst(delivery: Delivery): void {
    const line = this.#lineOf(delivery);
    if (line.fresh.delete(delivery.id) || line.again.delete(delivery.id))
      line.asked.add(delivery.id);
  }

  /** Takes note that a delivery is gone. */
  leave(delivery: Delivery): void {
    const { asked, fresh, again, running } = this.#lineOf(delivery);
    const { id } = delivery;
    for (const place of [asked, fresh, again, running, this.#wished, this.#written])
      place.delete(id);
  }

  running(kind: Delivery['kind']): number {
    return this.#linesOf(kind).reduce((sum, { running }) => sum + running.size, 0);
  }

  /** Ids of those that wait for a route. */
  waiting(route: string): readonly string[] {
    const line = this.#lines.get(route);
    return line ? [...line.asked, ...line.fresh, ...line.again.keys()] : [];
  }

  /** Id of the one whose turn it is; null if none may go now. */
  next(kind: Delivery['kind'], now: number): string | null {
    const open = this.#linesOf(kind)
      .filter(({ route }) => this.#routes.opensAt(route) <= now)
      .sort((one, other) => one.running.size - other.running.size);
    for (const line of open) {
      const id = this.#firstOf(line, now);
      if (id !== null) return id;
    }
    return null;
  }

  /** When the next one may go that may not go now, in milliseconds since the epoch; infinite if time alone changes nothing. */
  nextAt(now: number): number {
    return [...this.#lines.values()]
      .map((line) => nextOf(line, this.#routes.opensAt(line.route), now))
      .reduce((soonest, time) => Math.min(soonest, time), Infinity);
  }

  #firstOf({ asked, fresh, again }: Line, now: number): string | null {
    for (const id of asked) if (this.#isFree(id)) return id;
    for (const id of fresh) if (this.#isFree(id)) return id;
    let first: string | null = null;
    let fewest = Infinity;
    for (const [id, { attempts, retryAt }] of again) {
      if (retryAt > now || attempts >= fewest || !this.#isFree(id)) continue;
      first = id;
      fewest = attempts;
    }
    return first;
  }

  /** Whether nothing that is under way writes where a delivery would. */
  #isFree(id: string): boolean {
    const wished = this.#wished.get(id);
    if (wished === undefined) return true;
    for (const written of this.#written.values()) if (written.includes(wished)) return false;
    return true;
  }

  #linesOf(kind: Delivery['kind']): readonly Line[] {
    return [...this.#lines.values()].filter((line) => line.kind === kind);
  }

  #lineOf(delivery: Delivery): Line {
    const route = routeOf(delivery);
    const known = this.#lines.get(route);
    if (known) return known;
    const { kind } = delivery;
    const line: Line = {
      kind,
      route,
      asked: new Set(),
      fresh: new Set(),
      again: new Map(),
      running: new Set(),
    };
    this.#lines.set(route, line);
    return line;
  }
}

/** When the next of a route may go. One whose time has come, and that waits for another to end, waits for no time. */
function nextOf({ asked, fresh, again }: Line, opensAt: number, now: number): number {
  if (asked.size + fresh.size > 0 && opensAt > now) return opensAt;
  let next = Infinity;
  for (const { retryAt } of again.values()) {
    const time = Math.max(retryAt, opensAt);
    if (time > now && time < next) next = time;
  }
  return next;
}

function placeOf({ bucket }: UploadDelivery, key: string): string {
  return `${bucket}/${key}`;
}

/** The key that was wished for, and another one where that was numbered. */
function writtenBy(upload: UploadDelivery): readonly string[] {
  const keys = [upload.key, begunOf(upload.state)?.key ?? upload.key];
  return keys.map((key) => placeOf(upload, key));
}
