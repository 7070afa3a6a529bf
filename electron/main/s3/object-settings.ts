import type { StorageClass } from '@aws-sdk/client-s3';
import { type ObjectSettings, deliveryMetadata } from '../../shared/object-settings.js';
import { percentEncoded } from './object-key.js';

/**
 * Of PutObject and CreateMultipartUpload; the parts of a multipart upload need none of them.
 * @param delivery its ID
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
