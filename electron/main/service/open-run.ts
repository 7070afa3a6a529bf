import type { PdfEngine } from '../conversion/pdf-engine.js';
import { newRunKey } from './run-store/digest.js';
import { RunResults } from './run-store/run-results.js';
import { RunStore } from './run-store/run-store.js';
import { Service } from './service.js';
import type { ServiceLog } from './service-log.js';
import type { ReadDelivery, ServiceOptions } from './service-options.js';

export interface RunParts {
  readonly engine: Pick<PdfEngine, 'convert'>;
  readonly delivery: ReadDelivery;
  readonly options: Omit<ServiceOptions, 'results'>;
  /** Full path of the folder in which the PDFs of the run have one of their own. */
  readonly resultsFolder: string;
  readonly version: string;
  readonly log: ServiceLog;
  readonly onChange?: () => void;
}

/** A service without accounts, which lasts as long as its run. */
export interface RunService {
  readonly service: Service;
  /** Of this run; null where nobody is asked for one. */
  readonly key: string | null;
  /** Stops it, and leaves nothing. */
  readonly end: () => Promise<void>;
}

/** Makes a service without accounts; it does not listen yet. */
export async function openRun(parts: RunParts): Promise<RunService> {
  const { options, log, resultsFolder, ...rest } = parts;
  const key = options.isOpen ? null : newRunKey();
  const results = await RunResults.make(resultsFolder);
  const service = new Service({
    ...rest,
    log,
    store: new RunStore(key ?? '', ({ id }) => log.warn({ message: id }, 'webhook given up')),
    options: {
      ...options,
      results: results.folder,
      // Both may change while it runs, and hold for what comes then.
      get keepHours() {
        return options.keepHours;
      },
      get privateHosts() {
        return options.privateHosts;
      },
    },
    hasCredits: false,
  });
  const end = async () => {
    await service.stop();
    await results.remove();
  };
  return { service, key, end };
}
