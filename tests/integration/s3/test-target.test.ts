import { expect, it } from 'vitest';
import type { BucketAccess } from '../../../electron/main/s3/bucket-access.js';
import { testTarget } from '../../../electron/main/s3/test-target.js';
import { AppError } from '../../../electron/shared/messages/errors.js';
import { englishText } from '../../../electron/shared/messages/translator.js';
import { objects, setPolicy, uploadPolicy } from '../../support/bucket/bucket.js';
import type { Ceph } from '../../support/bucket/ceph.js';
import { onlyFor } from '../../support/bucket/fault.js';
import type { FaultyProxy } from '../../support/bucket/faulty-proxy.js';
import { accessTo, impatientClients } from './support/uploads.js';
import { describeWithCeph, withBucket } from '../support/with-ceph.js';

let ceph: Ceph;
let bucket: string;
let proxy: FaultyProxy;

describeWithCeph('the test of a destination', () => {
  withBucket((testCase) => ({ ceph, bucket, proxy } = testCase));

  it.each(['', 'reports/2026'])(
    'puts, reads and deletes an object below the prefix %j',
    async (prefix) => {
      const test = await testTarget(accessTo(ceph, { endpoint: proxy.origin }), { bucket, prefix });
      expect(englishText(test)).toBe(
        `The bucket "${bucket}" accepts uploads: a test object was uploaded, read and deleted.`,
      );
      const folder = prefix === '' ? '' : `${prefix}/`;
      expect(proxy.seen.map(({ method }) => method)).toEqual(['PUT', 'GET', 'DELETE']);
      expect(proxy.seen[0]?.path).toContain(`/${bucket}/${folder}platen-test-`);
      expect(proxy.seen[0]?.headers['x-amz-acl']).toBe('bucket-owner-full-control');
      expect(await objects(ceph, bucket)).toEqual([]);
    },
  );

  it('passes with write-only permission, and reports the leftover object', async () => {
    await setPolicy(ceph, bucket, uploadPolicy(bucket, 'in/'));
    const credentials = { kind: 'key', ...ceph.uploader } as const;
    // With Ceph, unlike elsewhere, the uploader may read its objects.
    proxy.script = onlyFor('GET', () => ({ kind: 'answer', status: 403 }));
    const test = await testTarget(accessTo(ceph, { endpoint: proxy.origin, credentials }), {
      bucket,
      prefix: 'in',
    });
    const [left = ''] = await objects(ceph, bucket);
    expect(englishText(test)).toBe(
      `The bucket "${bucket}" accepts uploads. The credentials only allow writing, so the test object ${left} is still there.`,
    );
  });

  it('fails without the ACL that the grant requires, and names it', async () => {
    await setPolicy(ceph, bucket, uploadPolicy(bucket));
    const credentials = { kind: 'key', ...ceph.uploader } as const;
    const failure = await failed(accessTo(ceph, { credentials, acl: null }));
    expect(failure.message).toContain('with the ACL bucket-owner-full-control. Grant permission');
    expect(failure.fields).toMatchObject([{ field: 'acl' }]);
  });

  it('fails if other bytes come back', async () => {
    proxy.script = onlyFor('GET', () => ({ kind: 'answer', status: 200, body: 'Log in' }));
    const failure = await failed(accessTo(ceph, { endpoint: proxy.origin }));
    expect(failure.message).toContain('returned something other than what was uploaded');
    expect(await objects(ceph, bucket)).toEqual([]);
  });

  it('fails if nothing responds', async () => {
    proxy.connectionScript = () => 'ignore';
    const failure = await failed(accessTo(ceph, { endpoint: proxy.origin }));
    expect(failure).toMatchObject({ code: 'delivery-interrupted' });
    expect(failure.message).toContain('No data for');
  });

  async function failed(access: BucketAccess): Promise<AppError> {
    const thrown: unknown = await testTarget(
      access,
      { bucket, prefix: '' },
      impatientClients,
    ).catch((error: unknown) => error);
    if (thrown instanceof AppError) return thrown;
    throw new Error(`It did not fail: ${JSON.stringify(thrown)}`);
  }
});
