import { useTargets } from '../delivery/targets-store.js';
import { useEndpoints } from '../remote/endpoints-store.js';
import type { KnownPlaces } from './read-batch.js';

/** The targets and the services that there are now. */
export function knownPlaces(): KnownPlaces {
  return {
    targets: useTargets.getState().targets,
    endpoints: useEndpoints.getState().endpoints,
  };
}
