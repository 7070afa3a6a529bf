import type { ObjectLocation } from '../../shared/request/storage.js';
import type { BucketAccess } from './bucket-access.js';
import { bucketClients } from './bucket-connection.js';
import { bucketFailure } from './bucket-failure.js';

/**
 * Returns a link that allows anyone to read an object for some seconds. The server is not involved:
 * whether the object exists and the credentials may read it shows only when the link is used. It
 * points to the bucket rather than the public URL, as the host is signed too.
 * @throws DeliveryFailure without credentials to sign with
 */
export async function timeLimitedLink(
  access: BucketAccess,
  place: ObjectLocation,
  seconds: number,
): Promise<string> {
  try {
    const [{ GetObjectCommand }, { getSignedUrl }] = await Promise.all([
      import('@aws-sdk/client-s3'),
      import('@aws-sdk/s3-request-presigner'),
    ]);
    const command = new GetObjectCommand({ Bucket: place.bucket, Key: place.key });
    return await bucketClients.use(access, place.bucket, {}, async ({ s3 }) =>
      getSignedUrl(s3, command, { expiresIn: seconds }),
    );
  } catch (thrown) {
    throw bucketFailure(thrown, { access, place, operation: 'link' });
  }
}
