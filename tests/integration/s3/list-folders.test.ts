import { expect, it } from 'vitest';
import { BucketClients } from '../../../electron/main/s3/bucket-connection.js';
import { listBuckets, listFolders } from '../../../electron/main/s3/list-folders.js';
import type { AppError } from '../../../electron/shared/messages/errors.js';
import { writeObject } from '../../support/bucket/bucket.js';
import type { Ceph } from '../../support/bucket/ceph.js';
import { always } from '../../support/bucket/fault.js';
import type { FaultyProxy } from '../../support/bucket/faulty-proxy.js';
import { describeWithCeph, withBucket } from '../support/with-ceph.js';
import { accessTo } from './support/uploads.js';

let ceph: Ceph;
let bucket: string;
let proxy: FaultyProxy;

describeWithCeph('listing folders', () => {
  withBucket((testCase) => ({ ceph, bucket, proxy } = testCase));
  const access = () => accessTo(ceph, { endpoint: proxy.origin });

  it('lists the buckets of a key', { tags: ['core'] }, async () => {
    expect(await listBuckets(access())).toContain(bucket);
  });

  it('lists folders with any name, but none that a destination cannot have', async () => {
    for (const key of ['a/1', 'Ü &+%/1', '/1', 'a//1', 'a/b/1']) {
      await writeObject(ceph, bucket, key, 'x');
    }
    const top = await listFolders(access(), { bucket, prefix: '' });
    expect({ ...top, folders: [...top.folders].sort() }).toEqual({
      folders: ['a', 'Ü &+%'],
      next: null,
    });
    expect(await listFolders(access(), { bucket, prefix: 'a' })).toEqual({
      folders: ['b'],
      next: null,
    });
  });

  it('lists more than 1,000 folders, and finds one by the start of its name', async () => {
    const names = Array.from({ length: 1_005 }, (_, index) => `f${String(index).padStart(4, '0')}`);
    const writes = names.map((name) => ({ Bucket: bucket, Key: `in/${name}/x`, Body: 'x' }));
    await new BucketClients().useServer(accessTo(ceph), async (s3) => {
      while (writes.length > 0) {
        await Promise.all(writes.splice(0, 20).map(async (write) => s3.putObject(write)));
      }
    });
    const all = await listFolders(access(), { bucket, prefix: 'in' });
    expect(all).toEqual({ folders: names, next: null });
    // The server lists 1,000 at most at once.
    expect(proxy.seen.length).toBeGreaterThan(1);
    const found = await listFolders(access(), { bucket, prefix: 'in', startsWith: 'f100' });
    expect(found).toEqual({ folders: names.slice(1_000), next: null });
  });

  it('looks for folders behind objects', async () => {
    let requests = 0;
    proxy.script = () => {
      requests += 1;
      const isLast = requests === 3;
      const more = isLast
        ? '<CommonPrefixes><Prefix>z/</Prefix></CommonPrefixes>'
        : `<NextContinuationToken>${requests}</NextContinuationToken>`;
      const body = `<ListBucketResult><Name>${bucket}</Name>${more}</ListBucketResult>`;
      return { kind: 'answer', status: 200, body };
    };
    const found = await listFolders(access(), { bucket, prefix: '', after: 'earlier' });
    expect(found).toEqual({ folders: ['z'], next: null });
    const tokens = proxy.seen.map(({ path }) => /continuation-token=(\w+)/.exec(path)?.[1]);
    expect(tokens).toEqual(['earlier', '1', '2']);
  });

  it.each([
    ['a key that may not list', 403, '<Error><Code>AccessDenied</Code></Error>', 'no permission'],
    ['a login page', 200, '<html>Log in</html>', 'does not respond as S3 does'],
    ['a wrong secret', 403, '<Error><Code>SignatureDoesNotMatch</Code></Error>', 'secret key'],
  ])('reports %s', async (_what, status, body, text) => {
    proxy.script = always({ kind: 'answer', status, body });
    const failures = [listBuckets(access()), listFolders(access(), { bucket, prefix: 'a' })];
    for (const failure of await Promise.allSettled(failures)) {
      expect(failure.status).toBe('rejected');
      const { reason } = failure as { readonly reason: AppError };
      expect(reason.message).toContain(text);
    }
  });

  it('reports a bucket that does not exist', async () => {
    const missing = listFolders(access(), { bucket: 'no-such-bucket', prefix: '' });
    await expect(missing).rejects.toThrow('There is no bucket "no-such-bucket".');
  });
});
