import type { IncomingMessage } from 'node:http';
import { AppError } from '../../shared/errors.js';
import type { ObjectLocation } from '../../shared/request/storage.js';
import type { BucketAccess } from '../s3/bucket-access.js';
import { connectTo } from '../s3/bucket-connection.js';
import { bucketFailure } from '../s3/bucket-failure.js';
import { objectAddress } from '../s3/object-address.js';
import { type Fetched, pdfIn } from './fetch-pdf.js';
import type { BucketAccessAt } from './remote-endpoints.js';
import { progressOf } from './progress.js';
import { readBody } from './read-body.js';
import type { RemoteCall } from './remote-call.js';
import { beginsAsPdf, maxPdfBytes } from './remote-pdf.js';

/**
 * Fetches a PDF out of the person's own bucket, with the access that they have to it themselves.
 * @param url where the service says that it is, which has to be the same object
 * @returns null where they have none: its address is all there is
 * @throws AppError `canceled`
 */
export async function fetchObject(
  call: RemoteCall,
  place: ObjectLocation,
  url: URL | undefined,
  accessAt: BucketAccessAt,
): Promise<Fetched | null> {
  const isSame =
    url === undefined ||
    url.pathname.endsWith(new URL(objectAddress('http://x', place.key)).pathname);
  if (!isSame) return null;
  try {
    const access = await accessAt(place);
    if (access === null) return null;
    return await getObject(call, access, place);
  } catch (thrown) {
    call.time.throwIfCanceled();
    if (!(thrown instanceof AppError)) throw thrown;
    return { kind: 'not-fetched', why: thrown.message.replace(/\.$/, '') };
  }
}

async function getObject(
  call: RemoteCall,
  access: BucketAccess,
  place: ObjectLocation,
): Promise<Fetched> {
  const { encryptedOnly, time } = call;
  try {
    const connection = await connectTo(access, place.bucket, { encryptedOnly });
    try {
      const {
        Body,
        ContentLength,
        ContentType = '',
      } = await connection.s3.getObject(
        { Bucket: place.bucket, Key: place.key },
        { abortSignal: time.signal },
      );
      const progress = progressOf(call, 'fetching', ContentLength);
      const mostOf = (start: Buffer) => (beginsAsPdf(start) ? maxPdfBytes : 64 * 1024);
      // In Node the body of the SDK's answer is that of our own transport.
      const body = await readBody(Body as IncomingMessage, { mostOf, onRead: progress });
      return pdfIn(body, ContentType, call);
    } finally {
      connection.close();
    }
  } catch (thrown) {
    throw bucketFailure(thrown, { access, place, doing: 'read' });
  }
}
