import { afterAll, describe, expect, it } from 'vitest';
import type { AppErrorCode } from '../../../electron/shared/errors.js';
import { DeliveryFailure } from '../../../electron/main/network/delivery-failure.js';
import {
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
import { UploadRun, accessTo, shortLimits, smallParts, uploadCase } from './support/uploads.js';
import { describeWithCeph, withBucket } from '../support/with-ceph.js';

const folder = temporaryFolder();
const small = 300_000;
const large = 12 * 2 ** 20;
const key = 'in/a.pdf';
let ceph: Ceph;
let proxy: FaultyProxy;
let bucket: string;

describeWithCeph('a faulty way to a bucket', () => {
  withBucket((made) => ({ ceph, bucket, proxy } = made));
  afterAll(folder.remove);

  const cases: readonly (readonly [string, () => void])[] = [
    [
      'the first connection',
      () => (proxy.connectionScript = (number) => (number < 1 ? 'reset' : 'none')),
    ],
    [
      'the first two connections',
      () => (proxy.connectionScript = (number) => (number < 2 ? 'close' : 'none')),
    ],
    ['the first bytes', () => puts({ kind: 'cut', afterBytes: 70_000 })],
    [
      'the first bytes, twice',
      () =>
        puts({ kind: 'cut', afterBytes: 1_000 }, { kind: 'cut', afterBytes: 200_000, reset: true }),
    ],
    ['the answer', () => puts({ kind: 'lose-answer' })],
    ['the answer, with a reset', () => puts({ kind: 'lose-answer', reset: true })],
    ['half of the answer', () => puts({ kind: 'cut-answer', afterBytes: 30 })],
    ['its patience for a second', () => puts(busy(1))],
    ['itself, with a status of 500', () => puts({ kind: 'answer', status: 500 })],
  ];

  describe.each([
    ['in one piece', small],
    ['in parts', large],
  ])('%s', (_how, size) => {
    it.each(cases)('is got over where it loses %s', async (_what, breakIt) => {
      breakIt();
      await expectDelivered(size);
    });

    it('is got over where it is slow', async () => {
      proxy.script = always({ kind: 'slow', bytesPerSecond: size * 2 });
      await expectDelivered(size);
    });

    it.each<[string, () => void, AppErrorCode, string]>([
      [
        'loses all connections',
        () => (proxy.connectionScript = () => 'reset'),
        'delivery-interrupted',
        'the connection broke off',
      ],
      [
        'loses all bytes',
        () => allPuts({ kind: 'cut', afterBytes: 1_000 }),
        'delivery-interrupted',
        'the connection broke off',
      ],
      ['never answers', () => allPuts({ kind: 'silence' }), 'delivery-interrupted', 'No data for'],
      [
        'stops in the middle',
        () => allPuts({ kind: 'stall', afterBytes: 100_000 }),
        'delivery-interrupted',
        'No data for',
      ],
      [
        'takes a connection and nothing more',
        () => (proxy.connectionScript = () => 'ignore'),
        'delivery-interrupted',
        'No data for',
      ],
    ])('is told where it %s', async (_what, breakIt, code, words) => {
      breakIt();
      const run = new UploadRun(uploadCase(folder, access(), bucket, { size }).upload);
      const failure = await run.failure({ sizes: smallParts, limits: shortLimits });
      expect(failure).toMatchObject({ code });
      expect(failure.message).toContain(words);
      expect(await objects(ceph, bucket)).toEqual([]);
    });
  });

  it('ends after one standstill rather than after four', async () => {
    puts({ kind: 'silence' });
    const run = new UploadRun(uploadCase(folder, access(), bucket).upload);
    await run.failure({ limits: shortLimits });
    expect(proxy.seen.filter(({ method }) => method === 'PUT')).toHaveLength(1);
  });

  it('passes on how long a busy server asks for, and does not ask before that', async () => {
    proxy.script = always(busy(120));
    const failure = await new UploadRun(uploadCase(folder, access(), bucket).upload).failure();
    expect(failure).toMatchObject({
      code: 'delivery-interrupted',
      details: { retryAfterMs: 120_000 },
    });
    expect(failure).toBeInstanceOf(DeliveryFailure);
    expect(proxy.seen).toHaveLength(1);
  });

  it('says so where a server stays busy', async () => {
    puts(busy(0), busy(0), busy(0), busy(0));
    const failure = await new UploadRun(uploadCase(folder, access(), bucket).upload).failure();
    expect(failure.message).toContain('The server is busy');
  });

  it('does not number an object anew whose answer was lost', async () => {
    puts({ kind: 'lose-answer' });
    const { upload } = uploadCase(folder, access(), bucket, { existing: 'number' });
    expect(await new UploadRun(upload).run()).toMatchObject({ place: { key } });
    expect(await objects(ceph, bucket)).toEqual([key]);
  });

  it.each<[string, Fault]>([
    ['own objects may be looked at, as with Ceph', noFault],
    ['nothing may be looked at', { kind: 'answer', status: 403 }],
  ])('delivers once under a grant to write only where %s', async (_which, heads) => {
    await setPolicy(ceph, bucket, uploadPolicy(bucket));
    const script = onlyFor('PUT', inOrder({ kind: 'lose-answer' }));
    proxy.script = (request) => (request.method === 'HEAD' ? heads : script(request));
    const { upload, bytes } = uploadCase(folder, uploaderAccess(), bucket);
    expect(await new UploadRun(upload).run()).toMatchObject({ kind: 'uploaded', place: { key } });
    expect((await readObject(ceph, bucket, key)).equals(bytes)).toBe(true);
    const isCompared = proxy.seen.some(({ headers }) => headers['if-match'] !== undefined);
    expect(isCompared).toBe(heads !== noFault);
  });

  it('does not take the object of somebody else for its own under such a grant', async () => {
    await setPolicy(ceph, bucket, uploadPolicy(bucket));
    await writeObject(ceph, bucket, key, 'somebody else was here');
    puts({ kind: 'cut', afterBytes: 1_000 });
    const { upload } = uploadCase(folder, uploaderAccess(), bucket);
    const failure = await new UploadRun(upload).failure();
    expect(failure.code).toBe('object-exists');
    expect(failure.message).toContain('It may be this PDF');
    expect((await readObject(ceph, bucket, key)).toString()).toBe('somebody else was here');
  });

  it('leaves no parts behind whose beginning was answered in vain', async () => {
    const begins = inOrder({ kind: 'lose-answer' });
    proxy.script = (request) =>
      request.method === 'POST' && request.path.includes('uploads') ? begins(request) : noFault;
    await expectDelivered(large);
  });

  it('does not complete an upload in parts twice whose last answer was lost', async () => {
    proxy.script = ({ method, path }) =>
      method === 'POST' && path.includes('uploadId') ? { kind: 'lose-answer' } : noFault;
    await expectDelivered(large);
  });

  it('counts anew what is sent again', async () => {
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
});

function access() {
  return accessTo(ceph, { endpoint: proxy.origin });
}

function uploaderAccess() {
  const credentials = { kind: 'key', ...ceph.uploader } as const;
  return accessTo(ceph, { endpoint: proxy.origin, credentials });
}

/** What becomes of requests that bring bytes, in their order. */
function puts(...faults: readonly Fault[]): void {
  proxy.script = onlyFor('PUT', inOrder(...faults));
}

function allPuts(fault: Fault): void {
  proxy.script = onlyFor('PUT', always(fault));
}
