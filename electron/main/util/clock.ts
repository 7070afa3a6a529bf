/** The time and its timers; tests provide their own clock. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls once. @returns a function that cancels the call */
  after(milliseconds: number, call: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, call) => {
    const timer = setTimeout(call, milliseconds);
    return () => clearTimeout(timer);
  },
};
