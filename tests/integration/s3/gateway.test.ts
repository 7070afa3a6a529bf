import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:https';
import { beforeAll, expect, it } from 'vitest';
import {
  aclOf,
  beginMultipart,
  freshBucket,
  headObject,
  makeKey,
  objects,
  openMultiparts,
  readObject,
  removeBucket,
  revokeKey,
  setPolicy,
  uploadPolicy,
  writeObject,
} from '../../support/bucket/bucket.js';
import type { Ceph, S3Key } from '../../support/bucket/ceph.js';
import { type CurlAnswer, type CurlRequest, curl, objectUrl } from '../../support/bucket/curl.js';
import { textsOf } from '../../support/bucket/s3-xml.js';
import '../../support/bucket/localtest-names.mjs';
import { sharedCeph } from '../../support/bucket/shared-ceph.js';
import { describeWithCeph } from '../support/with-ceph.js';

const fullControl = { 'x-amz-acl': 'bucket-owner-full-control' };

let ceph: Ceph;
let bucket: string;

/** Verifies with curl what the product relies on, so that the gateway is a valid test server. */
describeWithCeph("Ceph's gateway", () => {
  beforeAll(async () => {
    ceph = await sharedCeph();
    bucket = await freshBucket(ceph);
  });

  it(
    'keeps the bytes and permissions of an object, under a name with special characters',
    { tags: ['core'] },
    async () => {
      const key = "in/a (b)/ü&<ö's> +!*~#?%.pdf";
      await writeObject(ceph, bucket, key, Buffer.from([0, 1, 255]));
      expect(await readObject(ceph, bucket, key)).toEqual(Buffer.from([0, 1, 255]));
      expect(await objects(ceph, bucket)).toContain(key);
      expect(await aclOf(ceph, bucket, key)).toEqual([
        { grantee: 'owner', permission: 'FULL_CONTROL' },
      ]);
      expect((await headObject(ceph, bucket, key)).headers).toMatchObject({
        'content-length': '3',
      });
    },
  );

  it('reports a missing object, and a missing bucket', async () => {
    expect((await headObject(ceph, bucket, 'absent.pdf')).status).toBe(404);
    expect(
      outcomeOf(await request({ url: objectUrl(ceph.endpoint, bucket, 'absent.pdf') })),
    ).toEqual({ status: 404, code: 'NoSuchKey' });
    expect(
      outcomeOf(
        await put('a.pdf', ceph.owner, {}, { url: objectUrl(ceph.endpoint, 'absent', 'a') }),
      ),
    ).toEqual({ status: 404, code: 'NoSuchBucket' });
  });

  it.each([
    ['without the ACL', {}, 403],
    ['with another ACL', { 'x-amz-acl': 'private' }, 403],
    ['with the ACL', fullControl, 200],
  ])('enforces the policy of rule 4.1.2 of the API: %s', async (_which, headers, status) => {
    const own = await freshBucket(ceph);
    await setPolicy(ceph, own, uploadPolicy(own, 'in/'));
    const url = objectUrl(ceph.endpoint, own, 'in/a.pdf');
    expect((await put('', ceph.uploader, headers, { url })).status).toBe(status);
    expect((await headObject(ceph, own, 'in/a.pdf')).status).toBe(status === 200 ? 200 : 404);
  });

  it('grants the owner full control over uploads under that policy, and nothing outside of the path', async () => {
    const own = await freshBucket(ceph);
    await setPolicy(ceph, own, uploadPolicy(own, 'in/'));
    const at = (key: string) => ({ url: objectUrl(ceph.endpoint, own, key) });
    await put('', ceph.uploader, fullControl, at('in/a.pdf'));
    expect(await aclOf(ceph, own, 'in/a.pdf')).toContainEqual({
      grantee: 'owner',
      permission: 'FULL_CONTROL',
    });
    expect((await put('', ceph.uploader, fullControl, at('out/a.pdf'))).status).toBe(403);
  });

  it("shows the uploader its own objects under that policy, but not the owner's, nor whether one exists", async () => {
    const own = await freshBucket(ceph);
    await setPolicy(ceph, own, uploadPolicy(own));
    const url = (key: string) => objectUrl(ceph.endpoint, own, key);
    const seenByUploader = async (key: string) =>
      (await curl({ method: 'HEAD', url: url(key), key: ceph.uploader })).status;
    await put('', ceph.uploader, fullControl, { url: url('mine.pdf') });
    await writeObject(ceph, own, 'theirs.pdf', 'bytes');
    expect(await seenByUploader('mine.pdf')).toBe(200);
    expect(await seenByUploader('theirs.pdf')).toBe(403);
    expect(await seenByUploader('absent.pdf')).toBe(403);
  });

  it('rejects parts under that policy even with the ACL', async () => {
    const own = await freshBucket(ceph);
    await setPolicy(ceph, own, uploadPolicy(own));
    const url = objectUrl(ceph.endpoint, own, 'a.pdf', 'uploads=');
    const multipartUploads = await curl({
      method: 'POST',
      url,
      key: ceph.uploader,
      headers: fullControl,
    });
    expect(outcomeOf(multipartUploads)).toEqual({ status: 403, code: 'AccessDenied' });
    expect(await openMultiparts(ceph, own)).toEqual([]);
  });

  it('does not overwrite with If-None-Match', async () => {
    await writeObject(ceph, bucket, 'there.pdf', 'before');
    const answer = await put('there.pdf', ceph.owner, { 'if-none-match': '*' });
    expect(outcomeOf(answer)).toEqual({ status: 412, code: 'PreconditionFailed' });
    expect(await readObject(ceph, bucket, 'there.pdf')).toEqual(Buffer.from('before'));
    expect((await put('new.pdf', ceph.owner, { 'if-none-match': '*' })).status).toBe(200);
  });

  it('keeps metadata, and verifies MD5', async () => {
    await put('meta.pdf', ceph.owner, { 'x-amz-meta-platen-delivery': 'an-id' });
    expect((await headObject(ceph, bucket, 'meta.pdf')).headers).toMatchObject({
      'x-amz-meta-platen-delivery': 'an-id',
    });
    const wrong = { 'content-md5': Buffer.alloc(16).toString('base64') };
    expect(outcomeOf(await put('wrong.pdf', ceph.owner, wrong))).toEqual({
      status: 400,
      code: 'BadDigest',
    });
    expect(await objects(ceph, bucket)).not.toContain('wrong.pdf');
  });

  it.each([
    [
      'a wrong secret',
      () => put('a.pdf', { ...ceph.owner, secretAccessKey: 'wrong' }),
      'SignatureDoesNotMatch',
    ],
    [
      'an unknown key',
      () => put('a.pdf', { accessKeyId: 'UNKNOWN', secretAccessKey: 'x' }),
      'InvalidAccessKeyId',
    ],
    [
      'a wrong clock',
      () => put('a.pdf', ceph.owner, { 'x-amz-date': '20200101T000000Z' }),
      'RequestTimeTooSkewed',
    ],
  ])('rejects %s', async (_which, attempt, code) => {
    expect(outcomeOf(await attempt())).toEqual({ status: 403, code });
  });

  it('rejects a key as soon as it is revoked, and a removed bucket', async () => {
    const own = await freshBucket(ceph);
    const key = await makeKey(ceph, 'owner');
    const at = { url: objectUrl(ceph.endpoint, own, 'a.pdf') };
    expect((await put('', key, {}, at)).status).toBe(200);
    await revokeKey(ceph, 'owner', key);
    expect(outcomeOf(await put('', key, {}, at)).code).toBe('InvalidAccessKeyId');
    await removeBucket(ceph, own);
    expect(outcomeOf(await put('', ceph.owner, {}, at)).code).toBe('NoSuchBucket');
  });

  it("has a certificate of the tests' own authority, which no machine trusts", async () => {
    const url = objectUrl(ceph.secureEndpoint, bucket, 'tls.pdf');
    const { caFile } = ceph;
    expect((await put('', ceph.owner, {}, { url, caFile })).status).toBe(200);
    await expect(put('', ceph.owner, {}, { url })).rejects.toThrow('certificate');
  });

  it('supports virtual-hosted buckets', async () => {
    await writeObject(ceph, bucket, 'host.pdf', 'bytes');
    const { protocol, host } = new URL(ceph.secureNamedEndpoint);
    const request = get(`${protocol}//${bucket}.${host}/host.pdf`, {
      ca: readFileSync(ceph.caFile),
    });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const body = Buffer.concat(await response.toArray()).toString();
    expect({ status: response.statusCode, buckets: textsOf(body, 'BucketName') }).toEqual({
      status: 403,
      buckets: [bucket],
    });
  });

  it('lists incomplete multipart uploads', async () => {
    await beginMultipart(ceph, bucket, 'parts.pdf');
    expect(await openMultiparts(ceph, bucket)).toEqual(['parts.pdf']);
  });
});

/** Puts a few bytes there, in the bucket of this file by default. */
async function put(
  key: string,
  as: S3Key,
  headers: Readonly<Record<string, string>> = {},
  other: Partial<CurlRequest> = {},
): Promise<CurlAnswer> {
  const url = objectUrl(ceph.endpoint, bucket, key);
  return curl({ method: 'PUT', url, body: 'bytes', headers, ...other, key: as });
}

async function request(of: Omit<CurlRequest, 'key'>): Promise<CurlAnswer> {
  return curl({ ...of, key: ceph.owner });
}

function outcomeOf({ status, body }: CurlAnswer) {
  return { status, code: textsOf(body.toString(), 'Code')[0] };
}
