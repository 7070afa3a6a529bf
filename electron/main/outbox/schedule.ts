import { type AppErrorData, errorData } from '../../shared/messages/errors.js';
import { message } from '../../shared/messages/message.js';
import { requestedDelayMs } from '../network/delivery-failure.js';

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
  /**
   * Whether somebody waits for the results: deliveries to a server that stays down fail with the
   * one that gives up, instead of each waiting as long, and one whose secret is missing fails.
   */
  readonly isInteractive: boolean;
  /**
   * How long uploads fail without an attempt after a refusal that all uploads to the same place
   * share, in milliseconds.
   */
  readonly refusalMs: number;
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
  isInteractive: false,
  refusalMs: minute,
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
  isInteractive: true,
  refusalMs: Infinity,
};

/** The longest requested delay that is waited for, in milliseconds. */
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

/**
 * Returns the error of a delivery that is not attempted again: it says why, if the server asks to
 * wait too long.
 */
export function finalError(
  thrown: unknown,
  { maxRetryAfterMs = Infinity }: RetrySteps,
): AppErrorData {
  const error = errorData(thrown);
  const requestedMs = requestedDelayMs(thrown);
  if (requestedMs <= maxRetryAfterMs) return error;
  const [seconds, limit] = [Math.ceil(requestedMs / 1000), maxRetryAfterMs / 1000];
  const reason = error.message;
  return { ...error, message: message('outbox.waitTooLong', { reason, seconds, limit }) };
}
