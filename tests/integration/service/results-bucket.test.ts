import { buffer } from 'node:stream/consumers';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BucketAccess } from '../../../electron/main/s3/bucket-access.js';
import { InMemoryStore } from '../../../electron/main/service/store/in-memory-store.js';
import { ResultsBucket } from '../../../electron/main/service/tasks/results-bucket.js';
import { StorageUnavailable, newToken } from '../../../electron/main/service/store/results.js';
import {
  beginMultipart,
  freshBucket,
  machineAccess,
  objects,
  openMultiparts,
  setPolicy,
  uploadPolicy,
  writeObject,
} from '../../support/bucket/bucket.js';
import type { Ceph } from '../../support/bucket/ceph.js';
import { always, noFault } from '../../support/bucket/fault.js';
import { FaultyProxy } from '../../support/bucket/faulty-proxy.js';
import { sharedCeph } from '../../support/bucket/shared-ceph.js';
import { createAccountsFolder } from '../../support/embedded-database.js';
import { readPdf } from '../../support/read-pdf.js';
import { runServeHere } from '../support/run-here.js';
import {
  type RunningService,
  addKey,
  errorOf,
  postPdf,
  resultOf,
  runServe,
  startServe,
} from '../support/run-serve.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';
import { describeWithCeph } from '../support/with-ceph.js';

const minute = 60_000;
const forbidden = always({ kind: 'answer', status: 403 });

