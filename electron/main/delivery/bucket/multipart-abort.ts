import type { BucketConnection } from './bucket-connection.js';
import { serverAnswer } from './server-answer.js';

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
