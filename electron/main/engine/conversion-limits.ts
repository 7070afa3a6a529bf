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
  { signal, onProgress, allowedHosts }: ConversionOptions,
  work: (enter: (stage: ConversionStage) => void) => Promise<T>,
): Promise<T> {
  throwIfCanceled(signal);
  let current = first;
  let isOver = false;
  let stop: (error: AppError) => void = () => undefined;
  const stopped = new Promise<never>((_, reject) => (stop = reject));
  const cancel = () => stop(canceledError());
  const advice = adviceTo(allowedHosts !== undefined, timeoutSeconds);
  const timer = setTimeout(() => {
    const message = timeOutSentence(timeoutSeconds, current === first, waitingFor(), advice);
    stop(new AppError('timed-out', message));
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

/** What to do about a page that takes too long: in general, and where its scripts are the reason. */
interface Advice {
  readonly general: string;
  readonly ofScripts: string;
}

/** A stranger has no say in the limit: the interface has no field for it. */
function adviceTo(isStranger: boolean, seconds: number): Advice {
  if (isStranger) {
    const general = `The service gives a page ${seconds} s`;
    return { general, ofScripts: `${general}; try it with JavaScript switched off` };
  }
  const general = 'Raise the time limit';
  return { general, ofScripts: `${general}, or switch JavaScript off` };
}

function timeOutSentence(
  seconds: number,
  isLoading: boolean,
  awaited: string,
  { general, ofScripts }: Advice,
): string {
  const subject = `The page was not ready within ${seconds} s`;
  if (!isLoading) return `${subject}: it was being printed. ${general}.`;
  if (awaited) return `${subject}: it was waiting for ${awaited}. ${general}.`;
  return `${subject}: its scripts did not come to rest. ${ofScripts}.`;
}
