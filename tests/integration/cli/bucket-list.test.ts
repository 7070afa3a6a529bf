import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshBucket, writeObject } from '../../support/bucket/bucket.js';
import type { Ceph } from '../../support/bucket/ceph.js';
import { always, onlyFor } from '../../support/bucket/fault.js';
import { FaultyProxy } from '../../support/bucket/faulty-proxy.js';
import { sharedCeph } from '../../support/bucket/shared-ceph.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';
import { describeWithCeph } from '../support/with-ceph.js';
import { uploadPlace } from './support/upload-runs.js';

describeWithCeph('platen bucket list', () => {
  let ceph: Ceph;
  let folder: TemporaryFolder;
  let bucket: string;
  let proxy: FaultyProxy;

  beforeAll(async () => {
    ceph = await sharedCeph();
    folder = temporaryFolder();
    bucket = await freshBucket(ceph);
    proxy = await FaultyProxy.start({ upstream: { origin: ceph.endpoint } });
    for (const key of ['a.pdf', 'in/ü b/1.pdf', 'in/2026/1.pdf', 'in/2.pdf']) {
      await writeObject(ceph, bucket, key, 'x');
    }
  });
  afterAll(async () => {
    await proxy.close();
    folder.remove();
  });

  const place = () => uploadPlace(folder, {}, { endpoint: proxy.origin, key: ceph.owner });

  it('lists buckets, the folders in one, and those in a folder', async () => {
    const buckets = await place().bucket('list');
    expect(buckets).toMatchObject({ status: 0, stderr: '' });
    expect(buckets.lines).toContain(`s3://${bucket}/`);
    for (const uri of [`s3://${bucket}`, `s3://${bucket}/`]) {
      const { lines } = await place().bucket('list', uri);
      expect(lines).toEqual([`s3://${bucket}/in/`]);
    }
    const { lines } = await place().bucket('list', `s3://${bucket}/in/`);
    expect([...lines].sort()).toEqual([`s3://${bucket}/in/2026/`, `s3://${bucket}/in/ü b/`]);
    const empty = await place().bucket('list', `s3://${bucket}/in/2026`);
    expect(empty).toMatchObject({ status: 0, stdout: '' });
    expect(empty.stderr).toBe(`There are no folders in s3://${bucket}/in/2026/.\n`);
  });

  it('prints JSON', async () => {
    const { lines } = await place().bucket('list', `s3://${bucket}/in`, '--json');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toContainEqual({
      bucket,
      folder: 'in/2026',
      uri: `s3://${bucket}/in/2026/`,
    });
    const buckets = await place().bucket('list', '--json');
    const found = buckets.lines.map((line) => JSON.parse(line) as unknown);
    expect(found).toContainEqual({ bucket, uri: `s3://${bucket}/` });
  });

  it('says that the key may not list', async () => {
    proxy.script = onlyFor(
      'GET',
      always({ kind: 'answer', status: 403, body: '<Error><Code>AccessDenied</Code></Error>' }),
    );
    const buckets = await place().bucket('list');
    expect(buckets).toMatchObject({ status: 1, stdout: '' });
    expect(buckets.stderr).toContain('no permission to list buckets (s3:ListAllMyBuckets)');
    const folders = await place().bucket('list', `s3://${bucket}/`);
    expect(folders.stderr).toContain(`list the folders of the bucket "${bucket}" (s3:ListBucket)`);
    proxy.script = always({ kind: 'none' });
  });

  it('uses the destination that --target names', async () => {
    const { path, bucket: run } = place();
    const settings = join(path, 'config', 'Platen');
    mkdirSync(settings, { recursive: true });
    const target = {
      id: 'other',
      kind: 's3',
      name: 'Other',
      provider: 'ceph',
      endpoint: 'http://127.0.0.1:9',
      region: 'us-east-1',
      pathStyle: true,
      bucket: 'other-papers',
      credentials: { kind: 'machine', profile: null },
    };
    writeFileSync(
      join(settings, 'targets.json'),
      JSON.stringify({ version: 1, targets: [target] }),
    );
    const refused = await run('list', '--target', 'other');
    expect(refused).toMatchObject({ status: 1, stdout: '' });
    expect(refused.stderr).toContain('the server refuses the connection');
    expect((await run('list', '--target', 'aws')).lines).toContain(`s3://${bucket}/`);
    const unknown = await run('list', '--target', 'another');
    expect(unknown).toMatchObject({ status: 2 });
    expect(unknown.stderr).toContain('--target');
  });

  it.each([
    [[], 'The command of bucket is list.'],
    [['lst'], 'Unknown command "lst".'],
    [
      ['list', 'papers'],
      '"papers" is not a bucket or a folder in one. Enter one such as s3://papers/2026/.',
    ],
    [['list', 's3://Papers/'], 'Papers'],
    [['list', 's3://papers/a//b'], 'empty part'],
    [['list', 's3://papers', 's3://others'], 'list accepts one bucket or folder.'],
  ])('refuses %j', async (args, text) => {
    const run = await place().bucket(...args);
    expect(run).toMatchObject({ status: 2, stdout: '' });
    expect(run.stderr).toContain(text);
  });

  it('prints its help', async () => {
    const { status, stdout } = await place().bucket('--help');
    expect(status).toBe(0);
    expect(stdout).toContain('platen bucket list [s3://BUCKET[/FOLDER/]]');
  });
});
