import { useSettings } from '../../settings/settings-store.js';
import { useTargets } from '../../settings/targets-store.js';
import { useEndpoints } from '../../settings/endpoints-store.js';
import type { Destinations } from './read-batch.js';

/** Returns the current destinations and services. */
export function destinations(): Destinations {
  return {
    unit: useSettings.getState().lengthUnit,
    targets: useTargets.getState().targets,
    endpoints: useEndpoints.getState().endpoints,
  };
}
