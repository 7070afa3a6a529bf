import { inspect } from 'node:util';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { publicError } from '../../../electron/shared/messages/errors.js';
import type { BucketAccess } from '../../../electron/main/s3/bucket-access.js';
import {
  makeKey,
  objects,
  openMultiparts,
  readObject,
  revokeKey,
  setPolicy,
  uploadPolicy,
} from '../../support/bucket/bucket.js';
import type { Ceph } from '../../support/bucket/ceph.js';
import { type Fault, noFault, onlyFor, always } from '../../support/bucket/fault.js';
import type { FaultyProxy } from '../../support/bucket/faulty-proxy.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { UploadRun, accessTo, uploadCase } from './support/uploads.js';
import { describeWithCeph, withBucket } from '../support/with-ceph.js';

const folder = temporaryFolder();
const large = 12 * 2 ** 20;
const secret = 'a-secret-that-is-nowhere-else';
let ceph: Ceph;
let proxy: FaultyProxy;
let bucket: string;

describeWithCeph('a bucket that rejects an upload', () => {
  withBucket((testCase) => ({ ceph, bucket, proxy } = testCase));
  afterEach(() => {
    vi.useRealTimers();
  });
  afterAll(folder.remove);

  it(
    'is reported as a wrong secret, which neither the error nor its causes contain',
    { tags: ['core'] },
    async () => {
      const { accessKeyId } = ceph.owner;
      const credentials = { kind: 'key', accessKeyId, secretAccessKey: secret } as const;
      const failure = await upload(accessTo(ceph, { credentials }));
      expect(publicError(failure.toData())).toMatchObject({
        code: 'delivery-refused',
        message: `Couldn't upload to s3://${bucket}/in/a.pdf (destination "papers"). The secret key does not belong to the access key. Enter the secret key again.`,
        fields: [{ field: 'credentials' }],
      });
      const allText = inspect(failure, { depth: Infinity, showHidden: true });
      expect(allText).not.toContain(secret);
      expect(allText).not.toMatch(/Signature=|Authorization|Credential=/i);
    },
  );

  it('is reported as an unknown key', async () => {
    const credentials = { kind: 'key', accessKeyId: 'NOSUCHKEY', secretAccessKey: secret } as const;
    const failure = await upload(accessTo(ceph, { credentials }));
    expect(failure.message).toContain(
      'The server does not know the access key, which may have been revoked. Check',
    );
  });

  it('is reported as a removed key if it was revoked between two parts', async () => {
    const key = await makeKey(ceph, 'owner');
    const access = accessTo(ceph, { credentials: { kind: 'key', ...key } });
    const run = new UploadRun(uploadCase(folder, access, bucket, { size: large }).upload);
    run.beforeSending = async ({ multipart }) => {
      if (multipart !== undefined) await revokeKey(ceph, 'owner', key);
    };
    const failure = await run.failure();
    expect(failure.code).toBe('delivery-refused');
    expect(failure.message).toContain('The server does not know the access key');
    expect(await objects(ceph, bucket)).toEqual([]);
    // Without its key, the upload cannot be aborted; the next attempt does that, and so does
    // discarding it.
    expect(await openMultiparts(ceph, bucket)).toEqual(['in/a.pdf']);
  });

  it('is reported as a missing bucket', async () => {
    const place = { bucket: 'no-such-bucket', key: 'a.pdf' };
    const failure = await upload(accessTo(ceph), { place });
    expect(failure.message).toContain('There is no bucket "no-such-bucket"');
    expect(failure.fields).toMatchObject([{ field: 'bucket' }]);
  });

  it('requires the ACL of rule 4.1.2 of the API: rejected without it, with its name, and accepted with it', async () => {
    await setPolicy(ceph, bucket, uploadPolicy(bucket, 'in/'));
    const credentials = { kind: 'key', ...ceph.uploader } as const;
    const failure = await upload(accessTo(ceph, { credentials, acl: null }));
    expect(failure.message).toContain('with the ACL bucket-owner-full-control. Grant permission');
    expect(failure.fields).toMatchObject([{ field: 'acl' }]);
    const granted = uploadCase(folder, accessTo(ceph, { credentials }), bucket);
    await new UploadRun(granted.upload).run();
    expect((await readObject(ceph, bucket, 'in/a.pdf')).equals(granted.bytes)).toBe(true);
    const outside = await upload(accessTo(ceph, { credentials }), {
      place: { bucket, key: 'b.pdf' },
    });
    expect(outside.message).toContain('no permission for this');
    expect(outside.fields).toMatchObject([{ field: 'bucket' }]);
  });

  it('is reported as not accepting parts with that grant, as Ceph 16 ignores their ACL', async () => {
    await setPolicy(ceph, bucket, uploadPolicy(bucket, 'in/'));
    const credentials = { kind: 'key', ...ceph.uploader } as const;
    const failure = await upload(accessTo(ceph, { credentials }), { size: large });
    expect(failure.code).toBe('delivery-refused');
    expect(failure.message).toContain('multipart upload, which a PDF of more than 6 MiB requires');
  });

  describe('with a clock that is an hour off', () => {
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 60 * 60 * 1000 });
    });

    it('accepts the time of the server', async () => {
      const { upload: put } = uploadCase(folder, accessTo(ceph), bucket);
      expect(await new UploadRun(put).run()).toMatchObject({ kind: 'uploaded' });
    });

    it('is reported if the server does not return its time', async () => {
      const body = '<Error><Code>RequestTimeTooSkewed</Code></Error>';
      answer({ kind: 'answer', status: 403, headers: { date: 'none' }, body });
      expect((await upload(access())).message).toContain('differ too much. Set the clock');
    });
  });

  it.each<[string, Fault, string, string | undefined]>([
    [
      'another region than the one it names',
      xml(301, '<Code>PermanentRedirect</Code>', { 'x-amz-bucket-region': 'eu-west-3' }),
      'The bucket is in another region than eu-west-3.',
      'region',
    ],
    [
      'another region, in the message',
      xml(400, '<Code>AuthorizationHeaderMalformed</Code><Region>eu-west-3</Region>'),
      'The bucket is in another region than eu-west-3.',
      'region',
    ],
    [
      'no ACL, like R2',
      xml(501, '<Code>NotImplemented</Code>'),
      'The server does not support ACLs. Turn off',
      'acl',
    ],
    [
      'no ACL, like S3',
      xml(400, '<Code>AccessControlListNotSupported</Code>'),
      'The server does not support ACLs',
      'acl',
    ],
    ['changed bytes', xml(400, '<Code>BadDigest</Code>'), 'damaged in transit', undefined],
    [
      'its size',
      xml(400, '<Code>EntityTooLarge</Code>'),
      'larger than the server accepts',
      undefined,
    ],
    ['a full bucket', xml(403, '<Code>QuotaExceeded</Code>'), 'the server is full', undefined],
    [
      'a page',
      { kind: 'answer', status: 404, body: '<html><p>Not found</html>' },
      'does not respond as a bucket does',
      'endpoint',
    ],
    [
      'text',
      { kind: 'answer', status: 400, body: 'Bad' },
      'refused the request with the status 400',
      undefined,
    ],
    [
      'an unknown error',
      xml(418, '<Code>Teapot</Code>'),
      'refused the request with the status 418 (Teapot)',
      undefined,
    ],
    [
      'nothing, like any server',
      { kind: 'answer', status: 200, body: '<html>Log in</html>' },
      'but does not have it',
      'endpoint',
    ],
  ])('is reported as %s', async (_what, fault, text, field) => {
    answer(fault);
    const failure = await upload(access());
    expect(failure.message).toContain(text);
    expect(failure.fields?.[0]?.field).toBe(field);
  });

  it(
    'gets nothing unencrypted unless allowed, except on this machine',
    { tags: ['core'] },
    async () => {
      const removed = accessTo(ceph, { endpoint: 'http://s3.example.org' });
      const failure = await upload(removed, { encryptedOnly: true });
      expect(failure.code).toBe('delivery-refused');
      expect(failure.message).toContain('The connection to s3.example.org is not encrypted');
      expect(failure.fields).toMatchObject([{ field: 'endpoint' }]);
      const here = uploadCase(folder, accessTo(ceph), bucket, { encryptedOnly: true });
      expect(await new UploadRun(here.upload).run()).toMatchObject({ kind: 'uploaded' });
    },
  );

  async function upload(by: BucketAccess, change: Parameters<typeof uploadCase>[3] = {}) {
    return new UploadRun(uploadCase(folder, by, bucket, change).upload).failure();
  }
});

function access(): BucketAccess {
  return accessTo(ceph, { endpoint: proxy.origin });
}

/** Responds to every write. */
function answer(fault: Fault): void {
  const puts = onlyFor('PUT', always(fault));
  proxy.script = (request) => (request.method === 'HEAD' ? headAnswer(fault) : puts(request));
}

/** A response to HEAD has no body. */
function headAnswer(fault: Fault): Fault {
  if (fault.kind !== 'answer' || fault.status === 404) return noFault;
  return { ...fault, body: '' };
}

function xml(status: number, error: string, headers: Record<string, string> = {}): Fault {
  const body = `<?xml version="1.0"?><Error>${error}</Error>`;
  return {
    kind: 'answer',
    status,
    headers: { 'content-type': 'application/xml', ...headers },
    body,
  };
}
