import { deliveryMetadata } from '../../shared/object-settings.js';
import type { BucketConnection } from './bucket-connection.js';
import { settingsFields } from './object-settings.js';
import { serverAnswer } from './s3-fault.js';
import type { Uploading } from './upload.js';

/** The object at a key: of this delivery, another one, or none; unknown if it cannot be read. */
export type StoredObject =
  | {
      readonly kind: 'ours';
      readonly etag: string | undefined;
      readonly versionId: string | undefined;
    }
  | { readonly kind: 'other' | 'nothing' | 'unknown' };

/**
 * Looks up the object at a key. A refusal counts as `unknown`: it has only a status, and the write
 * that follows reports more.
 * @param id ID of the delivery
 */
export async function inspectObject(
  { s3, bucket }: BucketConnection,
  key: string,
  id: string,
  abortSignal: AbortSignal,
): Promise<StoredObject> {
  try {
    const head = await s3.headObject({ Bucket: bucket, Key: key }, { abortSignal });
    // Other servers may respond to anything with 200, but not with these headers.
    if (head.ETag === undefined && head.LastModified === undefined) return { kind: 'unknown' };
    if (head.Metadata?.[deliveryMetadata] !== id) return { kind: 'other' };
    return { kind: 'ours', etag: head.ETag, versionId: head.VersionId };
  } catch (thrown) {
    const status = serverAnswer(thrown)?.status ?? 0;
    if (status === 404) return { kind: 'nothing' };
    if (status >= 300 && status < 500 && status !== 429) return { kind: 'unknown' };
    throw thrown;
  }
}

/** An object in the bucket. */
export interface Stored {
  readonly etag?: string | undefined;
  readonly versionId?: string | undefined;
}

/** The same however the object is uploaded. */
export function objectHeaders({ upload: { access, id } }: Uploading) {
  return {
    ContentType: 'application/pdf',
    ...settingsFields(access.object ?? {}, id),
    ...(access.acl !== null && { ACL: access.acl }),
  };
}
