import type { CompletedPart } from '@aws-sdk/client-s3';
import { md5Of, readPiece } from './pdf-pieces.js';
import type { Uploading } from './upload.js';

/** So many parts are on their way, and in memory, at once. */
const atOnce = 4;

/** The most parts that an object may have (Amazon S3, "Multipart upload limits"). */
const maxParts = 10_000;

/**
 * Sends the parts of an upload, a few at once. When it ends, well or not, none is on its way any more.
 * @param id of the upload in parts
 * @returns what the upload is completed with
 */
export async function sendParts(
  uploading: Uploading,
  key: string,
  id: string,
): Promise<readonly CompletedPart[]> {
  const { upload, sizes, hooks } = uploading;
  const size = Math.max(sizes.part, Math.ceil(upload.size / maxParts));
  const count = Math.ceil(upload.size / size);
  const parts: CompletedPart[] = [];
  const failing = new AbortController();
  const signal = AbortSignal.any([hooks.signal, failing.signal]);
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const index = next;
      next += 1;
      signal.throwIfAborted();
      const length = Math.min(size, upload.size - index * size);
      const bytes = await readPiece(upload, index * size, length);
      parts[index] = await sendPart(uploading, { key, id, number: index + 1, bytes, signal });
    }
  };
  const workers = Array.from({ length: Math.min(atOnce, count) }, worker);
  try {
    await Promise.all(workers);
  } finally {
    // A part that is still on its way would come in after the upload was taken back.
    failing.abort();
    await Promise.allSettled(workers);
  }
  return parts;
}

interface Part {
  readonly key: string;
  readonly id: string;
  readonly number: number;
  readonly bytes: Buffer;
  readonly signal: AbortSignal;
}

async function sendPart(
  { connection: { s3, bucket } }: Uploading,
  { key, id, number, bytes, signal }: Part,
): Promise<CompletedPart> {
  const { ETag } = await s3.uploadPart(
    {
      Bucket: bucket,
      Key: key,
      UploadId: id,
      PartNumber: number,
      Body: bytes,
      ContentMD5: (await md5Of(bytes)).toString('base64'),
    },
    { abortSignal: signal },
  );
  return { PartNumber: number, ...(ETag !== undefined && { ETag }) };
}
