import type { BucketConnection } from './bucket-connection.js';
import { serverAnswer } from './s3-fault.js';
import type { Uploading } from './upload.js';

/**
 * The name of the metadata that says which delivery an object came by; S3 puts `x-amz-meta-` before
 * it.
 */
const deliveryMetadata = 'platen-delivery';

/**
 * What is under a key: the object of this delivery, that of somebody else, or nothing; unknown
 * where reading is not allowed.
 */
export type StoredObject =
  | {
      readonly kind: 'ours';
      readonly etag: string | undefined;
      readonly versionId: string | undefined;
    }
  | { readonly kind: 'other' | 'nothing' | 'unknown' };

/**
 * Looks what is under a key. What the server refuses here, it says by a status alone: the request
 * to write that follows tells more.
 * @param id of the delivery
 */
export async function lookAt(
  { s3, bucket }: BucketConnection,
  key: string,
  id: string,
  abortSignal: AbortSignal,
): Promise<StoredObject> {
  try {
    const head = await s3.headObject({ Bucket: bucket, Key: key }, { abortSignal });
    // What is no bucket may answer anything with 200, but not with this.
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

/** An object that is at the server. */
export interface Stored {
  readonly etag?: string | undefined;
  readonly versionId?: string | undefined;
}

/** What all ways of writing an object say of it. */
export function objectHeaders({ upload: { access, id } }: Uploading) {
  return {
    ContentType: 'application/pdf',
    Metadata: { [deliveryMetadata]: id },
    ...(access.acl !== null && { ACL: access.acl }),
  };
}