describeWithCeph('results in a bucket', () => {
  let ceph: Ceph;
  let proxy: FaultyProxy;
  let bucket: string;

  beforeAll(async () => {
    ceph = await sharedCeph();
    bucket = await freshBucket(ceph);
    proxy = await FaultyProxy.start({ upstream: { origin: ceph.endpoint } });
  });
  afterAll(async () => proxy.close());

  function resultsIn(
    prefix: string,
    { key = ceph.owner, name = bucket, acl = null as BucketAccess['acl'] } = {},
  ): ResultsBucket {
    const credentials = { kind: 'key', ...key } as const;
    const settings = { region: 'us-east-1', pathStyle: true, acl, publicBase: null };
    const access = { ...settings, name: 'x', endpoint: proxy.origin, caFile: null, credentials };
    const delivery = async () =>
      Promise.resolve({
        accessTo: async () => Promise.resolve(access),
        nameOf: () => 'x',
        webhookSecret: async () => Promise.resolve(null),
        privateWebhooks: () => false,
      });
    return new ResultsBucket(delivery, { bucket: name, prefix });
  }

  const plain = { encryptedOnly: false };
  const bytesOf = async (results: ResultsBucket, token: string, first: number, last: number) => {
    const body = await results.read(token, { first, last });
    return body && (await buffer(body));
  };

  describe('the storage', () => {
    it('writes, reads parts and deletes', async () => {
      const results = resultsIn('a/b');
      const token = newToken();
      await results.write(token, [Buffer.from('%PDF-'), Buffer.from('0123456789')], plain);
      expect(await objects(ceph, bucket)).toContain(`a/b/${token}.pdf`);
      expect(await results.has(token)).toBe(true);
      expect((await bytesOf(results, token, 3, 6))?.toString()).toBe('F-01');
      await results.remove(token);
      await results.remove(token);
      expect(await results.has(token)).toBe(false);
      expect(await bytesOf(results, token, 0, 3)).toBeNull();
    });

    it('sends a PDF on while it arrives, at the speed of its reader', async () => {
      const results = resultsIn('large');
      const token = newToken();
      const size = 32 * 2 ** 20;
      await results.write(token, [Buffer.alloc(size, 'x')], plain);
      const body = await results.read(token, { first: 0, last: size - 1 });
      const chunk = await new Promise<Buffer>((read) => body?.once('data', read));
      body?.pause();
      expect(chunk.length).toBeLessThan(2 ** 20);
      expect(body?.readableLength).toBeLessThan(2 ** 20);
      body?.destroy();
    });

    it('deletes what no store knows after ten minutes, and nothing else', async () => {
      const results = resultsIn('strays');
      const store = new InMemoryStore('');
      const stray = newToken();
      await results.write(stray, [Buffer.from('%PDF')], plain);
      await writeObject(ceph, bucket, 'strays/notes.txt', 'theirs');
      await writeObject(ceph, bucket, `strays/other/${newToken()}.pdf`, 'theirs');
      await beginMultipart(ceph, bucket, `strays/${newToken()}.pdf`);
      const now = Date.now();
      expect(await results.removeUnknown(store, now + 9 * minute)).toBe(0);
      expect(await results.removeUnknown(store, now + 11 * minute)).toBe(1);
      const left = (await objects(ceph, bucket)).filter((key) => key.startsWith('strays/'));
      expect(left).toEqual(['strays/notes.txt', expect.stringContaining('strays/other/')]);
      expect(await openMultiparts(ceph, bucket)).toHaveLength(1);
      expect(await results.removeUnknown(store, now + 361 * minute)).toBe(1);
      expect(await openMultiparts(ceph, bucket)).toEqual([]);
    });

    it('is refused at the start if the bucket is missing or may only be written', async () => {
      await expect(resultsIn('x', { name: 'no-such-bucket' }).check()).rejects.toThrow(
        'PDFs cannot be stored in s3://no-such-bucket/x: ',
      );
      const policy = uploadPolicy(bucket, 'writable/');
      await setPolicy(ceph, bucket, policy);
      const writable = resultsIn('writable', {
        key: ceph.uploader,
        acl: 'bucket-owner-full-control',
      });
      await expect(writable.check()).rejects.toThrow('The permission s3:DeleteObject is missing.');
      await expect(resultsIn('x').check()).resolves.toBeUndefined();
    });

    it('says that it is unavailable, without a secret', async () => {
      const results = resultsIn('x');
      proxy.script = forbidden;
      const token = newToken();
      await expect(results.write(token, [Buffer.from('%PDF')], plain)).rejects.toMatchObject({
        code: 'storage-unavailable',
      });
      const failure = await results.has(token).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(StorageUnavailable);
      expect(String(failure)).not.toContain(ceph.owner.secretAccessKey);
      await expect(results.read(token, { first: 0, last: 1 })).rejects.toThrow(StorageUnavailable);
      proxy.script = always(noFault);
    });
  });

  describe('serve --results s3://…', () => {
    let folder: TemporaryFolder;
    let service: RunningService;
    let key: string;
    let accounts: string;
    const prefix = 'pdfs';

    const environment = (configFolder: string) => machineAccess(ceph, configFolder, proxy.origin);

    beforeAll(async () => {
      folder = temporaryFolder();
      const configFolder = folder.with({ 'aws/config': '', 'aws/credentials': '' });
      accounts = join(configFolder, 'accounts');
      await createAccountsFolder(accounts);
      service = await startServe(
        ['--accounts', accounts, '--results', `s3://${bucket}/${prefix}`],
        { configFolder, env: environment(configFolder) },
      );
      key = await addKey(accounts, 'office', { credits: 9 });
    });
    afterAll(async () => {
      await service.stop();
      folder.remove();
    });

    const credits = async () => {
      const list = ['keys', 'list', '--json', '--accounts', accounts];
      const { stdout } = await runServeHere(list, folder.path);
      return Number(/"credits":\s*(\d+)/.exec(stdout)?.[1]);
    };
    const create = async (source: string, headers = {}) =>
      postPdf({ ...service, key }, { source }, { headers });

    it('serves PDFs under its own URLs, with ranges and conditions', async () => {
      const { url, file } = await resultOf(await create('<p>in the bucket'));
      const [, token = ''] = /\/v1\/files\/([\w-]{43})\.pdf$/.exec(url) ?? [];
      const [object = ''] = (await objects(ceph, bucket)).filter((each) => each.includes(token));
      expect(object).toMatch(new RegExp(`^${prefix}/[0-9a-f-]{36}/${token}\\.pdf$`));

      const whole = await fetch(url);
      const bytes = Buffer.from(await whole.arrayBuffer());
      expect([whole.status, bytes.length]).toEqual([200, file.size]);
      expect((await readPdf(bytes)).text).toContain('in the bucket');
      const etag = whole.headers.get('etag') ?? '';

      const head = await fetch(url, { method: 'HEAD' });
      expect([head.status, head.headers.get('content-length')]).toEqual([200, String(file.size)]);
      const part = await fetch(url, { headers: { range: 'bytes=5-8', 'if-range': etag } });
      expect([part.status, part.headers.get('content-range')]).toEqual([
        206,
        `bytes 5-8/${file.size}`,
      ]);
      expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(5, 9));
      const other = await fetch(url, { headers: { range: 'bytes=5-8', 'if-range': '"x"' } });
      expect([other.status, (await other.arrayBuffer()).byteLength]).toEqual([200, file.size]);
      const same = await fetch(url, { headers: { 'if-none-match': etag } });
      expect(same.status).toBe(304);
      const beyond = await fetch(url, { headers: { range: `bytes=${file.size}-` } });
      expect(beyond.status).toBe(416);
    });

    it('answers a repeated request and a poll with the stored PDF', async () => {
      const headers = { accept: 'application/pdf', 'idempotency-key': 'once' };
      const first = await (await create('<p>once', headers)).arrayBuffer();
      const again = await create('<p>once', headers);
      expect(Buffer.from(await again.arrayBuffer())).toEqual(Buffer.from(first));
    });

    it('answers 503 and charges nothing while the bucket is unavailable', async () => {
      const { url } = await resultOf(await create('<p>before'));
      const before = await credits();
      proxy.script = forbidden;
      const answers = [
        await fetch(url),
        await fetch(url, { method: 'HEAD' }),
        await create('<p>x'),
      ];
      proxy.script = always(noFault);
      for (const answer of answers) {
        expect([answer.status, Number(answer.headers.get('retry-after'))]).toEqual([503, 5]);
      }
      expect(await errorOf(answers[2] ?? new Response())).toMatchObject({
        code: 'storage-unavailable',
      });
      expect((await fetch(url)).status).toBe(200);
      expect(await credits()).toBe(before);
      expect(service.log()).toContain('"storage-unavailable"');
      expect(service.log()).not.toContain(ceph.owner.secretAccessKey);
    });

    it('does not start without access to the bucket', async () => {
      const configFolder = folder.with({ 'aws/config': '', 'aws/credentials': '' });
      await createAccountsFolder(join(configFolder, 'a'));
      const args = ['--accounts', 'a', '--results', 's3://no-such-bucket'];
      const env = environment(configFolder);
      const { status, stderr } = await runServe(args, { configFolder, env });
      expect(status).toBe(1);
      expect(stderr).toContain('PDFs cannot be stored in s3://no-such-bucket');
    });
  });
});
