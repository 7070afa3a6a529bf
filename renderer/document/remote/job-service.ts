import type { JobRow } from '@shared/jobs.js';
import { endpointOf, useEndpoints } from '../../settings/endpoints-store.js';
import { removedService } from './render-place.js';
import { textOf } from '../../i18n/t.js';

/** Returns the name of the service that converts a job; null for local conversion. */
export function useJobService(row: JobRow | undefined): string | null {
  const endpoints = useEndpoints((state) => state.endpoints);
  if (row?.remote) return row.remote.name;
  if (row?.renderOn === undefined) return null;
  return endpointOf(endpoints, row.renderOn)?.name ?? textOf(removedService);
}
