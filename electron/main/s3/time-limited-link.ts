import type { ObjectLocation } from '../../shared/request/storage.js';
import type { BucketAccess } from './bucket-access.js';
import { connectTo } from './bucket-connection.js';
import { bucketFailure } from './bucket-failure.js';

/**
 * A link to an object that anybody can read it by who has it, for so many seconds. It is made
 * without asking the server: whether the object is there, and whether the credentials may read it,
 * shows when it is used. It leads to the bucket itself, as what it signs is the host too, not to a
 * public address.
 * @throws DeliveryFailure where there are no credentials to sign with
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
    const connection = await connectTo(access, place.bucket);
    try {
      const command = new GetObjectCommand({ Bucket: place.bucket, Key: place.key });
      return await getSignedUrl(connection.s3, command, { expiresIn: seconds });
    } finally {
      connection.close();
    }
  } catch (thrown) {
    throw bucketFailure(thrown, { access, place, doing: 'linked to' });
  }
}
