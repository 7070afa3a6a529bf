import { once } from 'node:events';
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { freshBucket, headObject, objects, writeObject } from '../../support/bucket/bucket.js';
import type { Ceph } from '../../support/bucket/ceph.js';
import { type Fault, always, noFault, onlyFor } from '../../support/bucket/fault.js';
import { FaultyProxy } from '../../support/bucket/faulty-proxy.js';
import { sharedCeph } from '../../support/bucket/shared-ceph.js';
import { killGroup } from '../support/run-convert.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';
import { startWebServer } from '../support/web-server.js';
import { describeWithCeph } from '../support/with-ceph.js';
import { uploadPlace } from './support/upload-runs.js';

const denied: Fault = { kind: 'answer', status: 403 };
const wrongKey: Fault = { ...denied, body: '<Error><Code>InvalidAccessKeyId</Code></Error>' };

describeWithCeph('platen outbox', () => {
  let ceph: Ceph;
  let folder: TemporaryFolder;
  let bucket: string;
  let proxy: FaultyProxy;

  beforeAll(async () => {
    ceph = await sharedCeph();
    folder = temporaryFolder();
  });
  afterAll(() => folder.remove());
  beforeEach(async () => {
    bucket = await freshBucket(ceph);
    proxy = await FaultyProxy.start({ upstream: { origin: ceph.endpoint } });
  });
  afterEach(async () => proxy.close());

  /** Returns a place whose uploads of two PDFs were refused. */
  async function refused() {
    const files = { 'in/a.html': '<p>a', 'in/b.html': '<p>b' };
    const place = uploadPlace(folder, files, { endpoint: proxy.origin, key: ceph.owner });
    proxy.script = onlyFor('PUT', always(denied));
    const run = await place.run(['in', '--quiet', '--to', `s3://${bucket}/`]);
    expect({ ...run, kept: place.kept().length }).toMatchObject({ status: 1, kept: 2 });
    return place;
  }

  it(
    'lists what could not be uploaded, sends it, and is then empty',
    { tags: ['core'] },
    async () => {
      const { outbox, kept } = await refused();
      const listed = await outbox('list', '--json');
      const rows = listed.lines.map((line) => JSON.parse(line) as Record<string, unknown>);
      expect(rows).toHaveLength(2);
      for (const name of ['a', 'b']) {
        expect(rows).toContainEqual({
          id: expect.any(String) as string,
          path: expect.stringMatching(/\.pdf$/) as string,
          size: expect.any(Number) as number,
          time: expect.any(String) as string,
          source: expect.stringContaining(`${name}.html`) as string,
          destinations: [
            {
              destination: `s3://${bucket}/${name}.pdf`,
              error: expect.objectContaining({ code: 'delivery-refused' }) as object,
            },
          ],
        });
      }
      const text = await outbox('list');
      expect(text.stdout).toContain(`  s3://${bucket}/a.pdf: `);

      const again = await outbox('resend', '--json');
      expect(again.status).toBe(1);
      expect(again.lines).toHaveLength(2);
      expect(kept()).toHaveLength(2);
      proxy.script = onlyFor('PUT', always(wrongKey));
      const failed = await outbox('resend');
      expect(failed.stderr).toContain('2 PDFs are affected.');
      expect(failed.stderr).toContain('2 PDFs are kept.');

      proxy.script = always(noFault);
      const sent = await outbox('resend');
      expect({ status: sent.status, stderr: sent.stderr }).toEqual({ status: 0, stderr: '' });
      const url = (name: string) => `${proxy.origin}/${bucket}/${name}.pdf`;
      expect([...sent.lines].sort()).toEqual([url('a'), url('b')]);
      expect(await objects(ceph, bucket)).toEqual(['a.pdf', 'b.pdf']);
      expect(await outbox('list')).toMatchObject({ status: 0, stdout: '' });
    },
  );

  it('sends one PDF by its id, and replaces an object if that is asked for', async () => {
    const { outbox, kept } = await refused();
    proxy.script = always(noFault);
    await writeObject(ceph, bucket, 'a.pdf', 'theirs');
    const rows = (await outbox('list', '--json')).lines.map((line) => JSON.parse(line) as Row);
    const id = rows.find(({ source }) => source.endsWith('a.html'))?.id ?? '';
    const first = await outbox('resend', id);
    expect(first.status).toBe(1);
    expect(first.stderr).toContain('already exists');
    const second = await outbox('resend', id, '--existing', 'overwrite');
    expect(second.lines).toEqual([`${proxy.origin}/${bucket}/a.pdf`]);
    expect((await headObject(ceph, bucket, 'a.pdf')).headers['content-length']).not.toBe('6');
    expect(kept()).toHaveLength(1);
  });

  it('knows where a run that was killed was uploading, and waits an hour before it sends all', async () => {
    const place = uploadPlace(
      folder,
      { 'a.html': '<p>a' },
      { endpoint: proxy.origin, key: ceph.owner },
    );
    const arrived = new Promise<void>((resolve) => {
      proxy.script = (request) => {
        if (request.method !== 'PUT') return noFault;
        resolve();
        return { kind: 'silence' };
      };
    });
    const run = place.start(['a.html', '--to', `s3://${bucket}/`]);
    const ended = once(run, 'close');
    await arrived;
    killGroup(run);
    await ended;
    proxy.script = always(noFault);

    const { lines } = await place.outbox('list', '--json');
    const rows = lines.map((line) => JSON.parse(line) as Row);
    expect(rows).toMatchObject([{ destinations: [{ destination: `s3://${bucket}/a.pdf` }] }]);
    const all = await place.outbox('resend');
    expect(all).toMatchObject({ status: 0, stdout: '' });
    expect(all.stderr).toContain('may belong to a running convert');
    const url = `${proxy.origin}/${bucket}/a.pdf`;
    expect(await place.outbox('resend', rows[0]?.id ?? '')).toMatchObject({ lines: [url] });
    expect(place.kept()).toEqual([]);
  });

  it('notes no secret of a URL beside its PDF', async () => {
    const web = await startWebServer({ '/page': (response) => response.end('<p>page') });
    const place = uploadPlace(folder, {}, { endpoint: proxy.origin, key: ceph.owner });
    proxy.script = onlyFor('PUT', always(denied));
    const { host } = new URL(web.origin);
    const url = `http://user:hidden@${host}/page?token=hidden`;
    await place.run([url, '--quiet', '--to', `s3://${bucket}/`]);
    await web.close();
    const { stdout } = await place.outbox('list', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ source: `http://${host}/page` });
    const kept = dirname(place.kept()[0] ?? '');
    for (const name of readdirSync(kept).filter((each) => each.endsWith('.json')))
      expect(readFileSync(join(kept, name), 'utf8')).not.toContain('hidden');
  });

  it('is not confused by what others put into its folder, or take from it', async () => {
    const { outbox, kept } = await refused();
    const [first = '', second = ''] = kept();
    const folderOfKept = dirname(first);
    writeFileSync(join(folderOfKept, 'my copy.pdf'), 'a copy');
    rmSync(first);
    const { lines } = await outbox('list', '--json');
    expect(lines.map((line) => (JSON.parse(line) as Row).path)).toEqual([second]);
    await outbox('clean', '--all');
    expect(readdirSync(folderOfKept)).toEqual(['my copy.pdf']);
  });

  it('deletes what is not wanted, with its note', async () => {
    const { outbox, kept } = await refused();
    const keptFolder = dirname(kept()[0] ?? '');
    expect(readdirSync(keptFolder)).toHaveLength(4);
    const { status, stderr } = await outbox('clean', '--all');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '2 PDFs deleted.\n' });
    expect(readdirSync(keptFolder)).toEqual([]);
  });
});

interface Row {
  readonly path: string;
  readonly id: string;
  readonly source: string;
}
