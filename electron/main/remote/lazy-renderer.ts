import type { RemoteRenderer } from '../engine/remote-renderer.js';
import type { RemoteRendererParts } from './remote-renderer.js';

/** The client of services, which is read from the disk only when a service is asked for the first time: most starts of Platen need none. */
export function lazyRenderer(parts: RemoteRendererParts): RemoteRenderer {
  return {
    nameOf: (endpoint) => parts.endpoints.get(endpoint)?.name,
    storageOf: (endpoint) => parts.endpoints.get(endpoint)?.storage ?? undefined,
    convert: async (endpoint, request, options) => {
      const { createRemoteRenderer } = await import('./remote-renderer.js');
      return createRemoteRenderer(parts).convert(endpoint, request, options);
    },
  };
}
