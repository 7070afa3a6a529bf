import type { AppError } from '../../shared/messages/errors.js';
import { containerOf } from '../../shared/upload-location.js';
import { DeliveryFailure, isLastingFailure } from '../network/delivery-failure.js';
import type { Clock } from '../util/clock.js';
import type { DeliveryTransports } from './attempt.js';

/** How long uploads to a target that has refused one are not attempted, in milliseconds. */
const pauseMs = 60_000;

interface Refusal {
  readonly error: AppError;
  /** The bucket or the server; a target may have been changed since. */
  readonly container: string;
  readonly until: number;
}

/**
 * Remembers which targets have refused an upload for a reason that all uploads share, such as a
 * wrong password. The others fail for the same reason without an attempt: servers lock out who
 * signs in wrongly again and again.
 */
export class RefusedTargets {
  readonly #clock: Clock;
  readonly #refusals = new Map<string, Refusal>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns transports that do not attempt uploads to a target that has just refused one. */
  guarded<T extends Pick<DeliveryTransports, 'accessTo' | 'upload'>>(transports: T): T {
    const targets = new WeakMap<object, string>();
    return {
      ...transports,
      accessTo: async (target, place) => {
        const access = await transports.accessTo(target, place);
        if (target === null) return access;
        const refusal = this.#refusals.get(target);
        const isSamePlace = refusal?.container === containerOf(place);
        if (refusal && isSamePlace && refusal.until > this.#clock.now()) throw refusal.error;
        targets.set(access, target);
        return access;
      },
      upload: async (upload, hooks) => {
        try {
          return await transports.upload(upload, hooks);
        } catch (thrown) {
          const target = targets.get(upload.access);
          if (target !== undefined) this.#remember(target, containerOf(upload.place), thrown);
          throw thrown;
        }
      },
    };
  }

  /** Allows the next attempt at a target now. */
  forget(target: string): void {
    this.#refusals.delete(target);
  }

  /** Allows the next attempt at all targets now. */
  forgetAll(): void {
    this.#refusals.clear();
  }

  #remember(target: string, container: string, thrown: unknown): void {
    if (!isLastingFailure(thrown)) return;
    const { details } = thrown;
    const { reason } = details;
    if (reason === undefined) return;
    const error = new DeliveryFailure('delivery-refused', reason, details);
    this.#refusals.set(target, { error, container, until: this.#clock.now() + pauseMs });
  }
}
