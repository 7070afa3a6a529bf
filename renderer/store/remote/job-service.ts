import type { JobRow } from '@shared/jobs.js';
import { endpointOf, useEndpoints } from './endpoints-store.js';
import { goneService } from './render-place.js';

/** What the service is called that makes a job's PDF, or made it; null: this computer does. */
export function useJobService(row: JobRow | undefined): string | null {
  const endpoints = useEndpoints((state) => state.endpoints);
  if (row?.remote) return row.remote.name;
  if (row?.renderOn === undefined) return null;
  return endpointOf(endpoints, row.renderOn)?.name ?? goneService;
}
