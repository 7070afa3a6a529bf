/** Applied in this order. */
let updates: (() => void)[] = [];

/** In milliseconds. A hidden window has no frames. */
const longestWait = 500;

/**
 * Runs an update of stores before the next frame, with all that come until then: a window that
 * is behind renders the last state once, instead of each on its own.
 */
export function inNextFrame(update: () => void): void {
  updates.push(update);
  if (updates.length > 1) return;
  const run = (): void => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    const now = updates;
    updates = [];
    for (const each of now) each();
  };
  const frame = requestAnimationFrame(run);
  const timer = setTimeout(run, longestWait);
}
