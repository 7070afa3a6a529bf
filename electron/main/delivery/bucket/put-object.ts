import { md5Of } from './content-digest.js';
import { cancelLate } from './late-cancel.js';
import { readPiece } from './pdf-pieces.js';
import { deliveryMetadata } from './stored-object.js';
import { type Stored, type Uploading, objectHeaders } from './uploading.js';

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
        ...objectHeaders(uploading, deliveryMetadata),
        ...condition,
      },
      { abortSignal: canceling.signal },
    );
    return { etag: ETag, versionId: VersionId };
  } finally {
    canceling.end();
  }
}
