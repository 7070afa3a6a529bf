import { afterAll, describe, expect, it } from 'vitest';
import { DeliveryFailure } from '../../../electron/main/network/delivery-failure.js';
import {
  beginMultipart,
  headObject,
  objects,
  openMultiparts,
  readObject,
  setPolicy,
  uploadPolicy,
  writeObject,
} from '../../support/bucket/bucket.js';
import type { Ceph } from '../../support/bucket/ceph.js';
import { type Fault, always, busy, inOrder, noFault, onlyFor } from '../../support/bucket/fault.js';
import type { FaultyProxy } from '../../support/bucket/faulty-proxy.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { UploadRun, accessTo, impatientClients, uploadCase } from './support/uploads.js';
import { describeWithCeph, withBucket } from '../support/with-ceph.js';

const folder = temporaryFolder();
const small = 300_000;
const large = 12 * 2 ** 20;
const key = 'in/a.pdf';
let ceph: Ceph;
let proxy: FaultyProxy;
let bucket: string;

describeWithCeph('an upload over a faulty connection', () => {
  withBucket((fresh) => ({ ceph, bucket, proxy } = fresh));
  afterAll(folder.remove);

  const recoverable: readonly (readonly [string, (size: number) => void])[] = [
    [
      'two connections fail',
      () => (proxy.connectionScript = (number) => (['reset', 'close'] as const)[number] ?? 'none'),
    ],
    [
      'two requests break off',
      () =>
        puts({ kind: 'cut', afterBytes: 1_000 }, { kind: 'cut', afterBytes: 200_000, reset: true }),
    ],
    ['the response is lost', () => puts({ kind: 'lose-answer' })],
    [
      'the connection is reset before the response',
      () => puts({ kind: 'lose-answer', reset: true }),
    ],
    ['the response breaks off', () => puts({ kind: 'cut-answer', afterBytes: 30 })],
    ['the server is busy, and then fails', () => puts(busy(1), { kind: 'answer', status: 500 })],
    ['it is slow', (size) => (proxy.script = always({ kind: 'slow', bytesPerSecond: size * 2 }))],
  ];

  describe.each([
    ['in one request', small],
    ['in parts', large],
  ])('%s', (_how, size) => {
    it.each(recoverable)('delivers although %s', async (_what, breakIt) => {
      breakIt(size);
      await expectDelivered(size);
    });

    it.each<[string, Fault, string]>([
      ['every request breaks off', { kind: 'cut', afterBytes: 1_000 }, 'the connection broke off'],
      ['the server never responds', { kind: 'silence' }, 'No data for'],
      ['it stops in the middle', { kind: 'stall', afterBytes: 100_000 }, 'No data for'],
    ])('fails if %s', async (_what, fault, text) => {
      allPuts(fault);
      await expectInterrupted(size, text);
    });
  });

  it.each([
    ['is reset', 'reset', 'the connection broke off'],
    ['is accepted and then ignored', 'ignore', 'No data for'],
  ] as const)('fails if every connection %s', async (_what, fault, text) => {
    proxy.connectionScript = () => fault;
    await expectInterrupted(small, text);
  });

  it('fails after one timeout rather than four', { tags: ['core'] }, async () => {
    puts({ kind: 'silence' });
    const run = new UploadRun(uploadCase(folder, access(), bucket).upload);
    await run.failure({ clients: impatientClients });
    expect(proxy.seen.filter(({ method }) => method === 'PUT')).toHaveLength(1);
  });

  it('reports the delay that a busy server requests, and does not retry before', async () => {
    proxy.script = always(busy(120));
    const failure = await new UploadRun(uploadCase(folder, access(), bucket).upload).failure();
    expect(failure).toMatchObject({
      code: 'delivery-interrupted',
      details: { retryAfterMs: 120_000 },
    });
    expect(failure).toBeInstanceOf(DeliveryFailure);
    expect(proxy.seen).toHaveLength(1);
  });

  it('reports that a server stays busy', async () => {
    puts(busy(0), busy(0), busy(0), busy(0));
    const failure = await new UploadRun(uploadCase(folder, access(), bucket).upload).failure();
    expect(failure.message).toContain('The server is busy');
  });

  it('does not number an object again whose response was lost', async () => {
    puts({ kind: 'lose-answer' });
    const { upload } = uploadCase(folder, access(), bucket, { existing: 'number' });
    expect(await new UploadRun(upload).run()).toMatchObject({ place: { key } });
    expect(await objects(ceph, bucket)).toEqual([key]);
  });

  it.each<[string, Fault]>([
    ['own objects may be read, as with Ceph', noFault],
    ['nothing may be read', { kind: 'answer', status: 403 }],
  ])('delivers once with write-only permission if %s', async (_which, heads) => {
    await setPolicy(ceph, bucket, uploadPolicy(bucket));
    const script = onlyFor('PUT', inOrder({ kind: 'lose-answer' }));
    proxy.script = (request) => (request.method === 'HEAD' ? heads : script(request));
    const { upload, bytes } = uploadCase(folder, uploaderAccess(), bucket);
    expect(await new UploadRun(upload).run()).toMatchObject({ kind: 'uploaded', place: { key } });
    expect((await readObject(ceph, bucket, key)).equals(bytes)).toBe(true);
    const isCompared = proxy.seen.some(({ headers }) => headers['if-match'] !== undefined);
    expect(isCompared).toBe(heads !== noFault);
  });

  it('does not confuse an existing object with its own with such permission', async () => {
    await setPolicy(ceph, bucket, uploadPolicy(bucket));
    await writeObject(ceph, bucket, key, 'an existing object');
    puts({ kind: 'cut', afterBytes: 1_000 });
    const { upload } = uploadCase(folder, uploaderAccess(), bucket);
    const failure = await new UploadRun(upload).failure();
    expect(failure.code).toBe('object-exists');
    expect(failure.message).toContain('It may be this PDF');
    expect((await readObject(ceph, bucket, key)).toString()).toBe('an existing object');
  });

  it('delivers an upload in parts once whose last response is lost', async () => {
    proxy.script = ({ method, path }) =>
      method === 'POST' && path.includes('uploadId') ? { kind: 'lose-answer' } : noFault;
    await expectDelivered(large);
  });

  it('aborts no multipart upload that another program may have begun', async () => {
    await beginMultipart(ceph, bucket, key);
    const script = inOrder({ kind: 'lose-answer' });
    proxy.script = (request) =>
      request.method === 'POST' && request.path.includes('uploads') ? script(request) : noFault;
    const { upload, bytes } = uploadCase(folder, access(), bucket, { size: large });
    const run = new UploadRun({ ...upload, uploadState: { key } });
    expect(await run.run()).toMatchObject({ kind: 'uploaded', place: { key } });
    expect((await readObject(ceph, bucket, key)).equals(bytes)).toBe(true);
    // The other program's, and the one whose ID was in the lost response.
    expect(await openMultiparts(ceph, bucket)).toEqual([key, key]);
  });

  it('restarts its progress when it sends again', async () => {
    puts({ kind: 'cut', afterBytes: 200_000 });
    const run = new UploadRun(uploadCase(folder, access(), bucket, { size: small }).upload);
    await run.run();
    expect(run.progress.lastIndexOf(0)).toBeGreaterThan(0);
    expect(run.progress.at(-1)).toBe(small);
  });

  async function expectDelivered(size: number): Promise<void> {
    const { upload, bytes } = uploadCase(folder, access(), bucket, { size });
    const run = new UploadRun(upload);
    expect(await run.run()).toMatchObject({ kind: 'uploaded', place: { key } });
    expect(await objects(ceph, bucket)).toEqual([key]);
    expect((await readObject(ceph, bucket, key)).equals(bytes)).toBe(true);
    expect((await headObject(ceph, bucket, key)).headers['x-amz-meta-platen-delivery']).toBe(
      upload.id,
    );
    expect(await openMultiparts(ceph, bucket)).toEqual([]);
    expect(run.progress.at(-1)).toBe(size);
  }

  async function expectInterrupted(size: number, text: string): Promise<void> {
    const run = new UploadRun(uploadCase(folder, access(), bucket, { size }).upload);
    // On a busy machine, these clients would time out at other faults too.
    const isTimeout = text === 'No data for';
    const failure = await run.failure(isTimeout ? { clients: impatientClients } : {});
    expect(failure).toMatchObject({ code: 'delivery-interrupted' });
    expect(failure.message).toContain(text);
    expect(await objects(ceph, bucket)).toEqual([]);
  }
});

function access() {
  return accessTo(ceph, { endpoint: proxy.origin });
}

function uploaderAccess() {
  const credentials = { kind: 'key', ...ceph.uploader } as const;
  return accessTo(ceph, { endpoint: proxy.origin, credentials });
}

/** Sets the faults of the next PUT requests, in order. */
function puts(...faults: readonly Fault[]): void {
  proxy.script = onlyFor('PUT', inOrder(...faults));
}

function allPuts(fault: Fault): void {
  proxy.script = onlyFor('PUT', always(fault));
}
