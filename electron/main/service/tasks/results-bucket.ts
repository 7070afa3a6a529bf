import { bucketAccessTo } from '../../outbox/uploaders.js';
import { posix } from 'node:path';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { AppError, errorData, errorText } from '../../../shared/messages/errors.js';
import { message } from '../../../shared/messages/message.js';
import { type ObjectLocation, s3Uri } from '../../../shared/request/storage.js';
import type { BucketFolder } from '../../../shared/targets.js';
import { sizeOf } from '../../engine/pdf/parts.js';
import type { BucketAccess } from '../../s3/bucket-access.js';
import { type BucketConnection, bucketClients } from '../../s3/bucket-connection.js';
import { bucketFailure } from '../../s3/bucket-failure.js';
import { abortMultipart } from '../../s3/multipart-upload.js';
import { isRefusal, serverAnswer } from '../../s3/s3-fault.js';
import { roundTrip } from '../../s3/test-target.js';
import type { ReadDelivery } from '../contract/service-options.js';
import { uploadRepeatedly } from './bucket-storage.js';
import {
  type ByteRange,
  type ResultsStorage,
  StorageUnavailable,
  type UnknownTokens,
  nameOf,
  tokenIn,
  unknownAmong,
  unknownFileMs,
} from '../store/results.js';

/**
 * Minimum age of an incomplete multipart upload that is aborted, in milliseconds: longer than any
 * server works on a task.
 */
const incompleteMs = 6 * 60 * 60 * 1000;

/**
 * PDFs in a bucket, so that servers need no common disk (docs/adr/0018). They are sent through the
 * service, under the same URLs as those in a folder: the bucket stays private.
 */
export class ResultsBucket implements ResultsStorage {
  readonly folder = null;
  readonly #delivery: ReadDelivery;
  readonly #place: BucketFolder;

  /** @param delivery finds the access as it does for uploads: a destination, or AWS variables */
  constructor(delivery: ReadDelivery, place: BucketFolder) {
    this.#delivery = delivery;
    this.#place = place;
  }

  /**
   * Writes, reads, lists and deletes a tiny object.
   * @throws AppError `internal` with the permission that is missing, or the faulty setting
   */
  async check(): Promise<void> {
    const { bucket, prefix } = this.#place;
    try {
      const access = await this.#access();
      const { isRead, isDeleted } = await roundTrip(access, this.#place);
      const action = await this.#missingPermission(access, { isRead, isDeleted });
      if (action === null) return;
      throw new AppError('internal', message('service.resultsPermission', { action }));
    } catch (thrown) {
      const place = s3Uri({ bucket, key: prefix });
      const reason = errorData(thrown).message;
      const failure = message('service.resultsBucketUnusable', { place, reason });
      throw new AppError('internal', failure, undefined, { cause: thrown });
    }
  }

  /** @throws AppError if the bucket cannot be listed for another reason */
  async #missingPermission(
    access: BucketAccess,
    { isRead, isDeleted }: { readonly isRead: boolean; readonly isDeleted: boolean },
  ): Promise<string | null> {
    if (!isRead) return 's3:GetObject';
    if (!isDeleted) return 's3:DeleteObject';
    const { bucket } = this.#place;
    try {
      await bucketClients.use(access, bucket, {}, async ({ s3 }) =>
        s3.listObjectsV2({ Bucket: bucket, Prefix: this.#start, MaxKeys: 1 }),
      );
      return null;
    } catch (thrown) {
      if (isRefusal(thrown)) return 's3:ListBucket';
      throw bucketFailure(thrown, { access, place: this.#locationOf(''), operation: 'read' });
    }
  }

  /**
   * Repeats an interrupted upload for half a minute, as a client waits.
   * @throws AppError `storage-unavailable`
   */
  async write(
    token: string,
    parts: readonly Buffer[],
    { encryptedOnly }: { readonly encryptedOnly: boolean },
  ): Promise<void> {
    try {
      const upload = {
        id: token,
        access: await this.#access(),
        place: this.#locationOf(nameOf(token)),
        // No other request has this name, so that nothing can be replaced.
        existing: 'overwrite',
        path: '',
        bytes: parts,
        size: sizeOf(parts),
        encryptedOnly,
      } as const;
      await uploadRepeatedly(upload, new AbortController().signal);
    } catch (cause) {
      const failure = message('service.storageUnavailable');
      throw new AppError('storage-unavailable', failure, undefined, { cause });
    }
  }

  async has(token: string): Promise<boolean> {
    const place = this.#locationOf(nameOf(token));
    const object = await this.#use(place, async ({ s3, bucket }) =>
      unlessMissing(s3.headObject({ Bucket: bucket, Key: place.key })),
    );
    return object !== null;
  }

  async read(token: string, { first, last }: ByteRange): Promise<Readable | null> {
    const place = this.#locationOf(nameOf(token));
    return new Promise((opened, failed) => {
      // The connection is in use until the whole body was read, or nobody reads it any more.
      this.#use(place, async ({ s3, bucket }) => {
        const range = `bytes=${first}-${last}`;
        const object = { Bucket: bucket, Key: place.key, Range: range };
        const answer = await unlessMissing(s3.getObject(object));
        const body = answer?.Body ?? null;
        if (body !== null && !(body instanceof Readable)) throw new TypeError('No stream.');
        opened(body);
        if (body !== null) await finished(body).catch(() => undefined);
      }).catch(failed);
    });
  }

  async remove(token: string): Promise<void> {
    const place = this.#locationOf(nameOf(token));
    await this.#use(place, async ({ s3, bucket }) =>
      s3.deleteObject({ Bucket: bucket, Key: place.key }),
    );
  }

