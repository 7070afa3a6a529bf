import { existsSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  freshBucket,
  objects,
  openMultiparts,
  readObject,
  writeObject,
} from '../../support/bucket/bucket.js';
import type { Ceph } from '../../support/bucket/ceph.js';
import { type Fault, always, inOrder, onlyFor } from '../../support/bucket/fault.js';
import { FaultyProxy } from '../../support/bucket/faulty-proxy.js';
import { sharedCeph } from '../../support/bucket/shared-ceph.js';
import { describeWithCeph } from '../support/with-ceph.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';
import { type WebServer, startWebServer } from '../support/web-server.js';
import { largePdf } from './support/large-pdf.js';
import { isWholePdf, keptPathIn, uploadPlace } from './support/upload-runs.js';

/** More than one part. */
const largeBytes = 70 * 2 ** 20;

describeWithCeph('an upload of convert', () => {
  let ceph: Ceph;
  let folder: TemporaryFolder;
  let server: WebServer;
  let bucket: string;
  let proxy: FaultyProxy;

  beforeAll(async () => {
    ceph = await sharedCeph();
    folder = temporaryFolder();
    const large = largePdf(largeBytes);
    server = await startWebServer({
      '/large.pdf': (response) =>
        response.writeHead(200, { 'content-type': 'application/pdf' }).end(large),
    });
  });
  afterAll(async () => {
    await server.close();
    folder.remove();
  });
  beforeEach(async () => {
    bucket = await freshBucket(ceph);
    proxy = await FaultyProxy.start({ upstream: { origin: ceph.endpoint } });
  });
  afterEach(async () => proxy.close());

  const place = () =>
    uploadPlace(folder, { 'a.html': '<p>a' }, { endpoint: proxy.origin, key: ceph.owner });

  it('survives interrupted connections', async () => {
    proxy.script = inOrder({ kind: 'cut', afterBytes: 100 }, { kind: 'lose-answer', reset: true });
    const { run, kept } = place();
    const { status, lines } = await run(['a.html', '--quiet', '--to', `s3://${bucket}/a.pdf`]);
    expect({ status, lines }).toEqual({ status: 0, lines: [`${proxy.origin}/${bucket}/a.pdf`] });
    expect(await objects(ceph, bucket)).toEqual(['a.pdf']);
    expect(kept()).toEqual([]);
  });

  it(
    'keeps the PDF if all connections fail, and reports its path',
    { timeout: 240_000 },
    async () => {
      proxy.connectionScript = () => 'reset';
      const { run, kept, path } = place();
      const to = ['--to', `s3://${bucket}/a.pdf`];
      const { status, stdout, stderr } = await run(['a.html', ...to]);
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr.match(/Retrying in \d+ s\.\n/g)).toHaveLength(3);
      expect(kept()).toEqual([keptPathIn(stderr)]);
      expect(isWholePdf(keptPathIn(stderr))).toBe(true);
      expect(existsSync(join(path, 'a.pdf'))).toBe(false);
    },
  );

  it('in parts is complete', { timeout: 240_000 }, async () => {
    const { run, kept } = place();
    const args = [`${server.origin}/large.pdf`, '--out', 'x.pdf', '--quiet'];
    const { status, stderr } = await run([...args, '--to', `s3://${bucket}/large.pdf`]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect((await readObject(ceph, bucket, 'large.pdf')).length).toBeGreaterThan(largeBytes);
    expect(await openMultiparts(ceph, bucket)).toEqual([]);
    expect(kept()).toEqual([]);
  });

  it.each([
    ['in one request', 'a.html', 'PUT', ''],
    ['in parts', 'large', 'PUT', 'partNumber=2'],
  ])(
    'that is stopped %s leaves nothing in the bucket, and names the kept PDF',
    { timeout: 240_000 },
    async (_, source, method, query) => {
      const isMeant = (request: { readonly method: string; readonly path: string }) =>
        request.method === method && request.path.includes(query);
      proxy.script = (request) =>
        isMeant(request) ? { kind: 'stall', afterBytes: 100 } : { kind: 'none' };
      const { runAlone, kept } = place();
      const word = source === 'large' ? `${server.origin}/large.pdf` : source;
      const stopped = new AbortController();
      const running = runAlone([word, '--to', `s3://${bucket}/a.pdf`], { stop: stopped.signal });
      await proxy.when((seen) => seen.some((each) => isMeant(each) && each.bodyBytes > 0));
      stopped.abort();
      const { status, stdout, stderr } = await running;
      expect({ status, stdout }).toEqual({ status: 130, stdout: '' });
      expect(stderr).toContain(`not uploaded to s3://${bucket}/a.pdf; the PDF is kept at `);
      expect(stderr).toContain('platen: stopped by SIGINT; 0 of 1 converted\n');
      expect(kept()).toEqual([keptPathIn(stderr)]);
      expect(isWholePdf(keptPathIn(stderr))).toBe(true);
      expect(await objects(ceph, bucket)).toEqual([]);
      expect(await openMultiparts(ceph, bucket)).toEqual([]);
    },
  );

  it('that is stopped leaves only the PDF of --out on the disk', async () => {
    proxy.script = onlyFor('PUT', always({ kind: 'silence' }));
    const { runAlone, path, kept } = place();
    const stopped = new AbortController();
    const args = ['a.html', '--out', 'here.pdf', '--to', `s3://${bucket}/a.pdf`];
    const running = runAlone(args, { stop: stopped.signal });
    await proxy.when((seen) => seen.some(({ method }) => method === 'PUT'));
    stopped.abort();
    const { status, stderr } = await running;
    expect(status).toBe(130);
    expect(stderr).toContain(`the PDF is kept at ${join(path, 'here.pdf')}`);
    expect(isWholePdf(join(path, 'here.pdf'))).toBe(true);
    expect(kept()).toEqual([]);
  });

  it('that fails leaves only the PDF of --out on the disk', async () => {
    proxy.script = onlyFor('PUT', always(otherRegion));
    const { run, path, kept } = place();
    const args = ['a.html', '--json', '--quiet', '--out', 'here.pdf'];
    const { status, lines, stdout } = await run([...args, '--to', `s3://${bucket}/a.pdf`]);
    expect(status).toBe(1);
    const [failed, saved] = lines.map((line) => JSON.parse(line) as object);
    expect(failed).toMatchObject({ error: { code: 'delivery-refused' } });
    expect(saved).toMatchObject({ path: join(path, 'here.pdf') });
    expect(saved).not.toHaveProperty('url');
    expect(stdout).not.toContain('kept');
    expect(readFileSync(join(path, 'here.pdf')).subarray(0, 5).toString()).toBe('%PDF-');
    expect(kept()).toEqual([]);
  });

  describe('of a batch', () => {
    const files = Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [`in/${index}.html`, `<p>${index}`]),
    );

    it.each([
      ['no bucket', 'no-such-bucket', {}, 'There is no bucket "no-such-bucket"'],
      ['a wrong key', '', { secretAccessKey: 'wrong' }, 'The secret key'],
    ])('to %s is refused once, before anything is converted', async (_, name, key, text) => {
      const owner = { ...ceph.owner, ...key };
      const { run, kept } = uploadPlace(folder, files, { endpoint: proxy.origin, key: owner });
      const { status, stdout, stderr } = await run(['in', '--to', `s3://${name || bucket}/`]);
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr.match(/are impossible\./g)).toHaveLength(1);
      expect(stderr).toContain(text);
      expect(stderr).toContain('12 PDFs are affected.');
      expect(kept()).toEqual([]);
      expect(proxy.seen.filter(({ method }) => method === 'PUT')).toEqual([]);
    });

    it('stops after the first error that all uploads would have, and reports it once', async () => {
      proxy.script = onlyFor('PUT', always(otherRegion));
      const { run } = uploadPlace(folder, files, { endpoint: proxy.origin, key: ceph.owner });
      const { status, stderr } = await run(['in', '--quiet', '--to', `s3://${bucket}/`]);
      expect(status).toBe(1);
      expect(stderr.match(/are impossible\./g)).toHaveLength(1);
      expect(stderr).toContain('12 PDFs are affected.');
      const puts = proxy.seen.filter(({ method }) => method === 'PUT');
      expect(puts.length).toBeLessThan(12);
    });

    it('does not convert pages whose objects exist, with --existing skip', async () => {
      const requested: string[] = [];
      const answer = (name: string) => (response: ServerResponse) => {
        requested.push(name);
        response.writeHead(200, { 'content-type': 'text/html' }).end(`<p>${name}`);
      };
      const web = await startWebServer({ '/one': answer('one'), '/two': answer('two') });
      await writeObject(ceph, bucket, 'one.pdf', 'theirs');
      const sources = ['one', 'two'].map((name) => `${web.origin}/${name}`);
      const to = ['--to', `s3://${bucket}/{name}.pdf`, '--existing', 'skip', '--json'];
      const { status, lines } = await place().run([...sources, ...to]);
      await web.close();
      expect({ status, requested }).toEqual({ status: 0, requested: ['two'] });
      const [skipped, uploaded] = lines.map((line) => JSON.parse(line) as object).sort(bySource);
      expect(skipped).toEqual({
        source: `${web.origin}/one`,
        url: `${proxy.origin}/${bucket}/one.pdf`,
        skipped: true,
      });
      expect(uploaded).toMatchObject({ url: `${proxy.origin}/${bucket}/two.pdf` });
    });
  });
});

/** The response of a server whose bucket is elsewhere, which no retry changes. */
const otherRegion: Fault = {
  kind: 'answer',
  status: 301,
  headers: { 'x-amz-bucket-region': 'eu-west-3' },
};

function bySource(one: object, other: object): number {
  return JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;
}
