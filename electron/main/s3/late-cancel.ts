/** How long the answer to what cannot be taken back blindly is waited for after a cancel, in milliseconds. */
const graceMs = 5_000;

/** A signal that follows another, but later; it is ended when what it is for has ended. */
export interface LateSignal {
  readonly signal: AbortSignal;
  readonly end: () => void;
}

/**
 * A signal for a request that leaves something at the server whose answer one has to know. It follows a cancel at once as long as nothing can have been left,
 * and else after a grace.
 * @param isEarly whether nothing can have been left yet
 */
export function cancelLate(signal: AbortSignal, isEarly: () => boolean): LateSignal {
  const follower = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const follow = () => {
    if (isEarly()) follower.abort();
    else timer = setTimeout(() => follower.abort(), graceMs);
  };
  signal.addEventListener('abort', follow);
  if (signal.aborted) follower.abort();
  return {
    signal: follower.signal,
    end: () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', follow);
    },
  };
}