  async removeUnknown(store: UnknownTokens, now: number): Promise<number> {
    let removed = await this.#abortIncomplete(new Date(now - incompleteMs));
    for await (const page of this.#tokensOlderThan(new Date(now - unknownFileMs))) {
      const unknown = await unknownAmong(page, store);
      for (const token of unknown) await this.remove(token);
      removed += unknown.length;
    }
    return removed;
  }

  /** Lists a thousand objects at a time: a bucket may have millions. */
  async *#tokensOlderThan(time: Date): AsyncGenerator<readonly string[]> {
    let from: string | undefined;
    do {
      const page = await this.#use(this.#locationOf('x.pdf'), async ({ s3, bucket }) =>
        s3.listObjectsV2({ Bucket: bucket, Prefix: this.#start, ContinuationToken: from }),
      );
      const old = (page.Contents ?? []).filter(({ LastModified: at }) => at && at < time);
      yield old.flatMap(({ Key: key = '' }) => tokenIn(key.slice(this.#start.length)) ?? []);
      from = page.IsTruncated === true ? page.NextContinuationToken : undefined;
    } while (from !== undefined);
  }

  /**
   * Aborts multipart uploads of large PDFs that killed servers left. If they may not be listed,
   * they stay; the bucket can have them expire (Amazon S3, "AbortIncompleteMultipartUpload").
   * @returns how many
   */
  async #abortIncomplete(time: Date): Promise<number> {
    return this.#use(this.#locationOf('x.pdf'), async (connection) => {
      const { s3, bucket } = connection;
      const list = s3.listMultipartUploads({ Bucket: bucket, Prefix: this.#start });
      const page = await list.catch((thrown: unknown) => {
        if (isRefusal(thrown)) return null;
        throw thrown;
      });
      let aborted = 0;
      for (const { Key: key = '', UploadId: id, Initiated: at } of page?.Uploads ?? []) {
        const isOurs = tokenIn(key.slice(this.#start.length)) !== null;
        if (!isOurs || id === undefined || at === undefined || at >= time) continue;
        await abortMultipart(connection, key, id, new AbortController().signal);
        aborted += 1;
      }
      return aborted;
    });
  }

  /** What the keys of all PDFs begin with. */
  get #start(): string {
    const { prefix } = this.#place;
    return prefix === '' ? '' : `${prefix}/`;
  }

  #locationOf(name: string): ObjectLocation {
    const { bucket, prefix } = this.#place;
    return { bucket, key: posix.join(prefix, name) };
  }

  async #access(): Promise<BucketAccess> {
    const { accessTo } = await this.#delivery();
    return bucketAccessTo(accessTo)(null, this.#locationOf('x.pdf'));
  }

  /** @throws StorageUnavailable with the reason, which names no key */
  async #use<T>(
    place: ObjectLocation,
    task: (connection: BucketConnection) => Promise<T>,
  ): Promise<T> {
    try {
      const access = await this.#access();
      try {
        return await bucketClients.use(access, place.bucket, {}, task);
      } catch (thrown) {
        throw bucketFailure(thrown, { access, place, operation: 'read' });
      }
    } catch (cause) {
      throw new StorageUnavailable(errorText(cause), { cause });
    }
  }
}

/** Returns null if the bucket has no such object. */
async function unlessMissing<T>(answer: Promise<T>): Promise<T | null> {
  return answer.catch((thrown: unknown) => {
    if (serverAnswer(thrown)?.status === 404) return null;
    throw thrown;
  });
}
