import type { JobRow } from '@shared/jobs.js';
import { endpointOf, useEndpoints } from '../../settings/targets-store.js';
import { removedService } from './services.js';
import { textOf } from '../../i18n/t.js';
import { faultIn, openFault } from '../../settings/endpoint-form.js';

/** Returns the name of the service that converts a job; null for local conversion. */
export function useJobService(row: JobRow | undefined): string | null {
  const endpoints = useEndpoints((state) => state.endpoints);
  if (row?.remote) return row.remote.name;
  if (row?.renderOn === undefined) return null;
  return endpointOf(endpoints, row.renderOn)?.name ?? textOf(removedService);
}

/** A missing credential that a job waits for. */
export interface MissingCredential {
  /** `key` or `password`. */
  readonly name: string;
  /** Opens the settings of the service at that field. */
  readonly enter: () => void;
}

/**
 * Returns the credential that a job waits for, for example after a restart without a system
 * keychain; null for none.
 */
export function useMissingCredential({
  status,
  error,
  renderOn,
}: JobRow): MissingCredential | null {
  const endpoint = useEndpoints(({ endpoints }) => endpointOf(endpoints, renderOn ?? null));
  if (status !== 'queued' || !error || !endpoint) return null;
  const fault = faultIn(endpoint, error);
  return fault && { name: fault.name, enter: () => openFault(endpoint, fault) };
}
