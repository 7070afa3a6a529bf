import type { ServiceLog } from './contract/service-log.js';
import type { ReadDelivery, ServiceEngine, ServiceOptions } from './contract/service-options.js';
import { Service } from './service.js';
import { InMemoryStore, newRunKey } from './store/in-memory-store.js';
import { ResultsFolder, RunResults } from './tasks/results-folder.js';
import { errorText } from '../../shared/messages/errors.js';

export interface EphemeralServiceParts {
  readonly engine: ServiceEngine;
  readonly delivery: ReadDelivery;
  readonly options: Omit<ServiceOptions, 'perAccount'>;
  /** Full path of the folder in which each run creates its own. */
  readonly resultsFolder: string;
  readonly version: string;
  readonly log: ServiceLog;
  readonly onChange?: () => void;
}

/** A service without accounts, whose data ends with its run. */
export interface EphemeralService {
  readonly service: Service;
  /** Of this run; null if none is required. */
  readonly key: string | null;
  /** Applies at once; running conversions continue. */
  readonly setConcurrency: (concurrency: number) => void;
  /** Stops the service and deletes its PDFs. */
  readonly end: () => Promise<void>;
}

/** It does not listen yet. */
export async function createEphemeralService(
  parts: EphemeralServiceParts,
): Promise<EphemeralService> {
  const { options, log, resultsFolder, ...rest } = parts;
  const key = options.isOpen ? null : newRunKey();
  const results = await RunResults.create(resultsFolder);
  const store = new InMemoryStore(key ?? '', {
    onError: (error) => log.error({ fault: errorText(error) }, 'store'),
  });
  const service = new Service({
    ...rest,
    log,
    store,
    results: new ResultsFolder(results.folder),
    options: {
      ...options,
      perAccount: null,
      // Both may change during the run and apply to new requests.
      get keepHours() {
        return options.keepHours;
      },
      get privateHosts() {
        return options.privateHosts;
      },
    },
    hasCredits: false,
    databaseFolder: null,
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
