import type { AppErrorData } from '../../shared/errors.js';
import { hostOf } from '../webhooks/webhook-post.js';
import type { Delivery } from './delivery.js';

/** Another side that does not answer as it should. */
interface OpenCircuit {
  /** Tries in a row that were interrupted. */
  tries: number;
  /** When the next try may be made, in milliseconds since the epoch. */
  until: number;
  /** The other side itself has asked for that time. */
  confirmOpen: boolean;
  /** New work has brought a try of this trouble forward. */
  isExpedited: boolean;
  /** Id of the delivery whose try is under way. */
  probe: string | null;
  error: AppErrorData;
}

/** A try that was interrupted. */
export interface Interruption {
  readonly error: AppErrorData;
  /** How long to wait after so many tries in a row, in milliseconds; null: no more tries. */
  readonly delayAfter: (tries: number) => number | null;
  readonly confirmOpen: boolean;
}

/** What a delivery shares its luck with: a target, or the host of a webhook. */
export function routeOf(delivery: Delivery): string {
  if (delivery.kind === 'upload') {
    return delivery.target === null ? `bucket ${delivery.bucket}` : `target ${delivery.target}`;
  }
  return `host ${hostOf(delivery.address)}`;
}

/**
 * The ways out. Where one is interrupted, all that would take it wait together, and one at a time tries again: a thousand deliveries do not hammer a server
 * that is down, nor hold up those to another. The first answer, be it a refusal, opens it again for all.
 */
export class CircuitBreaker {
  readonly #troubles = new Map<string, OpenCircuit>();

  /** When a route may be taken, in milliseconds since the epoch: 0 for one that is open, infinite while another delivery tries it. */
  opensAt(route: string): number {
    const trouble = this.#troubles.get(route);
    if (trouble === undefined) return 0;
    return trouble.probe === null ? trouble.until : Infinity;
  }

  /** Why a route is not open; undefined if it is. */
  errorOf(route: string): AppErrorData | undefined {
    return this.#troubles.get(route)?.error;
  }

  began(route: string, id: string): void {
    const trouble = this.#troubles.get(route);
    if (trouble) trouble.probe = id;
  }

  /** A try came to an answer. */
  answered(route: string): void {
    this.#troubles.delete(route);
  }

  /** A try ended without any news of the other side, as it was broken off. */
  leftOff(route: string, id: string): void {
    const trouble = this.#troubles.get(route);
    if (trouble?.probe === id) trouble.probe = null;
  }

  /**
   * A try was interrupted. Tries that were under way at the same moment count as one.
   * @returns when the next may be made; null if there is to be none, and the route is as new
   */
  interrupted(
    route: string,
    id: string,
    now: number,
    { error, delayAfter, confirmOpen }: Interruption,
  ): number | null {
    const known = this.#troubles.get(route);
    if (known !== undefined && known.probe !== id) return known.until;
    const tries = (known?.tries ?? 0) + 1;
    const delay = delayAfter(tries);
    if (delay === null) {
      this.#troubles.delete(route);
      return null;
    }
    const until = now + delay;
    const isExpedited = known?.isExpedited ?? false;
    this.#troubles.set(route, { tries, until, confirmOpen, isExpedited, probe: null, error });
    return until;
  }

  /** Lets the next try be made no later than then: once until there is an answer, and not where the other side has asked for time itself. */
  expedite(route: string, latest: number): void {
    const trouble = this.#troubles.get(route);
    if (!trouble || trouble.confirmOpen || trouble.isExpedited || trouble.until <= latest) return;
    trouble.until = latest;
    trouble.isExpedited = true;
  }

  /** Lets the next try be made at once, whatever was asked for and whoever tries it already. */
  open(route: string): void {
    const trouble = this.#troubles.get(route);
    if (!trouble) return;
    trouble.until = 0;
    trouble.probe = null;
  }
}
