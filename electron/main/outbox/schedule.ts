const second = 1000;
const minute = 60 * second;

/** How long to wait after each attempt that was interrupted. */
export interface RetrySteps {
  /** In milliseconds; the first one follows the first attempt. */
  readonly delays: readonly number[];
  /** Whether the last delay repeats; otherwise the delivery fails after it. */
  readonly isEndless: boolean;
  /**
   * The delivery fails if the server requests a longer delay, in milliseconds. Without it,
   * requested delays are capped at an hour.
   */
  readonly maxRetryAfterMs?: number;
}

export interface RetrySchedule {
  readonly upload: RetrySteps;
  readonly webhook: RetrySteps;
}

/**
 * For the window: uploads are retried without end, a webhook for some 18 minutes.
 */
export const backgroundSchedule: RetrySchedule = {
  upload: {
    delays: [2 * second, 5 * second, 15 * second, minute, 5 * minute],
    isEndless: true,
  },
  webhook: {
    delays: [5 * second, 30 * second, 2 * minute, 5 * minute, 10 * minute],
    isEndless: false,
  },
};

const interactiveSteps: RetrySteps = {
  delays: [2 * second, 5 * second, 15 * second],
  isEndless: false,
  maxRetryAfterMs: minute,
};

/** For commands and clients that wait for the result. */
export const interactiveSchedule: RetrySchedule = {
  upload: interactiveSteps,
  webhook: interactiveSteps,
};

/** The longest delay that a server may request, in milliseconds. */
const maxRetryAfter = 60 * minute;

/** Maximum random extension of a delay, so that deliveries are not retried simultaneously. */
const jitter = 0.2;

/**
 * Returns milliseconds until the next attempt; null to give up.
 * @param attempts number of consecutive failures
 * @param random from 0 to 1
 * @param retryAfter the delay that the server requests: it lengthens a step, never shortens it
 */
export function delayAfter(
  { delays, isEndless, maxRetryAfterMs = Infinity }: RetrySteps,
  attempts: number,
  random: number,
  retryAfter = 0,
): number | null {
  const delay = delays[attempts - 1] ?? (isEndless ? delays.at(-1) : undefined);
  if (delay === undefined || retryAfter > maxRetryAfterMs) return null;
  const wait = Math.max(delay, Math.min(retryAfter, maxRetryAfter));
  return Math.round(wait * (1 + jitter * random));
}
