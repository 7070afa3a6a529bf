import type { JobRow } from '@shared/jobs.js';
import { endpointOf, useEndpoints } from './endpoints-store.js';
import { faultIn, openFault } from './endpoint-fault.js';

/** What a job waits for that a person has to put in. */
export interface LackedKey {
  /** `key` or `password`. */
  readonly name: string;
  /** Opens the settings at the service, in its field. */
  readonly enter: () => void;
}

/** The key that a job waits for, such as after a restart of a system without a safe store; null if it waits for none. */
export function useLackedKey({ status, error, renderOn }: JobRow): LackedKey | null {
  const endpoint = useEndpoints(({ endpoints }) => endpointOf(endpoints, renderOn ?? null));
  if (status !== 'queued' || !error || !endpoint) return null;
  const fault = faultIn(endpoint, error);
  return fault && { name: fault.name, enter: () => openFault(endpoint, fault) };
}
