import type { ObjectLocation } from '../../shared/request/storage.js';
import type { BucketAccess } from './bucket-access.js';
import { connectTo } from './bucket-connection.js';
import { bucketFailure } from './bucket-failure.js';
import { abortMultipart } from './abort-uploads.js';
import type { UploadState } from './upload.js';

/**
 * Takes back what an upload had begun that is not to be tried any more: its parts, if it was one in parts. A whole object that it put stays.
 * @throws DeliveryFailure where they are still there
 */
export async function abortUpload(
  access: BucketAccess,
  { bucket }: Pick<ObjectLocation, 'bucket'>,
  { key, multipart }: UploadState,
  signal: AbortSignal,
): Promise<void> {
  if (multipart === undefined) return;
  try {
    const connection = await connectTo(access, bucket);
    try {
      await abortMultipart(connection, key, multipart, signal);
    } finally {
      connection.close();
    }
  } catch (thrown) {
    throw bucketFailure(thrown, { access, place: { bucket, key }, doing: 'deleted' });
  }
}
