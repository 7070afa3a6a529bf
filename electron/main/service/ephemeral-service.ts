import type { PdfEngine } from '../engine/pdf-engine.js';
import { newRunKey } from './store/in-memory/digest.js';
import { InMemoryResults } from './store/in-memory/in-memory-results.js';
import { InMemoryStore } from './store/in-memory/in-memory-store.js';
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
export interface EphemeralService {
  readonly service: Service;
  /** Of this run; null where nobody is asked for one. */
  readonly key: string | null;
  /** Applies at once; what already runs goes on. */
  readonly setConcurrency: (concurrency: number) => void;
  /** Stops it, and leaves nothing. */
  readonly end: () => Promise<void>;
}

/** Makes a service without accounts; it does not listen yet. */
export async function createEphemeralService(parts: RunParts): Promise<EphemeralService> {
  const { options, log, resultsFolder, ...rest } = parts;
  const key = options.isOpen ? null : newRunKey();
  const results = await InMemoryResults.make(resultsFolder);
  const store = new InMemoryStore(key ?? '', ({ id }) =>
    log.warn({ message: id }, 'webhook given up'),
  );
  const service = new Service({
    ...rest,
    log,
    store,
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
  const setConcurrency = (concurrency: number) => {
    service.setConcurrency(concurrency);
    store.setConcurrency(concurrency);
  };
  return { service, key, setConcurrency, end };
}
