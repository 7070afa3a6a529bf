import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { publicError } from '../../../electron/shared/errors.js';
import type { ExistingObjectPolicy } from '../../../electron/shared/output.js';
import {
  freshBucket,
  objects,
  openMultiparts,
  readObject,
  setPolicy,
  uploadPolicy,
  writeObject,
} from '../../support/bucket/bucket.js';
import type { Ceph } from '../../support/bucket/ceph.js';
import { always, noFault, onlyFor } from '../../support/bucket/fault.js';
import { FaultyProxy } from '../../support/bucket/faulty-proxy.js';
import { sharedCeph } from '../../support/bucket/shared-ceph.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { UploadRun, accessTo, uploadCase } from './support/uploads.js';
import { describeWithCeph } from '../support/with-ceph.js';

const folder = temporaryFolder();
const sizes = [
  ['in one piece', 10_000],
  ['in parts', 7 * 2 ** 20],
] as const;
let ceph: Ceph;
let bucket: string;

describeWithCeph('an object that exists', () => {
  beforeAll(async () => {
    ceph = await sharedCeph();
  });
  beforeEach(async () => {
    bucket = await freshBucket(ceph);
    await writeObject(ceph, bucket, 'in/a.pdf', 'somebody else was here');
  });
  afterAll(folder.remove);

  it.each(sizes)('is not replaced by an upload %s that nobody answered for', async (_how, size) => {
    const { upload } = uploadCase(folder, accessTo(ceph), bucket, { size });
    const failure = await new UploadRun(upload).failure();
    expect(publicError(failure.toData())).toEqual({
      code: 'object-exists',
      message: `s3://${bucket}/in/a.pdf (destination "papers") already exists and was not replaced.`,
    });
    expect((await readObject(ceph, bucket, 'in/a.pdf')).toString()).toBe('somebody else was here');
    expect(await openMultiparts(ceph, bucket)).toEqual([]);
  });

  it.each(sizes)('is replaced %s where that is wished for', async (_how, size) => {
    const { upload, bytes } = uploadCase(folder, accessTo(ceph), bucket, {
      size,
      existing: 'overwrite',
    });
    expect(await new UploadRun(upload).run()).toMatchObject({ kind: 'uploaded' });
    expect((await readObject(ceph, bucket, 'in/a.pdf')).equals(bytes)).toBe(true);
  });

  it.each(sizes)('is gone round by a number %s', async (_how, size) => {
    await writeObject(ceph, bucket, 'in/a-2.pdf', 'and here');
    const { upload, bytes } = uploadCase(folder, accessTo(ceph), bucket, {
      size,
      existing: 'number',
    });
    const outcome = await new UploadRun(upload).run();
    expect(outcome.place).toEqual({ bucket, key: 'in/a-3.pdf' });
    expect(outcome.url).toBe(`${ceph.endpoint}/${bucket}/in/a-3.pdf`);
    expect((await readObject(ceph, bucket, 'in/a-3.pdf')).equals(bytes)).toBe(true);
    expect(await objects(ceph, bucket)).toEqual(['in/a-2.pdf', 'in/a-3.pdf', 'in/a.pdf']);
  });

  it('stands for an upload that is skipped', async () => {
    const { upload } = uploadCase(folder, accessTo(ceph), bucket, { existing: 'skip' });
    expect(await new UploadRun(upload).run()).toEqual({
      kind: 'skipped',
      place: { bucket, key: 'in/a.pdf' },
      url: `${ceph.endpoint}/${bucket}/in/a.pdf`,
    });
    expect(await objects(ceph, bucket)).toEqual(['in/a.pdf']);
  });

  it.each<[ExistingObjectPolicy, readonly string[]]>([
    ['number', ['in/a-2.pdf', 'in/a.pdf']],
    ['skip', ['in/a.pdf']],
  ])('is noticed under a grant to write only, by the server itself: %s', async (existing, keys) => {
    await setPolicy(ceph, bucket, uploadPolicy(bucket, 'in/'));
    const access = accessTo(ceph, { credentials: { kind: 'key', ...ceph.uploader } });
    const { upload } = uploadCase(folder, access, bucket, { existing });
    await new UploadRun(upload).run();
    expect(await objects(ceph, bucket)).toEqual(keys);
  });

  it('is said to be unread under a grant to write only', async () => {
    await setPolicy(ceph, bucket, uploadPolicy(bucket, 'in/'));
    const access = accessTo(ceph, { credentials: { kind: 'key', ...ceph.uploader } });
    const failure = await new UploadRun(uploadCase(folder, access, bucket).upload).failure();
    expect(failure.code).toBe('object-exists');
    expect(failure.message).toContain(
      'could not be checked, because the credentials only allow writing',
    );
  });

  it('is looked for by hand where the server does not know the condition', async () => {
    const proxy = await FaultyProxy.start({ upstream: { origin: ceph.endpoint } });
    try {
      proxy.script = onlyFor('PUT', (request) =>
        request.headers['if-none-match'] === undefined
          ? { kind: 'none' }
          : { kind: 'answer', status: 501, body: '<Error><Code>NotImplemented</Code></Error>' },
      );
      const access = accessTo(ceph, { endpoint: proxy.origin });
      const there = uploadCase(folder, access, bucket);
      expect((await new UploadRun(there.upload).failure()).code).toBe('object-exists');
      const free = uploadCase(folder, access, bucket, { place: { bucket, key: 'in/b.pdf' } });
      expect(await new UploadRun(free.upload).run()).toMatchObject({ kind: 'uploaded' });
      expect((await readObject(ceph, bucket, 'in/b.pdf')).equals(free.bytes)).toBe(true);
    } finally {
      await proxy.close();
    }
  });

  it.each(
    sizes.flatMap(([how, size]) =>
      (['ask', 'number', 'skip'] as const).map((existing) => ({ how, size, existing })),
    ),
  )(
    'is not replaced $how where it can neither be looked at nor written on condition: $existing',
    async ({ size, existing }) => {
      const proxy = await FaultyProxy.start({ upstream: { origin: ceph.endpoint } });
      try {
        proxy.script = ({ method, headers }) => {
          if (method === 'HEAD') return { kind: 'answer', status: 403 };
          if (headers['if-none-match'] === undefined) return noFault;
          return {
            kind: 'answer',
            status: 501,
            body: '<Error><Code>NotImplemented</Code></Error>',
          };
        };
        const access = accessTo(ceph, { endpoint: proxy.origin });
        const { upload } = uploadCase(folder, access, bucket, { size, existing });
        const failure = await new UploadRun(upload).failure();
        expect(publicError(failure.toData())).toEqual({
          code: 'delivery-refused',
          message: `Couldn't upload to s3://${bucket}/in/a.pdf (destination "papers"). The credentials have no permission to check whether the object exists, and the server does not support conditional writes. Grant permission to read objects (s3:GetObject), or choose to replace existing files. If the server does not support ACLs, turn off "Grant bucket owner full control" for the destination.`,
          fields: [{ field: 'credentials', message: failure.message }],
        });
        expect(await objects(ceph, bucket)).toEqual(['in/a.pdf']);
        expect((await readObject(ceph, bucket, 'in/a.pdf')).toString()).toBe(
          'somebody else was here',
        );
        expect(await openMultiparts(ceph, bucket)).toEqual([]);
      } finally {
        await proxy.close();
      }
    },
  );

  it.each(sizes)('that cannot be looked at is uploaded %s all the same', async (_how, size) => {
    const proxy = await FaultyProxy.start({ upstream: { origin: ceph.endpoint } });
    try {
      proxy.script = onlyFor('HEAD', always({ kind: 'answer', status: 403 }));
      const access = accessTo(ceph, { endpoint: proxy.origin });
      const place = { bucket, key: 'in/new.pdf' };
      const { upload, bytes } = uploadCase(folder, access, bucket, { size, place });
      expect(await new UploadRun(upload).run()).toMatchObject({ kind: 'uploaded', place });
      expect((await readObject(ceph, bucket, place.key)).equals(bytes)).toBe(true);
    } finally {
      await proxy.close();
    }
  });

  it('is not replaced where it came up while parts were sent', async () => {
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
