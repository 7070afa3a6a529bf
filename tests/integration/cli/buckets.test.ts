import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  aclOf,
  freshBucket,
  headObject,
  objects,
  readObject,
  setPolicy,
  tagsOf,
  uploadPolicy,
  writeObject,
} from '../../support/bucket/bucket.js';
import type { Ceph } from '../../support/bucket/ceph.js';
import { sharedCeph } from '../../support/bucket/shared-ceph.js';
import { readPdf } from '../../support/read-pdf.js';
import { describeWithCeph } from '../support/with-ceph.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';
import { keptPathIn, isWholePdf, uploadPlace } from './support/upload-runs.js';

describeWithCeph('convert --to', () => {
  let ceph: Ceph;
  let folder: TemporaryFolder;
  let bucket: string;

  beforeAll(async () => {
    ceph = await sharedCeph();
    folder = temporaryFolder();
    bucket = await freshBucket(ceph);
  });
  afterAll(() => folder.remove());

  const destination = (files: Readonly<Record<string, string>>, key = ceph.owner) =>
    uploadPlace(folder, files, { endpoint: ceph.endpoint, key });
  const existing = 'somebody’s own';

  it('puts the PDF only into the bucket, and prints its URL', { tags: ['core'] }, async () => {
    const { runAlone, path, kept } = destination({
      'a.html': '<title>T</title><p>in a bucket',
    });
    const { status, lines } = await runAlone(['a.html', '--to', `s3://${bucket}/path/a.pdf`]);
    expect({ status, lines }).toEqual({
      status: 0,
      lines: [`${ceph.endpoint}/${bucket}/path/a.pdf`],
    });
    const { text } = await readPdf(await readObject(ceph, bucket, 'path/a.pdf'));
    expect(text).toContain('in a bucket');
    const { headers } = await headObject(ceph, bucket, 'path/a.pdf');
    expect(headers).toMatchObject({ 'content-type': 'application/pdf' });
    expect(readdirSync(path).filter((name) => name.endsWith('.pdf'))).toEqual([]);
    expect(kept()).toEqual([]);
  });

  it('writes the same bytes to a local file with --out, and to several destinations', async () => {
    const { run, path, kept } = destination({ 'a.html': '<p>a' });
    const { status, lines } = await run([
      ...['a.html', '--out', 'here.pdf', '--quiet'],
      ...['--to', `s3://${bucket}/one/a.pdf`, '--to', `s3://${bucket}/two/a.pdf`],
    ]);
    expect(status).toBe(0);
    const here = join(path, 'here.pdf');
    expect(lines[0]).toBe(here);
    expect(lines.slice(1).toSorted()).toEqual(
      ['one', 'two'].map((name) => `${ceph.endpoint}/${bucket}/${name}/a.pdf`),
    );
    const bytes = readFileSync(here);
    expect(await readObject(ceph, bucket, 'one/a.pdf')).toEqual(bytes);
    expect(await readObject(ceph, bucket, 'two/a.pdf')).toEqual(bytes);
    expect(kept()).toEqual([]);
  });

  it('with --json, prints the API response and further details of each upload', async () => {
    const { run, path } = destination({ 'a.html': '<p>a' });
    const { stdout } = await run([
      'a.html',
      '--json',
      '--gdpr',
      '--quiet',
      '--to',
      `s3://${bucket}/json/a.pdf`,
    ]);
    const { body } = { body: await readObject(ceph, bucket, 'json/a.pdf') };
    expect(JSON.parse(stdout)).toEqual({
      source: join(path, 'a.html'),
      url: `${ceph.endpoint}/${bucket}/json/a.pdf`,
      destination: `s3://${bucket}/json/a.pdf`,
      file: { name: 'a.pdf', size: body.length },
      compliance: { hipaa: false, gdpr: true },
      pages: 1,
      preflight: [],
    });
    const saved = await run([
      ...['a.html', '--json', '--hipaa', '--quiet', '--out', 'x.pdf'],
      ...['--to', `s3://${bucket}/json/b.pdf`],
    ]);
    expect(JSON.parse(saved.stdout)).toMatchObject({
      path: join(path, 'x.pdf'),
      url: `${ceph.endpoint}/${bucket}/json/b.pdf`,
      compliance: { hipaa: true, gdpr: false },
    });
  });

  it('replaces placeholders, encodes names, and numbers duplicate keys', async () => {
    const { run } = destination({
      'Größe 1.html': '<p>1',
      'one/名.html': '<p>2',
      'two/名.html': '<p>3',
    });
    const to = `s3://${bucket}/my reports/{n}/{name}.pdf`;
    const each = await run(['Größe 1.html', 'one', 'two', '--to', to, '--quiet']);
    expect(each.status).toBe(0);
    expect(each.lines.toSorted()).toEqual(
      [
        'my%20reports/1/Gr%C3%B6%C3%9Fe%201.pdf',
        'my%20reports/2/%E5%90%8D.pdf',
        'my%20reports/3/%E5%90%8D.pdf',
      ].map((key) => `${ceph.endpoint}/${bucket}/${key}`),
    );
    const same = await run(['one', 'two', '--to', `s3://${bucket}/same/{name}.pdf`, '--quiet']);
    expect(same.status).toBe(0);
    const keys = await objects(ceph, bucket);
    expect(keys.filter((key) => /^(my|same)/.test(key))).toEqual([
      'my reports/1/Größe 1.pdf',
      'my reports/2/名.pdf',
      'my reports/3/名.pdf',
      'same/名-2.pdf',
      'same/名.pdf',
    ]);
    expect(
      (await readPdf(await readObject(ceph, bucket, 'my reports/1/Größe 1.pdf'))).text,
    ).toContain('1');
  });

  it(
    'does not replace an object by default, keeps the PDF, and lists the options',
    { tags: ['core'] },
    async () => {
      await writeObject(ceph, bucket, 'there/a.pdf', existing);
      const { run, kept } = destination({ 'a.html': '<p>a' });
      const { status, stdout, stderr } = await run([
        ...['a.html', '--quiet', '--to', `s3://${bucket}/there/a.pdf`],
      ]);
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toContain(`s3://${bucket}/there/a.pdf already exists`);
      expect(stderr).toContain('--existing overwrite, --existing number or --existing skip');
      expect(kept()).toEqual([keptPathIn(stderr)]);
      expect(isWholePdf(keptPathIn(stderr))).toBe(true);
      expect((await readObject(ceph, bucket, 'there/a.pdf')).toString()).toBe(existing);
    },
  );

  it.each([
    ['overwrite', 'a.pdf', ['a.pdf']],
    ['number', 'a-2.pdf', ['a-2.pdf', 'a.pdf']],
    ['skip', null, ['a.pdf']],
  ] as const)('--existing %s creates %s', async (policy, created, all) => {
    const own = await freshBucket(ceph);
    await writeObject(ceph, own, 'a.pdf', existing);
    const { run, kept } = destination({ 'a.html': '<p>a' });
    const { status, lines, stderr } = await run([
      ...['a.html', '--existing', policy, '--to', `s3://${own}/a.pdf`],
    ]);
    expect(status).toBe(0);
    expect(lines).toEqual(created === null ? [] : [`${ceph.endpoint}/${own}/${created}`]);
    if (created === null)
      expect(stderr).toContain(`skipped, as ${ceph.endpoint}/${own}/a.pdf already exists`);
    expect(await objects(ceph, own)).toEqual(all);
    const isUnchanged = (await readObject(ceph, own, 'a.pdf')).toString() === existing;
    expect(isUnchanged).toBe(policy !== 'overwrite');
    expect(kept()).toEqual([]);
  });

  it('divides a PDF with --split, and uploads its parts side by side', async () => {
    const body = ['One', 'Two']
      .map((each) => `<h1 style="break-after: page">${each}</h1>`)
      .join('');
    const { run, path, kept } = destination({ 'book.html': `<title>B</title>${body}<p>end` });
    const args = ['book.html', '--bookmarks', '1', '--split', 'bookmarks'];
    const to = ['--to', `s3://${bucket}/split/{name}.pdf`, '--json'];
    const { status, lines } = await run([...args, ...to, '--out', 'saved']);
    expect(status).toBe(0);
    const first = lines.map((line) => JSON.parse(line) as { readonly part: { number: number } });
    expect(first.toSorted((a, b) => a.part.number - b.part.number)).toMatchObject([
      {
        path: join(path, 'saved', 'book-1-One.pdf'),
        destination: `s3://${bucket}/split/book-1-One.pdf`,
        pages: 1,
        part: { number: 1, of: 2, firstPage: 1, lastPage: 1, bookmark: 'One' },
      },
      { destination: `s3://${bucket}/split/book-2-Two.pdf`, pages: 2, part: { number: 2, of: 2 } },
    ]);
    const uploaded = await readObject(ceph, bucket, 'split/book-2-Two.pdf');
    expect(uploaded).toEqual(readFileSync(join(path, 'saved', 'book-2-Two.pdf')));
    expect(kept()).toEqual([]);

    // A part whose object exists is kept; the other one has arrived.
    await writeObject(ceph, bucket, 'again/book-2-Two.pdf', existing);
    const again = await run([...args, '--to', `s3://${bucket}/again/{name}.pdf`]);
    expect(again).toMatchObject({
      status: 1,
      lines: [`${ceph.endpoint}/${bucket}/again/book-1-One.pdf`],
    });
    expect(kept()).toEqual([keptPathIn(again.stderr)]);
    expect((await readPdf(readFileSync(keptPathIn(again.stderr)))).text).toContain('Two');
  });

  // In processes of their own: a process keeps the client with the first key of its environment.
  it('satisfies the policy of rule 4.1.2 with its ACL, and the owner can read the object', async () => {
    const granted = await freshBucket(ceph);
    await setPolicy(ceph, granted, uploadPolicy(granted, 'in/'));
    const { runAlone: run } = destination({ 'a.html': '<p>granted' }, ceph.uploader);
    const withAcl = await run(['a.html', '--quiet', '--to', `s3://${granted}/in/a.pdf`]);
    expect(withAcl).toMatchObject({ status: 0, stderr: '' });
    const grants = await aclOf(ceph, granted, 'in/a.pdf');
    expect(grants).toContainEqual({ grantee: 'owner', permission: 'FULL_CONTROL' });
    expect((await readPdf(await readObject(ceph, granted, 'in/a.pdf'))).text).toContain('granted');
    const withoutAcl = await run(['a.html', '--quiet', '--to', `s3://${granted}/out/a.pdf`]);
    expect(withoutAcl.status).toBe(1);
    expect(await objects(ceph, granted)).toEqual(['in/a.pdf']);
  });

  it('is rejected by the policy of rule 4.1.2 if a destination has no ACL', async () => {
    const granted = await freshBucket(ceph);
    await setPolicy(ceph, granted, uploadPolicy(granted));
    const { runAlone: run, kept } = destination(
      { 'a.html': '<p>a', 'config/Platen/targets.json': targetsFile(granted, ceph.endpoint) },
      ceph.uploader,
    );
    const { status, stderr } = await run(['a.html', '--quiet', '--to', `s3://${granted}/a.pdf`]);
    expect(status).toBe(1);
    expect(stderr).toContain('papers');
    expect(kept()).toEqual([keptPathIn(stderr)]);
    expect(await objects(ceph, granted)).toEqual([]);
  });

  it('gives objects their headers, metadata and tags, and prints a link to them', async () => {
    const { run } = destination({ 'a.html': '<p>linked' });
    const { status, lines, stderr } = await run([
      ...['a.html', '--to', `s3://${bucket}/headers/a b.pdf`, '--link', '7d'],
      ...['--cache-control', 'max-age=60, public', '--storage-class', 'STANDARD'],
      ...['--content-disposition', 'attachment; filename="b.pdf"'],
      ...['--object-metadata', 'Project=alpha beta', '--object-tag', 'Größe=a/b c'],
    ]);
    expect(status).toBe(0);
    expect((await headObject(ceph, bucket, 'headers/a b.pdf')).headers).toMatchObject({
      'cache-control': 'max-age=60, public',
      'content-disposition': 'attachment; filename="b.pdf"',
      'x-amz-meta-project': 'alpha beta',
    });
    expect(await tagsOf(ceph, bucket, 'headers/a b.pdf')).toEqual(['Größe', 'a/b c']);
    const [link = ''] = lines;
    expect(lines).toHaveLength(1);
    expect(new URL(link).searchParams.get('X-Amz-Expires')).toBe('604800');
    expect(stderr).not.toContain('X-Amz-');
    const response = await fetch(link);
    expect(response.status).toBe(200);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect((await readPdf(bytes)).text).toContain('linked');
  });

  it('uploads what was kept with the same headers, and has links in --json', async () => {
    await writeObject(ceph, bucket, 'kept/a.pdf', existing);
    const { run, outbox } = destination({ 'a.html': '<p>a' });
    const args = ['a.html', '--to', `s3://${bucket}/kept/a.pdf`, '--cache-control', 'no-store'];
    expect((await run(args)).status).toBe(1);
    expect((await outbox('resend', '--existing', 'number')).status).toBe(0);
    const { headers } = await headObject(ceph, bucket, 'kept/a-2.pdf');
    expect(headers).toMatchObject({ 'cache-control': 'no-store' });
    const { stdout } = await run([...args, '--existing', 'number', '--link', '1h', '--json']);
    const { url, link } = JSON.parse(stdout) as Readonly<Record<string, string>>;
    expect(url).toBe(`${ceph.endpoint}/${bucket}/kept/a-3.pdf`);
    expect(link?.startsWith(`${url}?`)).toBe(true);
    expect((await fetch(link ?? '')).headers.get('cache-control')).toBe('no-store');
  });

  it('names the option that a server refuses', async () => {
    const { run } = destination({ 'a.html': '<p>a' });
    const { status, stderr } = await run([
      ...['a.html', '--quiet', '--to', `s3://${bucket}/refused.pdf`, '--storage-class', 'COLD'],
    ]);
    expect(status).toBe(1);
    expect(stderr).toContain('--storage-class COLD');
    expect(await objects(ceph, bucket)).not.toContain('refused.pdf');
  });

  it('keeps the tree of a source folder in a folder of the bucket', async () => {
    const own = await freshBucket(ceph);
    const { run } = destination({ 'm/a.html': '<p>a', 'm/one/two/b.html': '<p>b' });
    const { status, lines } = await run(['m', '--quiet', '--to', `s3://${own}/my docs/`]);
    expect(status).toBe(0);
    expect(lines.toSorted()).toEqual([
      `${ceph.endpoint}/${own}/my%20docs/a.pdf`,
      `${ceph.endpoint}/${own}/my%20docs/one/two/b.pdf`,
    ]);
    expect(await objects(ceph, own)).toEqual(['my docs/a.pdf', 'my docs/one/two/b.pdf']);
  });

  it('uploads with the access of --target and the ACL of --acl', async () => {
    const granted = await freshBucket(ceph);
    await setPolicy(ceph, granted, uploadPolicy(granted));
    const { runAlone: run } = destination(
      { 'a.html': '<p>a', 'config/Platen/targets.json': targetsFile('another', ceph.endpoint) },
      ceph.uploader,
    );
    const upload = async (...args: string[]) =>
      run(['a.html', '--quiet', '--to', `s3://${granted}/a.pdf`, '--existing', 'number', ...args]);
    const unknown = await upload('--target', 'Letters');
    expect(unknown.status).toBe(2);
    expect(unknown.stderr).toContain('The only one is "papers"');
    const withoutAcl = await upload('--target', 'aws', '--acl', 'none');
    expect(withoutAcl.status).toBe(1);
    const acl = 'bucket-owner-full-control';
    expect(await upload('--target', 'Papers', '--acl', acl)).toMatchObject({ status: 0 });
    expect(await upload('--target', 'aws')).toMatchObject({ status: 0 });
    expect(await objects(ceph, granted)).toEqual(['a-2.pdf', 'a.pdf']);
  });

  it('uses the upload options of a destination, and overrides them one by one', async () => {
    const object = {
      cacheControl: 'no-store',
      contentDisposition: 'inline',
      metadata: { project: 'alpha' },
      tags: { Größe: 'a/b c' },
    };
    const { run } = destination({
      'a.html': '<p>a',
      'config/Platen/targets.json': targetsFile(bucket, ceph.endpoint, { object }),
    });
    const upload = async (name: string, ...args: string[]) => {
      const to = ['--to', `s3://${bucket}/options/${name}`];
      return run(['a.html', '--quiet', ...to, ...args]);
    };
    const none = ['--cache-control', 'none', '--object-metadata', 'none', '--object-tag', 'none'];
    expect((await upload('none.pdf', ...none)).status).toBe(0);
    const bare = (await headObject(ceph, bucket, 'options/none.pdf')).headers;
    expect(bare).toMatchObject({ 'content-disposition': 'inline' });
    expect(bare).not.toHaveProperty('cache-control');
    expect(bare).not.toHaveProperty('x-amz-meta-project');
    expect(await tagsOf(ceph, bucket, 'options/none.pdf')).toEqual([]);

    expect((await upload('a.pdf', '--target', 'papers')).status).toBe(0);
    expect((await headObject(ceph, bucket, 'options/a.pdf')).headers).toMatchObject({
      'cache-control': 'no-store',
      'content-disposition': 'inline',
      'x-amz-meta-project': 'alpha',
    });
    expect(await tagsOf(ceph, bucket, 'options/a.pdf')).toEqual(['Größe', 'a/b c']);
    const overrides = ['--cache-control', 'max-age=60', '--object-tag', 'kind=letter'];
    // Without --target, the destination with the bucket is used.
    expect((await upload('b.pdf', ...overrides)).status).toBe(0);
    expect((await headObject(ceph, bucket, 'options/b.pdf')).headers).toMatchObject({
      'cache-control': 'max-age=60',
      'content-disposition': 'inline',
      'x-amz-meta-project': 'alpha',
    });
    expect(await tagsOf(ceph, bucket, 'options/b.pdf')).toEqual(['kind', 'letter']);
    expect((await upload('c.pdf', '--target', 'aws')).status).toBe(0);
    const { headers } = await headObject(ceph, bucket, 'options/c.pdf');
    expect(headers).not.toHaveProperty('cache-control');
  });
});

/** A destination without an ACL, as stored in the settings. */
function targetsFile(bucket: string, endpoint: string, options: object = {}): string {
  const target = {
    id: 'one',
    kind: 's3',
    name: 'papers',
    provider: 'ceph',
    endpoint,
    region: 'us-east-1',
    bucket,
    pathStyle: true,
    acl: null,
    credentials: { kind: 'machine' },
    ...options,
  };
  return JSON.stringify({ version: 1, targets: [target] });
}
