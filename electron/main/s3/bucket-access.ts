import type { BucketTarget } from '../../shared/targets.js';
import type { ObjectOption, ObjectSettings } from '../../shared/object-settings.js';
import type { ObjectLocation } from '../../shared/request/storage.js';

/** A complete access key. It stays in the main process; no message or log line contains it. */
interface AccessKey {
  readonly kind: 'key';
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Access to a bucket: a target with its secret, or the AWS configuration of the machine. */
export interface BucketAccess extends Pick<
  BucketTarget,
  'endpoint' | 'region' | 'pathStyle' | 'acl' | 'publicBase' | 'caFile'
> {
  /** Name in messages: that of the target, or without one, of the bucket. */
  readonly name: string;
  /** What uploads request for their objects. */
  readonly object?: ObjectSettings | undefined;
  /** Those that come from options of the command line, which messages name then. */
  readonly objectFlags?: readonly ObjectOption[] | undefined;
  readonly credentials: AccessKey | { readonly kind: 'machine'; readonly profile: string | null };
}

/**
 * Finds the access to a place: by the ID of a target, or for null by the target with its bucket and
 * the longest matching prefix, otherwise by the AWS configuration of the machine (`AWS_*` variables
 * and profiles), which `aws` names.
 * @throws AppError `delivery-refused` if the target was removed; MissingSecret if its secret is
 * unknown or unreadable
 */
export type AccessTo = (target: string | null, place: ObjectLocation) => Promise<BucketAccess>;

/** Returns the profile that the environment names; null for the default one. */
export function environmentProfile(env: NodeJS.ProcessEnv = process.env): string | null {
  const { AWS_PROFILE: profile = '' } = env;
  return profile === '' ? null : profile;
}
