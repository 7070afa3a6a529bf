import { createHash, randomUUID } from 'node:crypto';
import type { ObjectLocation } from '../../shared/request/storage.js';
import type { BucketAccess } from './bucket-access.js';
import { type BucketConnection, connectTo } from './bucket-connection.js';
import { bucketFailure } from './bucket-failure.js';
import type { TransportLimits } from './request-transport.js';
import { serverAnswer } from './s3-fault.js';
import { DeliveryFailure } from '../network/delivery-failure.js';

const text = 'Platen wrote this object to test a target. It may be deleted.\n';
/** How long a fault is kept back for tidying up, in milliseconds. */
const cleanUpMs = 3_000;
const digest = createHash('md5').update(text).digest('base64');

/**
 * Tries out a target: puts a tiny object below a prefix as an upload would, reads it back, and
 * deletes it.
 * @returns what was seen, as sentences: reading and deleting are not needed for an upload, so that
 * it is no fault where they are not allowed
 * @param prefix the folder in the bucket, without slashes at its ends; empty: none
 * @throws DeliveryFailure with what is missing for an upload, and the target's field that it lies
 * in
 */
export async function testTarget(
  access: BucketAccess,
  { bucket, prefix }: { readonly bucket: string; readonly prefix: string },
  { limits }: { readonly limits?: TransportLimits } = {},
): Promise<string> {
  const name = `platen-test-${randomUUID()}.txt`;
  const place = { bucket, key: prefix === '' ? name : `${prefix}/${name}` };
  let connection: BucketConnection | undefined;
  try {
    connection = await connectTo(access, bucket, limits && { limits });
    const test = new RoundTrip(connection, access, place);
    return await test.run();
  } catch (thrown) {
    throw bucketFailure(thrown, { access, place, doing: 'tested', region: connection?.region });
  } finally {
    connection?.close();
  }
}

/** One object's way there and back. */
class RoundTrip {
  readonly #request;

  constructor(
    private readonly connection: BucketConnection,
    private readonly access: BucketAccess,
    private readonly place: ObjectLocation,
  ) {
    this.#request = { Bucket: place.bucket, Key: place.key };
  }

  async run(): Promise<string> {
    try {
      await this.#put();
      const isRead = await this.#isReadBack();
      const isDeleted = await this.#isDeleted();
      return sentence(this.place, isRead, isDeleted);
    } catch (thrown) {
      await this.#cleanUp();
      throw thrown;
    }
  }

  async #put(): Promise<void> {
    const { acl } = this.access;
    await this.connection.s3.putObject({
      ...this.#request,
      Body: Buffer.from(text),
      ContentMD5: digest,
      ContentType: 'text/plain',
      ...(acl !== null && { ACL: acl }),
    });
  }

  /** @throws DeliveryFailure where something else comes back than was put */
  async #isReadBack(): Promise<boolean> {
    try {
      const { Body } = await this.connection.s3.getObject(this.#request);
      if ((await Body?.transformToString()) === text) return true;
    } catch (thrown) {
      if (isForbidden(thrown)) return false;
      throw bucketFailure(thrown, { access: this.access, place: this.place, doing: 'read' });
    }
    throw new DeliveryFailure(
      'delivery-refused',
      `Something else came back from the bucket "${this.place.bucket}" than was put there. Check the endpoint: what answers there may be no bucket.`,
      { field: 'endpoint' },
    );
  }

  async #isDeleted(): Promise<boolean> {
    try {
      await this.connection.s3.deleteObject(this.#request);
      return true;
    } catch (thrown) {
      if (isForbidden(thrown)) return false;
      throw bucketFailure(thrown, { access: this.access, place: this.place, doing: 'deleted' });
    }
  }

  /**
   * After a fault: the object may be there, even if no answer said so. That it cannot be deleted
   * then is no news.
   */
  async #cleanUp(): Promise<void> {
    const abortSignal = AbortSignal.timeout(cleanUpMs);
    await this.connection.s3.deleteObject(this.#request, { abortSignal }).catch(() => undefined);
  }
}

function sentence({ bucket, key }: ObjectLocation, isRead: boolean, isDeleted: boolean): string {
  const there = `The bucket "${bucket}" takes uploads`;
  if (isRead && isDeleted) return `${there}: a test object was put there, read back and deleted.`;
  if (isRead) {
    return `${there}, and they can be read. The test object ${key} could not be deleted, as the credentials have no right to; it is still there.`;
  }
  if (isDeleted) return `${there}. They cannot be read back with these credentials.`;
  return `${there}. The credentials may only write: the test object ${key} could be neither read back nor deleted, and is still there.`;
}

function isForbidden(thrown: unknown): boolean {
  return serverAnswer(thrown)?.status === 403;
}
