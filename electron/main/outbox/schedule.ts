const second = 1000;
const minute = 60 * second;

/** How long to wait after each try that was interrupted. */
export interface Steps {
  /** In milliseconds; the first one follows the first try. */
  readonly delays: readonly number[];
  /** Whether the last one is repeated for ever; else the delivery has failed when they are used up. */
  readonly isEndless: boolean;
  /** The longest wait that another side may ask for, in milliseconds; where it asks for more, the delivery has failed. Absent: an hour is waited at most. */
  readonly maxRequested?: number;
}

export interface Schedule {
  readonly upload: Steps;
  readonly webhook: Steps;
  /** Whether a delivery whose secret is not known waits until the user enters it; else it has failed. */
  readonly waitsForSecrets: boolean;
}

/** For the window, which has time: a PDF waits for its bucket as long as it takes, a message is given up after some 18 minutes. */
export const backgroundSchedule: Schedule = {
  upload: {
    delays: [2 * second, 5 * second, 15 * second, minute, 5 * minute],
    isEndless: true,
  },
  webhook: {
    delays: [5 * second, 30 * second, 2 * minute, 5 * minute, 10 * minute],
    isEndless: false,
  },
  waitsForSecrets: true,
};

const briefSteps: Steps = {
  delays: [2 * second, 5 * second, 15 * second],
  isEndless: false,
  maxRequested: minute,
};

/** For the command line, where somebody waits. */
export const interactiveSchedule: Schedule = {
  upload: briefSteps,
  webhook: briefSteps,
  waitsForSecrets: false,
};

/** The longest wait that another side may ask for, in milliseconds. */
const maxRetryAfter = 60 * minute;

/** How much longer a delay may be than its step, so that those who were cut off together do not all come back together. */
const jitter = 0.2;

/**
 * How long to wait after so many tries in a row, in milliseconds; null if it is not tried again.
 * @param random from 0 to 1
 * @param retryAfter what the other side asks for: it makes a step longer, never shorter
 */
export function delayAfter(
  { delays, isEndless, maxRequested = Infinity }: Steps,
  tries: number,
  random: number,
  retryAfter = 0,
): number | null {
  const delay = delays[tries - 1] ?? (isEndless ? delays.at(-1) : undefined);
  if (delay === undefined || retryAfter > maxRequested) return null;
  const wait = Math.max(delay, Math.min(retryAfter, maxRetryAfter));
  return Math.round(wait * (1 + jitter * random));
}
