import type { AppError } from '../../../shared/messages/errors.js';
import { untilAborted } from '../../util/async.js';
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
 * Returns the engine with conversions that fail where Chromium's network service cannot run: pages
 * would wait for it until they time out.
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
    if (ends < maxEnds && reason !== 'launch-failed') return;
    for (const each of running) each.abort(error());
  });

  async function run<T>(
    signal: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const end = new AbortController();
    const either = signal === undefined ? end.signal : AbortSignal.any([signal, end.signal]);
    running.add(end);
    try {
      const result = await untilAborted(end.signal, work(either));
      ends = 0;
      return result;
    } finally {
      running.delete(end);
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
