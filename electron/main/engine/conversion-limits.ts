import { AppError } from '../../shared/errors.js';
import type { ConversionStage } from '../../shared/conversion-stage.js';
import { literal } from '../../shared/messages/message.js';
import { canceledError, throwIfCanceled } from './canceled.js';
import type { ConversionOptions } from './pdf-engine.js';

/** How often a conversion reports what it is waiting for, in milliseconds. */
const progressIntervalMs = 1000;

interface LimitedWork {
  readonly timeoutSeconds: number;
  /** Returns what the work is waiting for; empty if unknown. */
  readonly waitingFor: () => string;
  /** The stage in which the page loads. */
  readonly first?: ConversionStage;
}

/**
 * Runs work until it is canceled or times out, and reports its progress. The work calls the given
 * function when it reaches a stage.
 * @throws AppError `canceled` or `timed-out`, and what the work throws
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
  const advice = timeoutAdvice(allowedHosts !== undefined, timeoutSeconds);
  const timer = setTimeout(() => {
    const message = timeoutMessage(timeoutSeconds, current === first, waitingFor(), advice);
    stop(new AppError('timed-out', message));
  }, timeoutSeconds * 1000);
  const reports = setInterval(() => {
    const awaited = waitingFor();
    if (current !== first || !awaited) return;
    onProgress?.({ stage: current, waitingFor: literal(awaited) });
  }, progressIntervalMs);
  signal?.addEventListener('abort', cancel);
  const enter = (stage: ConversionStage) => {
    // Abandoned work may go on for a moment.
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

/** What the user can do about a timeout: in general, and if scripts are the reason. */
interface Advice {
  readonly general: string;
  readonly forScripts: string;
}

/** Clients of the service cannot change the timeout: the API has no field for it. */
function timeoutAdvice(isUntrusted: boolean, seconds: number): Advice {
  if (isUntrusted) {
    const general = `The service allows a page ${seconds} s`;
    return { general, forScripts: `${general}; try it with JavaScript disabled` };
  }
  const general = 'Increase the timeout';
  return { general, forScripts: `${general} or disable JavaScript` };
}

function timeoutMessage(
  seconds: number,
  isLoading: boolean,
  awaited: string,
  { general, forScripts }: Advice,
): string {
  const subject = `The page was not ready within ${seconds} s`;
  if (!isLoading) return `${subject}: it was being printed. ${general}.`;
  if (awaited) return `${subject}: it was waiting for ${awaited}. ${general}.`;
  return `${subject}: its scripts kept running. ${forScripts}.`;
}
