import { md5Of, readPiece } from './pdf-pieces.js';
import { cancelLate } from './late-cancel.js';
import { serverAnswer } from './server-answer.js';
import { type Stored, objectHeaders } from './stored-object.js';
import { TransportFault } from './transport-fault.js';
import type { Uploading } from './upload.js';

/** A condition on what is under the key: nothing, or an object of this entity tag. */
export type PutCondition = { readonly IfNoneMatch: '*' } | { readonly IfMatch: string } | object;

/** The PDF in one piece, with its checksum. */
export interface WholePdf {
  readonly bytes: Buffer;
  /** MD5, in base64 as `Content-MD5` has it. */
  readonly md5: string;
  /** The entity tag that S3 gives an object that was put in one piece: its MD5 in hexadecimal; without its quotes, which Ceph 16 does not compare. */
  readonly etag: string;
}

/** Reads the PDF of an upload. */
export async function wholePdf({ upload }: Uploading): Promise<WholePdf> {
  const bytes = await readPiece(upload, 0, upload.size);
  const digest = await md5Of(bytes);
  return { bytes, md5: digest.toString('base64'), etag: digest.toString('hex') };
}

/** Puts the PDF under a key in one request, which S3 carries out whole or not at all. A cancel that comes when all is sent comes too late. */
export async function putObject(
  uploading: Uploading,
  key: string,
  pdf: WholePdf,
  condition: PutCondition,
): Promise<Stored> {
  const { connection, hooks } = uploading;
  const canceling = cancelLate(hooks.signal, () => connection.sent() < pdf.bytes.length);
  try {
    const { ETag, VersionId } = await connection.s3.putObject(
      {
        Bucket: connection.bucket,
        Key: key,
        Body: pdf.bytes,
        ContentMD5: pdf.md5,
        ...objectHeaders(uploading),
        ...condition,
      },
      { abortSignal: canceling.signal },
    );
    return { etag: ETag, versionId: VersionId };
  } finally {
    canceling.end();
  }
}

/**
 * Whether something may be written without its condition after all.
 * @param thrown what came of writing it on condition; it is thrown again unless it may be the condition that the server does not know
 * @param isFree whether it was seen that nothing is under the key: who has not seen it may not write without the condition
 * @throws TransportFault `no-condition`
 */
export function checkMayDoWithout(thrown: unknown, isFree: boolean): void {
  if (serverAnswer(thrown)?.status !== 501) throw thrown;
  if (!isFree) throw new TransportFault('no-condition', { cause: thrown });
}
