import { AppError } from '../../shared/errors.js';
import type { ConversionStage } from '../../shared/conversion-stage.js';
import { canceledError, throwIfCanceled } from './canceled.js';
import type { ConversionOptions } from './pdf-engine.js';

/** How often a conversion says what it is waiting for, in milliseconds. */
const newsIntervalMs = 1000;

export interface LimitedWork {
  readonly timeoutSeconds: number;
  /** What the work is waiting for at this moment; empty for nothing that can be named. */
  readonly waitingFor: () => string;
  /** The stage in which the page loads. */
  readonly first?: ConversionStage;
}

/**
 * Does work that ends when it is canceled and when its time is up, and tells meanwhile where it stands. The work calls what it is
 * given when it comes to a stage.
 * @throws AppError `canceled` or `timed-out`, besides what the work throws
 */
export async function withLimits<T>(
  { timeoutSeconds, waitingFor, first = 'loading' }: LimitedWork,
  { signal, onProgress }: ConversionOptions,
  work: (enter: (stage: ConversionStage) => void) => Promise<T>,
): Promise<T> {
  throwIfCanceled(signal);
  let current = first;
  let isOver = false;
  let stop: (error: AppError) => void = () => undefined;
  const stopped = new Promise<never>((_, reject) => (stop = reject));
  const cancel = () => stop(canceledError());
  const timer = setTimeout(() => {
    stop(
      new AppError('timed-out', timeOutSentence(timeoutSeconds, current === first, waitingFor())),
    );
  }, timeoutSeconds * 1000);
  const news = setInterval(() => {
    const awaited = waitingFor();
    if (current === first && awaited) onProgress?.({ stage: current, waitingFor: awaited });
  }, newsIntervalMs);
  signal?.addEventListener('abort', cancel);
  const enter = (stage: ConversionStage) => {
    // Work that was given up may go on for a moment.
    if (isOver) return;
    current = stage;
    onProgress?.({ stage });
  };
  try {
    return await Promise.race([stopped, work(enter)]);
  } finally {
    isOver = true;
    clearTimeout(timer);
    clearInterval(news);
    signal?.removeEventListener('abort', cancel);
  }
}

function timeOutSentence(seconds: number, isLoading: boolean, awaited: string): string {
  const subject = `The page was not ready within ${seconds} s`;
  if (!isLoading) return `${subject}: it was being printed. Raise the time limit.`;
  if (awaited) return `${subject}: it was waiting for ${awaited}. Raise the time limit.`;
  return `${subject}: its scripts did not come to rest. Raise the time limit, or switch JavaScript off.`;
}
