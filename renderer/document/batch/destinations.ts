import { useTargets } from '../../settings/targets-store.js';
import { useEndpoints } from '../../settings/endpoints-store.js';
import type { Destinations } from './read-batch.js';

/** Returns the current destinations and services. */
export function destinations(): Destinations {
  return {
    targets: useTargets.getState().targets,
    endpoints: useEndpoints.getState().endpoints,
  };
}
