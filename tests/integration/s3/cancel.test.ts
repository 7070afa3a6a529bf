import { rmSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { abortUpload } from '../../../electron/main/s3/multipart-upload.js';
import { publicError } from '../../../electron/shared/messages/errors.js';
import type { UploadState } from '../../../electron/main/s3/upload.js';
import {
  objects,
  openMultiparts,
  readObject,
  removeBucket,
  writeObject,
} from '../../support/bucket/bucket.js';
import type { Ceph } from '../../support/bucket/ceph.js';
import { always, noFault, onlyFor } from '../../support/bucket/fault.js';
import type { FaultyProxy } from '../../support/bucket/faulty-proxy.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { UploadRun, accessTo, uploadCase } from './support/uploads.js';
import { describeWithCeph, withBucket } from '../support/with-ceph.js';

const folder = temporaryFolder();
const large = 12 * 2 ** 20;
const key = 'in/a.pdf';
let ceph: Ceph;
let proxy: FaultyProxy;
let bucket: string;

describeWithCeph('a canceled or interrupted upload', () => {
  withBucket((testCase) => ({ ceph, bucket, proxy } = testCase));
  afterAll(folder.remove);

  it.each([
    ['one request', 5_000_000],
    ['parts', large],
  ])('leaves nothing behind if it is canceled in the middle of %s', async (_of, size) => {
    proxy.script = onlyFor('PUT', always({ kind: 'slow', bytesPerSecond: 4_000_000 }));
    const run = new UploadRun(uploadCase(folder, access(), bucket, { size }).upload);
    run.onProgress = (sent) => {
      if (sent > 1_000_000) run.canceling.abort();
    };
    expect(publicError((await run.failure()).toData())).toEqual({
      code: 'canceled',
      message: 'The upload was canceled.',
    });
    await proxy.when((seen) => seen.every(({ outcome }) => outcome !== 'under-way'));
    expect(await objects(ceph, bucket)).toEqual([]);
    expect(await openMultiparts(ceph, bucket)).toEqual([]);
  });

  it('sends nothing if it was canceled before', async () => {
    const run = new UploadRun(uploadCase(folder, access(), bucket).upload);
    run.canceling.abort();
    expect((await run.failure()).code).toBe('canceled');
    expect(proxy.connections).toBe(0);
  });

  it('is canceled while it waits for a retry', async () => {
    proxy.script = always({ kind: 'answer', status: 503, headers: { 'retry-after': '4' } });
    const run = new UploadRun(uploadCase(folder, access(), bucket).upload);
    const end = run.failure();
    await proxy.when((seen) => seen.some(({ outcome }) => outcome === 'answered'));
    run.canceling.abort();
    expect((await end).code).toBe('canceled');
    expect(proxy.seen).toHaveLength(1);
  });

  it('counts as delivered if it is canceled after the last byte', async () => {
    const { upload, bytes } = uploadCase(folder, access(), bucket);
    const run = new UploadRun(upload);
    run.onProgress = (sent) => {
      if (sent === bytes.length) run.canceling.abort();
    };
    expect(await run.run()).toMatchObject({ kind: 'uploaded' });
    expect((await readObject(ceph, bucket, key)).equals(bytes)).toBe(true);
  });

  it('reports that it cannot be aborted after it was canceled', async () => {
    proxy.script = (request) => {
      if (request.method === 'DELETE') return { kind: 'answer', status: 403 };
      return request.method === 'PUT' ? { kind: 'silence' } : noFault;
    };
    const run = new UploadRun(uploadCase(folder, access(), bucket, { size: large }).upload);
    run.onProgress = (sent) => {
      if (sent > 1_000_000) run.canceling.abort();
    };
    const failure = await run.failure();
    expect(failure.code).toBe('canceled');
    expect(failure.message).toContain('parts of it are still at the destination');
  });

  it.each([
    ['one request', 10_000],
    ['parts', large],
  ])(
    'is recognized in %s if an earlier attempt completed it without a response',
    async (_of, size) => {
      const { upload } = uploadCase(folder, access(), bucket, { size, existing: 'number' });
      const first = new UploadRun(upload);
      await writeObject(ceph, bucket, key, 'somebody else was here');
      await first.run();
      const uploadState = first.uploadStates.at(-1);
      proxy.script = onlyFor('PUT', () => {
        throw new Error('It was put twice.');
      });
      expect(await new UploadRun({ ...upload, uploadState }).run()).toMatchObject({
        kind: 'uploaded',
        place: { key: 'in/a-2.pdf' },
      });
      expect(await objects(ceph, bucket)).toEqual(['in/a-2.pdf', key]);
    },
  );

  it('continues if the parts of an earlier attempt may not be aborted', async () => {
    const { upload } = uploadCase(folder, access(), bucket, { size: large });
    const uploadState = await interrupted(upload);
    proxy.script = onlyFor('DELETE', always({ kind: 'answer', status: 403 }));
    expect(await new UploadRun({ ...upload, uploadState }).run()).toMatchObject({
      kind: 'uploaded',
    });
  });

  it('leaves nothing behind if it is canceled while its multipart upload is created', async () => {
    const run = new UploadRun(uploadCase(folder, access(), bucket, { size: large }).upload);
    proxy.script = (request) => {
      if (request.method === 'POST') run.canceling.abort();
      return noFault;
    };
    expect((await run.failure()).code).toBe('canceled');
    expect(await openMultiparts(ceph, bucket)).toEqual([]);
  });

  it('is aborted with all its parts; aborting it twice is not an error', async () => {
    const { upload } = uploadCase(folder, access(), bucket, { size: large });
    const uploadState = await interrupted(upload);
    proxy.script = always(noFault);
    const { signal } = new AbortController();
    await abortUpload(upload.access, upload.place, uploadState, signal);
    expect(await openMultiparts(ceph, bucket)).toEqual([]);
    await abortUpload(upload.access, upload.place, uploadState, signal);
  });

  it.each([
    ['one request', 10_000, 1],
    // Ceph reports only that it does not know the parts: they would be sent again, and then it
    // reports the reason.
    ['parts', large, 2],
  ])('reports that the bucket was removed during %s', async (_of, size, tries) => {
    const { upload } = uploadCase(folder, access(), bucket, { size });
    const run = new UploadRun(upload);
    run.beforeSending = async ({ multipart }) => {
      if (size < large || multipart !== undefined) await removeBucket(ceph, bucket);
    };
    let failure = await run.failure();
    if (tries === 2) failure = await new UploadRun(upload).failure();
    expect(failure.code).toBe('delivery-refused');
    expect(failure.message).toContain(`There is no bucket "${bucket}"`);
  });

  it('reports that the PDF is gone', async () => {
    const { upload } = uploadCase(folder, access(), bucket);
    rmSync(upload.path);
    const failure = await new UploadRun(upload).failure();
    expect(failure.code).toBe('delivery-refused');
    expect(failure.message).toContain(`Couldn't read the PDF ${upload.path}`);
  });

  /** Returns an upload as a kill leaves it: with an open multipart upload. */
  async function interrupted(
    upload: ConstructorParameters<typeof UploadRun>[0],
  ): Promise<UploadState> {
    const run = new UploadRun(upload);
    proxy.script = ({ method }) =>
      method === 'PUT' || method === 'DELETE' ? { kind: 'answer', status: 403 } : noFault;
    await run.failure();
    return run.uploadStates.at(-1) ?? { key };
  }
});

function access() {
  return accessTo(ceph, { endpoint: proxy.origin });
}
