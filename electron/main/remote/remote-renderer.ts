import { AppError } from '../../shared/messages/errors.js';
import { message } from '../../shared/messages/message.js';
import type { RemoteRenderer } from '../engine/remote-renderer.js';
import type { RemoteRendererParts } from './call.js';

/**
 * Creates the client of the services in the settings. Loaded on first use: most starts don't need
 * it.
 */
export function createRemoteRenderer(parts: RemoteRendererParts): RemoteRenderer {
  const { endpoints } = parts;
  return {
    nameOf: (id) => endpoints.get(id)?.name,
    storageOf: (id) => endpoints.get(id)?.storage ?? undefined,
    convert: async (id, request, options) => {
      const endpoint = endpoints.get(id);
      if (endpoint === undefined) {
        throw new AppError('remote-refused', message('remote.serviceRemoved'));
      }
      const { renderOn } = await import('./render-on.js');
      return renderOn(endpoint, request, options, parts);
    },
  };
}
