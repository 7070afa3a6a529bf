import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { AppError } from '../../../../shared/messages/errors.js';
import type { Result } from '../../../../shared/result.js';
import { Semaphore } from '../../../util/async.js';
import { canceledError, throwIfCanceled } from '../../contract/canceled.js';
import type { ConversionOptions } from '../../contract/pdf-engine.js';
import type { WordPage } from './word-document.js';

/** What a conversion says about reading its source. */
export type ReadingOptions = Pick<ConversionOptions, 'signal' | 'isInteractive'>;

/** A bundle of its own beside this one. Tests run from the sources, with the thread as built. */
const folder = import.meta.filename.endsWith('.ts')
  ? join(import.meta.dirname, '../../../../../dist/main')
  : import.meta.dirname;
const code = join(folder, 'word-worker.cjs');

/** Each may take hundreds of megabytes. */
const slots = new Semaphore(2);

/**
 * Reads a Word document in a thread of its own, because hundreds of pages take seconds, in which
 * neither the window nor the service would answer.
 * @throws AppError `source-unreadable` if it is damaged or too large, `canceled`
 */
export async function readWordInThread(
  path: string,
  { signal, isInteractive }: ReadingOptions,
): Promise<WordPage> {
  const options = { signal, priority: isInteractive ? 1 : 0 };
  const release = await slots.acquire(options).catch(() => {
    throw canceledError();
  });
  try {
    const result = await resultOf(new Worker(code, { workerData: path }), signal);
    if (result.ok) return result.value;
    throw new AppError(result.error.code, result.error.message, result.error.fields);
  } finally {
    release();
  }
}

/** Waits for the end of a thread, which a canceled one reaches at once. */
async function resultOf(worker: Worker, signal?: AbortSignal): Promise<Result<WordPage>> {
  let result: Result<WordPage> | undefined;
  const cancel = () => void worker.terminate();
  signal?.addEventListener('abort', cancel);
  try {
    await new Promise<void>((resolve, reject) => {
      worker.on('message', (answer: Result<WordPage>) => (result = answer));
      worker.on('error', reject);
      worker.on('exit', () => resolve());
    });
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
  throwIfCanceled(signal);
  if (result === undefined) throw new Error('The thread of a Word document ended without it.');
  return result;
}
