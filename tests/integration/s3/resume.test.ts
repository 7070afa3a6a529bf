import { writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { abortUpload } from '../../../electron/main/s3/multipart-upload.js';
import type { Upload } from '../../../electron/main/s3/upload.js';
import { openMultiparts, readObject, writeObject } from '../../support/bucket/bucket.js';
import type { Ceph } from '../../support/bucket/ceph.js';
import { type SeenRequest, always, noFault } from '../../support/bucket/fault.js';
import type { FaultyProxy } from '../../support/bucket/faulty-proxy.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { describeWithCeph, withBucket } from '../support/with-ceph.js';
import { UploadRun, accessTo, impatientClients, uploadCase } from './support/uploads.js';

const folder = temporaryFolder();
/** Parts 1 and 2 have 5 MiB, the third one has 3 MiB. */
const size = 13 * 2 ** 20;
const key = 'in/a.pdf';
let ceph: Ceph;
let bucket: string;
let proxy: FaultyProxy;

describeWithCeph('an interrupted upload in parts', () => {
  withBucket((testCase) => ({ ceph, bucket, proxy } = testCase));
  afterAll(folder.remove);

  it('goes on with the parts that the bucket has', async () => {
    const { upload, bytes } = newUpload();
    const interrupted = await interruptedIn(2, upload);
    expect(interrupted.stored).not.toContain('2');
    const progress = await resumed(interrupted.upload);
    const again = partsIn(proxy.seen.slice(interrupted.requests));
    expect(again.filter((part) => interrupted.stored.includes(part))).toEqual([]);
    expect([...again, ...interrupted.stored].sort()).toEqual(['1', '2', '3']);
    expect(progress.at(-1)).toBe(size);
    expect((await readObject(ceph, bucket, key)).equals(bytes)).toBe(true);
    expect(await openMultiparts(ceph, bucket)).toEqual([]);
  });

  it('sends parts again whose bytes differ', async () => {
    const { upload } = newUpload();
    const interrupted = await interruptedIn(2, upload);
    const bytes = randomBytes(size);
    writeFileSync(upload.path, bytes);
    await resumed(interrupted.upload);
    expect(partsIn(proxy.seen.slice(interrupted.requests)).sort()).toEqual(['1', '2', '3']);
    expect((await readObject(ceph, bucket, key)).equals(bytes)).toBe(true);
  });

  it.each(['may not be listed', 'are gone'])('begins again if its parts %s', async (what) => {
    const { upload, bytes } = newUpload();
    const { upload: again, requests } = await interruptedIn(2, upload);
    if (what === 'are gone') {
      proxy.script = always(noFault);
      const { uploadState = { key } } = again;
      await abortUpload(upload.access, upload.place, uploadState, new AbortController().signal);
    } else {
      proxy.script = ({ method, path }) =>
        method === 'GET' && path.includes('uploadId') ? { kind: 'answer', status: 403 } : noFault;
    }
    await new UploadRun(again).run();
    expect(partsIn(proxy.seen.slice(requests)).sort()).toEqual(['1', '2', '3']);
    expect((await readObject(ceph, bucket, key)).equals(bytes)).toBe(true);
    expect(await openMultiparts(ceph, bucket)).toEqual([]);
  });

  it('is aborted if the name was taken meanwhile, and none follows', async () => {
    const { upload } = newUpload();
    const interrupted = await interruptedIn(2, upload);
    proxy.script = always(noFault);
    await writeObject(ceph, bucket, key, 'theirs');
    const skipped = new UploadRun({ ...interrupted.upload, existing: 'skip' });
    expect(await skipped.run()).toMatchObject({ kind: 'skipped' });
    expect(await openMultiparts(ceph, bucket)).toEqual([]);
  });

  it('keeps its parts if Platen quits, and not if the server refuses it', async () => {
    const { upload } = newUpload();
    const run = new UploadRun(upload);
    run.isResumed = true;
    proxy.script = ({ method }) =>
      method === 'PUT' ? { kind: 'slow', bytesPerSecond: 4_000_000 } : noFault;
    run.onProgress = (sent) => {
      if (sent > 1_000_000) run.canceling.abort();
    };
    expect((await run.failure()).code).toBe('canceled');
    expect(await openMultiparts(ceph, bucket)).toEqual([key]);

    const refused = new UploadRun({ ...upload, uploadState: run.uploadStates.at(-1) });
    refused.isResumed = true;
    proxy.script = ({ method }) => (method === 'PUT' ? { kind: 'answer', status: 403 } : noFault);
    expect((await refused.failure()).code).toBe('delivery-refused');
    expect(await openMultiparts(ceph, bucket)).toEqual([]);
  });
});

function newUpload() {
  return uploadCase(folder, accessTo(ceph, { endpoint: proxy.origin }), bucket, { size });
}

/** Returns an upload as an attempt leaves it whose connection stalls during a part. */
async function interruptedIn(part: number, upload: Upload) {
  const run = new UploadRun(upload);
  run.isResumed = true;
  proxy.script = ({ path }) =>
    path.includes(`partNumber=${part}`) ? { kind: 'stall', afterBytes: 100 } : noFault;
  expect((await run.failure({ clients: impatientClients })).code).toBe('delivery-interrupted');
  expect(await openMultiparts(ceph, bucket)).toEqual([key]);
  const stored = partsIn(proxy.seen.filter(({ outcome }) => outcome === 'answered'));
  return {
    upload: { ...upload, uploadState: run.uploadStates.at(-1) },
    requests: proxy.seen.length,
    stored,
  };
}

/** Runs an upload to its end. @returns its progress */
async function resumed(upload: Upload): Promise<readonly number[]> {
  proxy.script = always(noFault);
  const run = new UploadRun(upload);
  expect(await run.run()).toMatchObject({ kind: 'uploaded', place: { key } });
  return run.progress;
}

/** Returns the numbers of the parts that were sent. */
function partsIn(requests: readonly SeenRequest[]): string[] {
  return requests
    .filter(({ method }) => method === 'PUT')
    .flatMap(({ path }) => /partNumber=(\d+)/.exec(path)?.[1] ?? []);
}
