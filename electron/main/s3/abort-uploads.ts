import type { BucketConnection } from './bucket-connection.js';
import { isRefusal, serverAnswer } from './server-answer.js';

/** Takes back an upload in parts. One that the server does not know (any more) is no fault. */
export async function abortMultipart(
  { s3, bucket }: BucketConnection,
  key: string,
  id: string,
  abortSignal: AbortSignal,
): Promise<void> {
  try {
    await s3.abortMultipartUpload({ Bucket: bucket, Key: key, UploadId: id }, { abortSignal });
  } catch (thrown) {
    if (serverAnswer(thrown)?.status !== 404) throw thrown;
  }
}

/**
 * Takes back uploads in parts that were begun for the same key, by the same credentials, and whose id nobody knows, as the answer was lost or Platen was killed
 * before it came. Where they may not be listed they stay; owners of buckets have a rule against that (Amazon S3, "AbortIncompleteMultipartUpload").
 * @param own id of the upload that is to stay, by which one's own credentials are known in the list
 */
export async function abortStrays(
  connection: BucketConnection,
  key: string,
  own: string,
  abortSignal: AbortSignal,
): Promise<void> {
  const { s3, bucket } = connection;
  try {
    const { Uploads = [] } = await s3.listMultipartUploads(
      { Bucket: bucket, Prefix: key },
      { abortSignal },
    );
    const same = Uploads.filter((upload) => upload.Key === key);
    const initiator = same.find(({ UploadId }) => UploadId === own)?.Initiator?.ID;
    if (initiator === undefined) return;
    for (const { UploadId, Initiator } of same) {
      if (UploadId === undefined || UploadId === own || Initiator?.ID !== initiator) continue;
      await abortMultipart(connection, key, UploadId, abortSignal);
    }
  } catch (thrown) {
    if (!isRefusal(thrown)) throw thrown;
  }
}
