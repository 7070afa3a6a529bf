import { AppError } from '../../shared/errors.js';
import type { ConversionStage } from '../../shared/conversion-stage.js';
import { type Message, message } from '../../shared/messages/message.js';
import { canceledError, throwIfCanceled } from './canceled.js';
import type { ConversionOptions } from './pdf-engine.js';

/** How often a conversion reports what it is waiting for, in milliseconds. */
const progressIntervalMs = 1000;

interface LimitedWork {
  readonly timeoutSeconds: number;
  /** Returns what the work is waiting for; null if unknown. */
  readonly waitingFor: () => Message | null;
  /** The stage in which the page loads. */
  readonly first?: ConversionStage;
}

/**
 * Runs work until it is canceled or times out, and reports its progress. The work calls the given
 * function when it reaches a stage.
 * @throws AppError `canceled` or `timed-out`, or the error of the work
 */
export async function withLimits<T>(
  { timeoutSeconds, waitingFor, first = 'loading' }: LimitedWork,
  { signal, onProgress, allowedHosts }: ConversionOptions,
  work: (enter: (stage: ConversionStage) => void) => Promise<T>,
): Promise<T> {
  throwIfCanceled(signal);
  let current = first;
  let isOver = false;
  let stop: (error: AppError) => void = () => undefined;
  const stopped = new Promise<never>((_, reject) => (stop = reject));
  const cancel = () => stop(canceledError());
  const timer = setTimeout(() => {
    const isLoading = current === first;
    const isUntrusted = allowedHosts !== undefined;
    const reason = { seconds: timeoutSeconds, isLoading, isUntrusted, resource: waitingFor() };
    stop(new AppError('timed-out', timeoutMessage(reason)));
  }, timeoutSeconds * 1000);
  const reports = setInterval(() => {
    const awaited = waitingFor();
    if (current === first && awaited !== null)
      onProgress?.({ stage: current, waitingFor: awaited });
  }, progressIntervalMs);
  signal?.addEventListener('abort', cancel);
  const enter = (stage: ConversionStage) => {
    // Abandoned work may continue for a moment.
    if (isOver) return;
    current = stage;
    onProgress?.({ stage });
  };
  try {
    return await Promise.race([stopped, work(enter)]);
  } finally {
    isOver = true;
    clearTimeout(timer);
    clearInterval(reports);
    signal?.removeEventListener('abort', cancel);
  }
}

interface Timeout {
  readonly seconds: number;
  readonly isLoading: boolean;
  readonly isUntrusted: boolean;
  /** What the page was waiting for; null if unknown. */
  readonly resource: Message | null;
}

function timeoutMessage({ seconds, isLoading, isUntrusted, resource }: Timeout): Message {
  if (isLoading && resource === null) {
    const advice = isUntrusted
      ? message('engine.serviceTimeoutDisableScripts', { seconds })
      : message('engine.increaseTimeoutOrDisableScripts');
    return message('engine.timedOutScripts', { seconds, advice });
  }
  // Clients of the service cannot change the timeout: the API has no field for it.
  const advice = isUntrusted
    ? message('engine.serviceTimeout', { seconds })
    : message('engine.increaseTimeout');
  return isLoading && resource !== null
    ? message('engine.timedOutWaiting', { seconds, resource, advice })
    : message('engine.timedOutPrinting', { seconds, advice });
}
