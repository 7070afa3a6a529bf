import type { RemoteEndpoint } from '../../shared/endpoints.js';
import type { ObjectLocation } from '../../shared/request/storage.js';
import type { BucketAccess } from '../s3/bucket-access.js';

/** The services of the settings. */
export interface RemoteEndpoints {
  /** The variable of the environment that secrets are from; absent where they are from the settings. */
  readonly secretVariable?: string | undefined;
  /** Undefined if there is none of that id. */
  get(id: string): RemoteEndpoint | undefined;
  /**
   * The key or the password of an endpoint, as it is at the moment; empty where it needs none.
   * @throws AppError `remote-refused` where it is not known or cannot be read
   */
  secretOf(endpoint: RemoteEndpoint): Promise<string>;
}

/** Finds a target of the person's that a place lies in; null if none of theirs does. @throws AppError where its secret is not known */
export type BucketAccessAt = (place: ObjectLocation) => Promise<BucketAccess | null>;
