import { create } from 'zustand';
import type { RemoteEndpoint } from '@shared/endpoints.js';
import type { AppErrorData } from '@shared/errors.js';
import { call } from '../bridge.js';
import { useTargets } from './targets-store.js';

interface EndpointsState {
  /** In the order of the main process. */
  readonly endpoints: readonly RemoteEndpoint[];
}

/** The remote services. Only results of the main process change them. */
export const useEndpoints = create<EndpointsState>(() => ({ endpoints: [] }));

/** Returns a service by id; undefined once removed. */
export function endpointOf(
  endpoints: readonly RemoteEndpoint[],
  id: string | null,
): RemoteEndpoint | undefined {
  return endpoints.find((endpoint) => endpoint.id === id);
}

/**
 * Saves a service, replacing the one with its id.
 * @param secret its key or password; undefined keeps the stored one, null deletes it
 * @returns why saving failed; null if it succeeded
 */
export async function saveEndpoint(
  endpoint: RemoteEndpoint,
  secret: string | null | undefined,
): Promise<AppErrorData | null> {
  const input = { endpoint, ...(secret !== undefined && { secret }) };
  return apply(await call('endpoints:save', input));
}

/** Removes a service and its secret. Returns why that failed; null if it succeeded. */
export async function removeEndpoint(id: string): Promise<AppErrorData | null> {
  return apply(await call('endpoints:remove', { id }));
}

function apply(result: Awaited<ReturnType<typeof call<'endpoints:save'>>>): AppErrorData | null {
  if (!result.ok) return result.error;
  const { endpoints, secrets } = result.value;
  useEndpoints.setState({ endpoints });
  useTargets.setState({ secrets });
  return null;
}
