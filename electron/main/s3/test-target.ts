import { createHash, randomUUID } from 'node:crypto';
import { type Message, message } from '../../shared/messages/message.js';
import type { ObjectLocation } from '../../shared/request/storage.js';
import { quote } from '../../shared/request/text.js';
import { DeliveryFailure } from '../network/delivery-failure.js';
import type { BucketAccess } from './bucket-access.js';
import { type BucketConnection, bucketClients } from './bucket-connection.js';
import { bucketFailure } from './bucket-failure.js';
import { settingsFields } from './object-settings.js';
import { serverAnswer } from './s3-fault.js';

// Content of an object, for whoever finds it in the bucket.
// eslint-disable-next-line no-restricted-syntax -- stored data, which is not translated
const text = 'Platen created this object to test a destination. It can be deleted.\n';
/** How long the cleanup may delay an error, in milliseconds. */
const cleanUpMs = 3_000;
const digest = createHash('md5').update(text).digest('base64');

/**
 * Tests a target: uploads a tiny object below a prefix, reads it and deletes it.
 * @param prefix the folder in the bucket, without slashes at its ends; may be empty
 * @returns the result, which also mentions missing permissions to read and delete: uploads don't
 * need them
 * @throws DeliveryFailure with the missing permission or faulty field
 */
export async function testTarget(
  access: BucketAccess,
  { bucket, prefix }: { readonly bucket: string; readonly prefix: string },
  clients = bucketClients,
): Promise<Message> {
  return resultMessage(await roundTrip(access, { bucket, prefix }, clients));
}

/** What a tiny object could be used for; it was written in any case. */
export interface RoundTripResult {
  readonly place: ObjectLocation;
  readonly isRead: boolean;
  readonly isDeleted: boolean;
}

/**
 * Uploads a tiny object below a prefix, reads it and deletes it.
 * @throws DeliveryFailure with the missing permission to write or the faulty field
 */
export async function roundTrip(
  access: BucketAccess,
  { bucket, prefix }: { readonly bucket: string; readonly prefix: string },
  clients = bucketClients,
): Promise<RoundTripResult> {
  const name = `platen-test-${randomUUID()}.txt`;
  const place = { bucket, key: prefix === '' ? name : `${prefix}/${name}` };
  let region: string | undefined;
  try {
    return await clients.use(access, bucket, {}, async (connection) => {
      region = connection.region;
      return new RoundTrip(connection, access, place).run();
    });
  } catch (thrown) {
    throw bucketFailure(thrown, { access, place, operation: 'test', region });
  }
}

/** Uploads, reads and deletes an object. */
class RoundTrip {
  readonly #connection: BucketConnection;
  readonly #access: BucketAccess;
  readonly #id = randomUUID();
  readonly #place: ObjectLocation;
  readonly #request: { readonly Bucket: string; readonly Key: string };

  constructor(connection: BucketConnection, access: BucketAccess, place: ObjectLocation) {
    this.#connection = connection;
    this.#access = access;
    this.#place = place;
    this.#request = { Bucket: place.bucket, Key: place.key };
  }

  async run(): Promise<RoundTripResult> {
    try {
      await this.#put();
      const isRead = await this.#isReadBack();
      const isDeleted = await this.#isDeleted();
      return { place: this.#place, isRead, isDeleted };
    } catch (thrown) {
      await this.#cleanUp();
      throw thrown;
    }
  }

  async #put(): Promise<void> {
    const { acl, object = {} } = this.#access;
    await this.#connection.s3.putObject({
      ...this.#request,
      Body: Buffer.from(text),
      ContentMD5: digest,
      ContentType: 'text/plain',
      // An option that the server does not support would make every upload fail.
      ...settingsFields(object, this.#id),
      ...(acl !== null && { ACL: acl }),
    });
  }

  /** @throws DeliveryFailure if the object differs */
  async #isReadBack(): Promise<boolean> {
    try {
      const { Body } = await this.#connection.s3.getObject(this.#request);
      if ((await Body?.transformToString()) === text) return true;
    } catch (thrown) {
      if (isArchived(thrown)) return true;
      if (isForbidden(thrown)) return false;
      throw bucketFailure(thrown, { access: this.#access, place: this.#place, operation: 'read' });
    }
    const bucket = quote(this.#place.bucket);
    throw new DeliveryFailure('delivery-refused', message('s3.testDiffers', { bucket }), {
      field: 'endpoint',
    });
  }

  async #isDeleted(): Promise<boolean> {
    try {
      await this.#connection.s3.deleteObject(this.#request);
      return true;
    } catch (thrown) {
      if (isForbidden(thrown)) return false;
      const [access, place] = [this.#access, this.#place];
      throw bucketFailure(thrown, { access, place, operation: 'delete' });
    }
  }

  /** The object may exist, even if no response confirmed it. The original error is reported. */
  async #cleanUp(): Promise<void> {
    const abortSignal = AbortSignal.timeout(cleanUpMs);
    await this.#connection.s3.deleteObject(this.#request, { abortSignal }).catch(() => undefined);
  }
}

function resultMessage({
  place: { bucket: name, key },
  isRead,
  isDeleted,
}: RoundTripResult): Message {
  const bucket = quote(name);
  if (isRead && isDeleted) return message('s3.testPassed', { bucket });
  if (isRead) return message('s3.testNotDeleted', { bucket, key });
  if (isDeleted) return message('s3.testNotRead', { bucket });
  return message('s3.testWriteOnly', { bucket, key });
}

/** An archived object (storage class GLACIER) may be read, but only after it was restored. */
function isArchived(thrown: unknown): boolean {
  return serverAnswer(thrown)?.name === 'InvalidObjectState';
}

function isForbidden(thrown: unknown): boolean {
  return serverAnswer(thrown)?.status === 403;
}
