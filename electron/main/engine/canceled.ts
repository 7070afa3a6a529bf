import { AppError } from '../../shared/errors.js';

/** The error of a conversion that somebody took back. */
export function canceledError(): AppError {
  return new AppError('canceled', 'The conversion was canceled.');
}

/** @throws AppError `canceled` if the signal is aborted */
export function throwIfCanceled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw canceledError();
}

/**
 * Waits for work, but no longer than until the signal is aborted: a disk that is gone may hold it for ever. The work goes on then, and nobody hears of it.
 * @param grace called when the signal is aborted; the work is waited for until what it gives resolves
 * @throws AppError `canceled`, besides what the work throws
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
