import type { RemoteEndpoint } from '../../shared/endpoints.js';
import { AppError } from '../../shared/errors.js';
import { message } from '../../shared/messages/message.js';
import type { ObjectLocation } from '../../shared/request/storage.js';
import type { SourceInliner } from '../engine/pdf-engine.js';
import type { RemoteRenderer } from '../engine/remote-renderer.js';
import type { BucketAccess } from '../s3/bucket-access.js';
import type { RemoteLimits } from './call.js';

/** The services of the settings. */
export interface RemoteEndpoints {
  /** The environment variable that holds secrets; absent if they are from the settings. */
  readonly secretVariable?: string | undefined;
  /** Returns undefined for an unknown id. */
  get(id: string): RemoteEndpoint | undefined;
  /**
   * Returns the key or password of an endpoint; empty if it needs none.
   * @throws AppError `remote-refused` if it is missing or unreadable
   */
  secretOf(endpoint: RemoteEndpoint): Promise<string>;
}

/**
 * Finds the access to the user's target that contains a place, or null. @throws AppError if its
 * secret is missing
 */
export type BucketAccessAt = (place: ObjectLocation) => Promise<BucketAccess | null>;

export interface RemoteRendererParts {
  readonly endpoints: RemoteEndpoints;
  /** Inlines resources; without it, files are refused. */
  readonly inliner?: SourceInliner | undefined;
  /** Finds the user's own access to a bucket that a service has uploaded to. */
  readonly bucketAccess?: BucketAccessAt | undefined;
  /** Platen's version, for `User-Agent`. */
  readonly version: string;
  /** Certificates to trust in addition to the default ones, as PEM. */
  readonly ca?: readonly string[] | undefined;
  readonly limits?: Partial<RemoteLimits> | undefined;
  readonly log: (line: string) => void;
}

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
