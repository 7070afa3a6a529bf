import type { RemoteCall } from './remote-call.js';

/** How often bytes are told of at most, in milliseconds. */
const defaultPauseMs = 100;

/** Tells how many bytes have been sent or fetched: the first and the last, and a few times a second between them. */
export function progressOf(
  { onProgress }: Pick<RemoteCall, 'onProgress'>,
  stage: 'sending' | 'fetching',
  of: number | undefined,
): (done: number) => void {
  let next = 0;
  return (done) => {
    const now = performance.now();
    if (now < next && done !== of) return;
    next = now + defaultPauseMs;
    onProgress({ stage, bytes: { done, ...(of !== undefined && { of }) } });
  };
}
