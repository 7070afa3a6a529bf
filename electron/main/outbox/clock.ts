/** The time, and what is to happen later; a test has one of its own. */
export interface Clock {
  /** In milliseconds since the epoch. */
  now(): number;
  /** Calls once, so many milliseconds from now. Gives what takes that back. */
  after(milliseconds: number, call: () => void): () => void;
}

/** The computer's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, call) => {
    const timer = setTimeout(call, milliseconds);
    return () => clearTimeout(timer);
  },
};
