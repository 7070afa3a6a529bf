import { message } from '../../shared/messages/message.js';
import type { BucketFolder } from '../../shared/targets.js';
import { DeliveryFailure } from '../network/delivery-failure.js';
import type { BucketAccess } from './bucket-access.js';
import { bucketClients } from './bucket-connection.js';
import { bucketFailure } from './bucket-failure.js';

/** How many folders are listed at once, if the folder has as many. */
const pageSize = 1_000;

/** How long folders are looked for among the objects of a folder, in milliseconds. */
const searchMs = 4_000;

/** Which folders of a folder to list. */
export interface FolderQuery extends BucketFolder {
  /** The start of their names; absent or empty: all. */
  readonly startsWith?: string | undefined;
  /** `next` of the list that this one continues. */
  readonly after?: string | null | undefined;
}

/** Some of the folders of a folder. */
export interface FolderPage {
  /** Their names, without the path that they have in common, and without slashes. */
  readonly folders: readonly string[];
  /** Continues the list; null at its end. */
  readonly next: string | null;
}

/** Lists all buckets of the credentials. @throws DeliveryFailure */
export async function listBuckets(
  access: BucketAccess,
  clients = bucketClients,
): Promise<readonly string[]> {
  try {
    return await clients.useServer(access, async (s3) => {
      const { Buckets: buckets, Owner: owner } = await s3.listBuckets();
      if (buckets === undefined && owner === undefined) throw notBucket();
      return (buckets ?? []).flatMap(({ Name: name }) => name ?? []);
    });
  } catch (thrown) {
    throw bucketFailure(thrown, { access, place: { bucket: '', key: '' }, operation: 'list' });
  }
}

/**
 * Lists folders in a folder. Objects between them have to be listed too, so a list ends after a few
 * seconds even if it has found little.
 * @throws DeliveryFailure
 */
export async function listFolders(
  access: BucketAccess,
  { bucket, prefix, startsWith = '', after }: FolderQuery,
  clients = bucketClients,
): Promise<FolderPage> {
  const base = prefix === '' ? '' : `${prefix}/`;
  const request = { Bucket: bucket, Prefix: `${base}${startsWith}`, Delimiter: '/' };
  let region: string | undefined;
  try {
    return await clients.use(access, bucket, {}, async ({ s3, region: used }) => {
      region = used;
      const folders: string[] = [];
      const end = performance.now() + searchMs;
      let next = after ?? null;
      do {
        const page = await s3.listObjectsV2({
          ...request,
          ...(next !== null && { ContinuationToken: next }),
        });
        if (page.Name === undefined) throw notBucket();
        const found = (page.CommonPrefixes ?? []).map(({ Prefix: path = '' }) => path);
        // A path may have empty parts, which no destination can have.
        folders.push(...found.map((path) => path.slice(base.length, -1)).filter(Boolean));
        next = page.NextContinuationToken ?? null;
      } while (next !== null && folders.length < pageSize && performance.now() < end);
      return { folders, next };
    });
  } catch (thrown) {
    const place = { bucket, key: base };
    throw bucketFailure(thrown, { access, place, operation: 'list', region });
  }
}

function notBucket(): DeliveryFailure {
  return new DeliveryFailure('delivery-refused', message('s3.notBucket'), { field: 'endpoint' });
}
