import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { publicError } from '../../../electron/shared/messages/errors.js';
import type { ExistingObjectPolicy } from '../../../electron/shared/output.js';
import {
  objects,
  openMultiparts,
  readObject,
  setPolicy,
  uploadPolicy,
  writeObject,
} from '../../support/bucket/bucket.js';
import type { Ceph } from '../../support/bucket/ceph.js';
import { always, noFault, onlyFor } from '../../support/bucket/fault.js';
import type { FaultyProxy } from '../../support/bucket/faulty-proxy.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { UploadRun, accessTo, uploadCase } from './support/uploads.js';
import { describeWithCeph, withBucket } from '../support/with-ceph.js';

const folder = temporaryFolder();
const sizes = [
  ['in one request', 10_000],
  ['in parts', 7 * 2 ** 20],
] as const;
const existingText = 'an existing object';
let ceph: Ceph;
let bucket: string;

let proxy: FaultyProxy;

const conditionUnsupported = {
  kind: 'answer',
  status: 501,
  body: '<Error><Code>NotImplemented</Code></Error>',
} as const;

describeWithCeph('an existing object', () => {
  withBucket((fresh) => ({ ceph, bucket, proxy } = fresh));
  beforeEach(() => writeObject(ceph, bucket, 'in/a.pdf', existingText));
  afterAll(folder.remove);

  it.each(sizes)(
    'is not replaced by default by an upload %s',
    { tags: ['core'] },
    async (_how, size) => {
      const { upload } = uploadCase(folder, accessTo(ceph), bucket, { size });
      const failure = await new UploadRun(upload).failure();
      expect(publicError(failure.toData())).toEqual({
        code: 'object-exists',
        message: `s3://${bucket}/in/a.pdf (destination "papers") already exists and was not replaced.`,
      });
      await expectUnchanged();
    },
  );

  it.each(sizes)('is replaced by an upload %s, if requested', async (_how, size) => {
    const change = { size, existing: 'overwrite' } as const;
    const { upload, bytes } = uploadCase(folder, accessTo(ceph), bucket, change);
    expect(await new UploadRun(upload).run()).toMatchObject({ kind: 'uploaded' });
    expect((await readObject(ceph, bucket, 'in/a.pdf')).equals(bytes)).toBe(true);
  });

  it.each(sizes)('makes an upload %s get a free number, if requested', async (_how, size) => {
    await writeObject(ceph, bucket, 'in/a-2.pdf', existingText);
    const change = { size, existing: 'number' } as const;
    const { upload, bytes } = uploadCase(folder, accessTo(ceph), bucket, change);
    const outcome = await new UploadRun(upload).run();
    expect(outcome.place).toEqual({ bucket, key: 'in/a-3.pdf' });
    expect(outcome.url).toBe(`${ceph.endpoint}/${bucket}/in/a-3.pdf`);
    expect((await readObject(ceph, bucket, 'in/a-3.pdf')).equals(bytes)).toBe(true);
    expect(await objects(ceph, bucket)).toEqual(['in/a-2.pdf', 'in/a-3.pdf', 'in/a.pdf']);
  });

  it('is the result of a skipped upload', async () => {
    const { upload } = uploadCase(folder, accessTo(ceph), bucket, { existing: 'skip' });
    expect(await new UploadRun(upload).run()).toEqual({
      kind: 'skipped',
      place: { bucket, key: 'in/a.pdf' },
      url: `${ceph.endpoint}/${bucket}/in/a.pdf`,
    });
    await expectUnchanged();
  });

  describe('with write-only permission', () => {
    it.each<[ExistingObjectPolicy, readonly string[]]>([
      ['number', ['in/a-2.pdf', 'in/a.pdf']],
      ['skip', ['in/a.pdf']],
    ])('is detected by the server: %s', async (existing, keys) => {
      await new UploadRun(await writeOnlyUpload(existing)).run();
      expect(await objects(ceph, bucket)).toEqual(keys);
    });

    it('is reported as not checked', async () => {
      const failure = await new UploadRun(await writeOnlyUpload('ask')).failure();
      expect(failure.code).toBe('object-exists');
      expect(failure.message).toContain(
        'could not be checked, because the credentials only allow writing',
      );
    });
  });

  it('is looked up if the server does not support the condition', async () => {
    proxy.script = onlyFor('PUT', (request) =>
      request.headers['if-none-match'] === undefined ? noFault : conditionUnsupported,
    );
    const occupied = uploadCase(folder, proxied(), bucket);
    expect((await new UploadRun(occupied.upload).failure()).code).toBe('object-exists');
    const free = uploadCase(folder, proxied(), bucket, { place: { bucket, key: 'in/b.pdf' } });
    expect(await new UploadRun(free.upload).run()).toMatchObject({ kind: 'uploaded' });
    expect((await readObject(ceph, bucket, 'in/b.pdf')).equals(free.bytes)).toBe(true);
  });

  it.each<[ExistingObjectPolicy, ...(typeof sizes)[number]]>([
    ['ask', ...sizes[0]],
    ['ask', ...sizes[1]],
    ['number', ...sizes[0]],
    ['skip', ...sizes[0]],
  ])(
    'is not replaced (%s, %s) if it can neither be looked up nor excluded by a condition',
    async (existing, _how, size) => {
      proxy.script = ({ method, headers }) => {
        if (method === 'HEAD') return { kind: 'answer', status: 403 };
        return headers['if-none-match'] === undefined ? noFault : conditionUnsupported;
      };
      const { upload } = uploadCase(folder, proxied(), bucket, { size, existing });
      const failure = await new UploadRun(upload).failure();
      expect(publicError(failure.toData())).toEqual({
        code: 'delivery-refused',
        message: `Couldn't upload to s3://${bucket}/in/a.pdf (destination "papers"). The credentials have no permission to check whether the object exists, and the server does not support conditional writes. Grant permission to read objects (s3:GetObject), or choose to replace existing files. If the server does not support ACLs, turn off "Grant bucket owner full control" for the destination.`,
        fields: [{ field: 'credentials', message: failure.message }],
      });
      await expectUnchanged();
    },
  );

  it.each(sizes)('that may not be looked up does not prevent an upload %s', async (_how, size) => {
    proxy.script = onlyFor('HEAD', always({ kind: 'answer', status: 403 }));
    const place = { bucket, key: 'in/new.pdf' };
    const { upload, bytes } = uploadCase(folder, proxied(), bucket, { size, place });
    expect(await new UploadRun(upload).run()).toMatchObject({ kind: 'uploaded', place });
    expect((await readObject(ceph, bucket, place.key)).equals(bytes)).toBe(true);
  });

  it('is not replaced if it was created while parts were sent', async () => {
    const place = { bucket, key: 'in/late.pdf' };
    const { upload } = uploadCase(folder, accessTo(ceph), bucket, { size: 7 * 2 ** 20, place });
    const run = new UploadRun(upload);
    run.beforeSending = async ({ multipart }) => {
      if (multipart !== undefined) await writeObject(ceph, bucket, place.key, 'first');
    };
    expect((await run.failure()).code).toBe('object-exists');
    expect((await readObject(ceph, bucket, place.key)).toString()).toBe('first');
    expect(await openMultiparts(ceph, bucket)).toEqual([]);
  });
});

function proxied() {
  return accessTo(ceph, { endpoint: proxy.origin });
}

async function writeOnlyUpload(existing: ExistingObjectPolicy) {
  await setPolicy(ceph, bucket, uploadPolicy(bucket, 'in/'));
  const access = accessTo(ceph, { credentials: { kind: 'key', ...ceph.uploader } });
  return uploadCase(folder, access, bucket, { existing }).upload;
}

async function expectUnchanged(): Promise<void> {
  expect(await objects(ceph, bucket)).toEqual(['in/a.pdf']);
  expect((await readObject(ceph, bucket, 'in/a.pdf')).toString()).toBe(existingText);
  expect(await openMultiparts(ceph, bucket)).toEqual([]);
}
