import type { ObjectLocation } from '../../shared/request/storage.js';
import type { BucketAccess } from './bucket-access.js';
import { bucketClients, regionOfRedirect } from './bucket-connection.js';
import { bucketFailure } from './bucket-failure.js';

/** How long the region of a bucket may delay a link, in milliseconds. */
const regionMs = 5_000;

/**
 * Returns a link that allows anyone to read an object for some seconds. Whether the object exists
 * and the credentials may read it shows only when the link is used. It points to the bucket rather
 * than the public URL, as the host is signed too. At Amazon the region is signed and part of the
 * host, so the server is asked whether it is the right one.
 * @throws DeliveryFailure without credentials to sign with
 */
export async function timeLimitedLink(
  access: BucketAccess,
  place: ObjectLocation,
  seconds: number,
  clients = bucketClients,
): Promise<string> {
  try {
    const [{ GetObjectCommand }, { getSignedUrl }] = await Promise.all([
      import('@aws-sdk/client-s3'),
      import('@aws-sdk/s3-request-presigner'),
    ]);
    const command = new GetObjectCommand({ Bucket: place.bucket, Key: place.key });
    return await clients.use(access, place.bucket, {}, async ({ s3 }) => {
      if (access.endpoint === null) {
        const abortSignal = AbortSignal.timeout(regionMs);
        await s3.headObject(command.input, { abortSignal }).catch((thrown: unknown) => {
          if (regionOfRedirect(thrown) !== null) throw thrown;
        });
      }
      return getSignedUrl(s3, command, { expiresIn: seconds });
    });
  } catch (thrown) {
    throw bucketFailure(thrown, { access, place, operation: 'link' });
  }
}
