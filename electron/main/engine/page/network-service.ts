import type { AppError } from '../../../shared/messages/errors.js';
import { sleep, untilAborted } from '../../util/async.js';
import { throwIfCanceled } from '../contract/canceled.js';
import type { LocalEngine } from '../contract/pdf-engine.js';

/** The part of Electron's `app` that reports the ends of Chromium's other processes. */
export interface ChildProcesses {
  on(
    event: 'child-process-gone',
    listener: (event: unknown, details: Pick<Electron.Details, 'reason' | 'serviceName'>) => void,
  ): unknown;
}

/** The name of Chromium's network service in the events of its processes. */
export const networkService = 'network.mojom.NetworkService';

/** Chromium starts its network service again; after so many ends in a row, it cannot run. */
const maxEnds = 3;

/**
 * How long a stop may follow the end of a process of Chromium, in milliseconds: a signal to all
 * processes ends Chromium's at once, and reaches this one a moment later.
 */
export const stopGraceMs = 250;

/** Why a conversion begins again: what its page loads now, or has yet to load, may be missing. */
const repeat = new Error('The network service ended.');

/**
 * Returns the engine with conversions that begin again when Chromium's network service ends, and
 * fail where it cannot run: pages would wait for it until they time out.
 * @param error returns the error of the conversions
 */
export function endWithNetworkService(
  engine: LocalEngine,
  processes: ChildProcesses,
  error: () => AppError,
): LocalEngine {
  const running = new Set<AbortController>();
  let ends = 0;
  processes.on('child-process-gone', (_event, { serviceName, reason }) => {
    if (serviceName !== networkService || reason === 'clean-exit') return;
    ends += 1;
    const cannotRun = ends >= maxEnds || reason === 'launch-failed';
    for (const each of running) each.abort(cannotRun ? error() : repeat);
  });

  async function run<T>(
    signal: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    for (;;) {
      const end = new AbortController();
      const either = signal === undefined ? end.signal : AbortSignal.any([signal, end.signal]);
      running.add(end);
      try {
        const result = await untilAborted(end.signal, work(either));
        ends = 0;
        return result;
      } catch (thrown) {
        if (end.signal.reason !== repeat || signal?.aborted === true) throw thrown;
      } finally {
        running.delete(end);
      }
      await sleep(stopGraceMs);
      throwIfCanceled(signal);
    }
  }

  return {
    convert: async (request, options = {}) =>
      run(options.signal, async (signal) => engine.convert(request, { ...options, signal })),
    inline: async (request, options = {}) =>
      run(options.signal, async (signal) => engine.inline(request, { ...options, signal })),
    setConcurrency: (pages) => engine.setConcurrency(pages),
    setMemoryLimit: (gigabytes) => engine.setMemoryLimit(gigabytes),
    ping: async () => engine.ping(),
    memory: () => engine.memory(),
    close: async () => engine.close(),
  };
}
