import { AppError } from '../../shared/messages/errors.js';
import type { ConversionStage } from '../../shared/conversion-stage.js';
import { type Message, message } from '../../shared/messages/message.js';
import { canceledError, throwIfCanceled } from './contract/canceled.js';
import type { ConversionOptions } from './contract/pdf-engine.js';

/** How often a conversion reports what it is waiting for, in milliseconds. */
const progressIntervalMs = 1000;

interface LimitedWork {
  readonly timeoutSeconds: number;
  /** Whether the page's scripts are allowed to run. */
  readonly hasScripts: boolean;
  /** Null if unknown. */
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
  { timeoutSeconds, hasScripts, waitingFor, first = 'loading' }: LimitedWork,
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
    const timeout = {
      seconds: timeoutSeconds,
      isLoading: current !== 'printing',
      isUntrusted: allowedHosts !== undefined,
      hasScripts,
      resource: waitingFor(),
    };
    stop(new AppError('timed-out', timeoutMessage(timeout)));
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
  readonly hasScripts: boolean;
  /** What the page was waiting for; null if unknown. */
  readonly resource: Message | null;
}

function timeoutMessage(timeout: Timeout): Message {
  const { seconds, isLoading, hasScripts, resource } = timeout;
  // Nobody has seen whether scripts are running.
  const mayBeScripts = isLoading && resource === null && hasScripts;
  const advice = mayBeScripts ? scriptAdvice(timeout) : timeAdvice(timeout);
  if (!isLoading) return message('engine.timedOutPrinting', { seconds, advice });
  return resource === null
    ? message('engine.timedOutLoading', { seconds, advice })
    : message('engine.timedOutWaiting', { seconds, resource, advice });
}

function scriptAdvice({ isUntrusted, seconds }: Timeout): Message {
  return isUntrusted
    ? message('engine.serviceTimeoutDisableScripts', { seconds })
    : message('engine.increaseTimeoutOrDisableScripts');
}

/** Clients of the service cannot change the timeout: the API has no field for it. */
function timeAdvice({ isUntrusted, seconds }: Timeout): Message {
  return isUntrusted
    ? message('engine.serviceTimeout', { seconds })
    : message('engine.increaseTimeout');
}
