import { create } from 'zustand';
import type { RemoteEndpoint } from '@shared/endpoints.js';
import type { AppErrorData } from '@shared/errors.js';
import { call } from '../../bridge.js';
import { useTargets } from '../delivery/targets-store.js';

interface EndpointsState {
  /** In the order of the main process. */
  readonly endpoints: readonly RemoteEndpoint[];
}

/** The services that PDFs can be made by. Only what the main process answers changes it. */
export const useEndpoints = create<EndpointsState>(() => ({ endpoints: [] }));

/** The service of an id; undefined once it has been removed. */
export function endpointOf(
  endpoints: readonly RemoteEndpoint[],
  id: string | null,
): RemoteEndpoint | undefined {
  return endpoints.find((endpoint) => endpoint.id === id);
}

/**
 * Keeps a service, in the place of the one of its id.
 * @param secret its key or password; undefined: stays as it is; null: is forgotten
 * @returns why that failed; null if it did not
 */
export async function saveEndpoint(
  endpoint: RemoteEndpoint,
  secret: string | null | undefined,
): Promise<AppErrorData | null> {
  const input = { endpoint, ...(secret !== undefined && { secret }) };
  return take(await call('endpoints:save', input));
}

/** Forgets a service and its secret; gives why that failed, null if it did not. */
export async function removeEndpoint(id: string): Promise<AppErrorData | null> {
  return take(await call('endpoints:remove', { id }));
}

function take(result: Awaited<ReturnType<typeof call<'endpoints:save'>>>): AppErrorData | null {
  if (!result.ok) return result.error;
  const { endpoints, secrets } = result.value;
  useEndpoints.setState({ endpoints });
  useTargets.setState({ secrets });
  return null;
}
