import { errorData } from '../../../shared/messages/errors.js';
import { MissingSecret, requestedDelayMs } from '../../network/delivery-failure.js';
import { backgroundSchedule, delayAfter } from '../../outbox/schedule.js';

/**
 * How long the outcome of a request is kept, in hours: for an `Idempotency-Key` and for the
 * `Location` of an asynchronous request. While a key is valid, its outcome must be available.
 */
export const retentionHours = 24;

/**
 * Maximum number of attempts of an asynchronous task: one that fails more often probably crashes
 * its servers.
 */
export const maxAttempts = 10;

const maxTaskDelaySeconds = 300;

/**
 * Returns the delay of a task whose server died or failed: twice as long each time, a quarter of an
 * hour in total, so that a task that crashes its servers leaves time for others.
 * @param attempts so far; after the last one the task is failed without delay
 * @returns seconds
 */
export function taskRetryDelay(attempts: number): number {
  return attempts < maxAttempts ? Math.min(2 ** attempts, maxTaskDelaySeconds) : 0;
}

/** In milliseconds. Nothing is sent while the signing secret is missing. */
const missingSecretMs = 60_000;

/**
 * Returns the delay of a failed webhook: 18 minutes in total, as in the window. Without its signing
 * secret it waits as long as necessary; a refusal is not retried.
 * @param attempts so far
 * @returns milliseconds; null if it is given up
 */
export function webhookRetryDelay(thrown: unknown, attempts: number): number | null {
  if (thrown instanceof MissingSecret) return missingSecretMs;
  if (errorData(thrown).code !== 'delivery-interrupted') return null;
  const requestedMs = requestedDelayMs(thrown);
  return delayAfter(backgroundSchedule.webhook, attempts, Math.random(), requestedMs);
}

/**
 * Work that is repeated at an interval until it is stopped. A run that takes longer than the
 * interval delays the next one, so that runs never overlap.
 */
export class PeriodicTask {
  readonly #run: () => Promise<void>;
  readonly #onError: (error: unknown) => void;
  readonly #timer: NodeJS.Timeout;
  #running: Promise<void> | null = null;

  /** @param intervalMs of the first run as well */
  constructor(intervalMs: number, run: () => Promise<void>, onError: (error: unknown) => void) {
    this.#run = run;
    this.#onError = onError;
    this.#timer = setInterval(() => this.runNow(), intervalMs).unref();
  }

  /** Runs now, unless a run is under way. */
  runNow(): void {
    this.#running ??= this.#run()
      .catch(this.#onError)
      .finally(() => (this.#running = null));
  }

  /** Ends the repetition. Resolves when no run is under way. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }
}
