import { AppError } from '../../../shared/messages/errors.js';
import { message } from '../../../shared/messages/message.js';

export function canceledError(): AppError {
  return new AppError('canceled', message('engine.canceled'));
}

/** @throws AppError `canceled` if the signal is aborted */
export function throwIfCanceled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw canceledError();
}

/**
 * Waits for work until the signal is aborted, because a file system that disappeared may block it
 * forever. The work itself continues, and its result is ignored.
 * @param grace called when the signal is aborted; its promise is awaited before the rejection
 * @throws AppError `canceled`, or the error of the work
 */
export async function untilCanceled<T>(
  signal: AbortSignal,
  work: Promise<T>,
  grace: () => Promise<void> = async () => Promise.resolve(),
): Promise<T> {
  let cancel: () => void = () => undefined;
  const canceled = new Promise<void>((resolve) => (cancel = resolve)).then(async () => {
    await grace();
    throw canceledError();
  });
  signal.addEventListener('abort', cancel);
  if (signal.aborted) cancel();
  try {
    return await Promise.race([work, canceled]);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
