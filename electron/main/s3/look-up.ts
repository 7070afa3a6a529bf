import { randomUUID } from 'node:crypto';
import type { ObjectLocation } from '../../shared/request/storage.js';
import { isLastingFailure } from '../network/delivery-failure.js';
import type { BucketAccess } from './bucket-access.js';
import { bucketClients } from './bucket-connection.js';
import { bucketFailure } from './bucket-failure.js';
import { serverAnswer } from './s3-fault.js';
import { inspectObject } from './stored-object.js';

/** How long looking up may delay a conversion, in milliseconds. */
const lookUpMs = 5_000;

export interface LookUpOptions {
  /** Refuses unencrypted connections, except to this machine (hipaa). */
  readonly encryptedOnly: boolean;
  readonly clients?: typeof bucketClients;
}

/**
 * Checks without writing anything that no upload to a bucket is bound to fail, by reading an object
 * that does not exist. Credentials that may not read pass, as does a server that does not respond.
 * @throws DeliveryFailure that concerns the whole bucket, such as a wrong key
 */
export async function checkAccess(
  access: BucketAccess,
  { bucket, key }: ObjectLocation,
  { encryptedOnly, clients = bucketClients }: LookUpOptions,
): Promise<void> {
  const folder = key.slice(0, key.lastIndexOf('/') + 1);
  const place = { bucket, key: `${folder}platen-access-check-${randomUUID()}` };
  const abortSignal = AbortSignal.timeout(lookUpMs);
  let region: string | undefined;
  try {
    await clients.use(access, bucket, { encryptedOnly }, async (connection) => {
      region = connection.region;
      const read = connection.s3.getObject({ Bucket: bucket, Key: place.key }, { abortSignal });
      await read.catch((thrown: unknown) => {
        // The expected answer, after which the connection stays open for the uploads.
        if (serverAnswer(thrown)?.name !== 'NoSuchKey') throw thrown;
      });
    });
  } catch (thrown) {
    if (abortSignal.aborted) return;
    const failure = bucketFailure(thrown, { access, place, operation: 'upload', region });
    if (isLastingFailure(failure)) throw failure;
  }
}

/**
 * Returns the URL of an object that is known to exist, else null. Whatever prevents looking it up
 * is reported by the upload.
 */
export async function existingObject(
  access: BucketAccess,
  { bucket, key }: ObjectLocation,
  { encryptedOnly, clients = bucketClients }: LookUpOptions,
): Promise<string | null> {
  const signal = AbortSignal.timeout(lookUpMs);
  try {
    return await clients.use(access, bucket, { encryptedOnly }, async (connection) => {
      const { kind } = await inspectObject(connection, key, '', signal);
      return kind === 'other' ? connection.addressOf(key) : null;
    });
  } catch {
    return null;
  }
}
