// @module-tag core

import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  aclOf,
  freshBucket,
  headObject,
  objects,
  openMultiparts,
  readObject,
  tagsOf,
} from '../../support/bucket/bucket.js';
import type { Ceph } from '../../support/bucket/ceph.js';
import { sharedCeph } from '../../support/bucket/shared-ceph.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { UploadRun, accessTo, uploadCase } from './support/uploads.js';
import { describeWithCeph } from '../support/with-ceph.js';

const folder = temporaryFolder();
const large = 12 * 2 ** 20;
let ceph: Ceph;
let bucket: string;

describeWithCeph('uploading to a bucket', () => {
  beforeAll(async () => {
    ceph = await sharedCeph();
  });
  afterAll(folder.remove);

  it.each([
    ['in one request', 100_000],
    ['in one request, empty', 0],
    ['in parts', large],
  ])('stores the bytes, the type and the permissions %s', async (_how, size) => {
    bucket = await freshBucket(ceph);
    const { upload, bytes } = uploadCase(folder, accessTo(ceph), bucket, { size });
    const run = new UploadRun(upload);
    const outcome = await run.run();
    expect(outcome).toMatchObject({
      kind: 'uploaded',
      place: { bucket, key: 'in/a.pdf' },
      url: `${ceph.endpoint}/${bucket}/in/a.pdf`,
    });
    expect((await readObject(ceph, bucket, 'in/a.pdf')).equals(bytes)).toBe(true);
    const { headers } = await headObject(ceph, bucket, 'in/a.pdf');
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-amz-meta-platen-delivery': upload.id,
      etag: outcome.etag,
    });
    expect(await aclOf(ceph, bucket, 'in/a.pdf')).toEqual([
      { grantee: 'owner', permission: 'FULL_CONTROL' },
    ]);
    expect(await openMultiparts(ceph, bucket)).toEqual([]);
  });

  it('stores headers, metadata and tags in parts too', async () => {
    bucket = await freshBucket(ceph);
    const object = {
      cacheControl: 'no-store',
      contentDisposition: 'attachment',
      storageClass: 'STANDARD',
      metadata: { project: 'alpha' },
      tags: { one: 'a b' },
    };
    const { upload } = uploadCase(folder, accessTo(ceph, { object }), bucket, { size: large });
    await new UploadRun(upload).run();
    const { headers } = await headObject(ceph, bucket, 'in/a.pdf');
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-disposition': 'attachment',
      'x-amz-meta-project': 'alpha',
      'x-amz-meta-platen-delivery': upload.id,
    });
    expect(await tagsOf(ceph, bucket, 'in/a.pdf')).toEqual(['one', 'a b']);
  });

  it('tags the object of an attempt that was interrupted before that', async () => {
    bucket = await freshBucket(ceph);
    const { upload } = uploadCase(folder, accessTo(ceph), bucket, { size: large });
    await new UploadRun(upload).run();
    const access = accessTo(ceph, { object: { tags: { one: 'two' } } });
    const run = new UploadRun({ ...upload, access, uploadState: { key: 'in/a.pdf' } });
    expect(await run.run()).toMatchObject({ kind: 'uploaded' });
    expect(run.progress).toEqual([]);
    expect(await tagsOf(ceph, bucket, 'in/a.pdf')).toEqual(['one', 'two']);
  });

  it.each([
    ['AES256', { encryption: 'AES256' }, 'Encryption AES256'],
    ['KMS', { encryption: 'aws:kms', kmsKey: 'no-key' }, 'Encryption aws:kms'],
  ] as const)('names the encryption that is not set up: %s', async (_which, object, words) => {
    bucket = await freshBucket(ceph);
    const { upload } = uploadCase(folder, accessTo(ceph, { object }), bucket);
    const failure = await new UploadRun(upload).failure();
    expect(failure.message).toContain(words);
    expect(await objects(ceph, bucket)).toEqual([]);
  });
});
