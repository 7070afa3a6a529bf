import type { BucketTarget } from '../../shared/targets.js';
import type { ObjectLocation } from '../../shared/request/storage.js';

/**
 * A key of the person's, whole. It never leaves the main process, and no sentence or log line holds
 * it.
 */
export interface AccessKey {
  readonly kind: 'key';
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/**
 * All that is needed to speak to a bucket: a target of the settings with its secret, or the
 * machine's own AWS settings.
 */
export interface BucketAccess extends Pick<
  BucketTarget,
  'endpoint' | 'region' | 'pathStyle' | 'acl' | 'publicBase' | 'caFile'
> {
  /**
   * What sentences call it: the target's name, or the bucket's where no target was set up for it.
   */
  readonly name: string;
  readonly credentials: AccessKey | { readonly kind: 'machine'; readonly profile: string | null };
}

/**
 * Finds the access to a place: by the id of a target, or for null by the target whose bucket and
 * longest prefix match, else by what the machine is set up with (`AWS_*` variables and profiles).
 * @throws AppError `delivery-refused` if the target is gone; MissingSecret if its secret is not
 * known or cannot be read
 */
export type AccessTo = (target: string | null, place: ObjectLocation) => Promise<BucketAccess>;
