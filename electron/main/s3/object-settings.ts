import type { StorageClass } from '@aws-sdk/client-s3';
import { z } from 'zod';
import { percentEncoded } from './object-key.js';

/** The values of `x-amz-server-side-encryption` that can be requested. */
export const encryptions = ['AES256', 'aws:kms'] as const;

/** What an upload requests for its object besides the ACL. All of it is valid. */
export const objectSettingsSchema = z.object({
  cacheControl: z.string().optional(),
  contentDisposition: z.string().optional(),
  storageClass: z.string().optional(),
  encryption: z.enum(encryptions).optional(),
  /** Key of `aws:kms`; absent: that of the account. */
  kmsKey: z.string().optional(),
  /** Names without `x-amz-meta-`, in lower case. */
  metadata: z.record(z.string(), z.string()).readonly().optional(),
  tags: z.record(z.string(), z.string()).readonly().optional(),
});
export type ObjectSettings = Readonly<z.infer<typeof objectSettingsSchema>>;

/** The metadata with the ID of a delivery; S3 adds the prefix `x-amz-meta-`. */
export const deliveryMetadata = 'platen-delivery';

/**
 * Returns the fields of PutObject and CreateMultipartUpload for settings and the ID of the
 * delivery. The parts of a multipart upload need none of them.
 */
export function settingsFields(settings: ObjectSettings, delivery: string) {
  const { cacheControl, contentDisposition, storageClass, encryption, kmsKey } = settings;
  const { metadata, tags } = settings;
  return {
    Metadata: { ...metadata, [deliveryMetadata]: delivery },
    ...(cacheControl !== undefined && { CacheControl: cacheControl }),
    ...(contentDisposition !== undefined && { ContentDisposition: contentDisposition }),
    // The SDK sends any text; its type has Amazon's classes, and other servers name their own.
    ...(storageClass !== undefined && { StorageClass: storageClass as StorageClass }),
    ...(encryption !== undefined && { ServerSideEncryption: encryption }),
    ...(kmsKey !== undefined && { SSEKMSKeyId: kmsKey }),
    ...(tags !== undefined && { Tagging: tagging(tags) }),
  };
}

/** Encodes tags as `x-amz-tagging` requires: as the query of a URL. */
function tagging(tags: Readonly<Record<string, string>>): string {
  return Object.entries(tags)
    .map((tag) => tag.map(percentEncoded).join('='))
    .join('&');
}
