import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEmbedded } from '../../../electron/main/service/store/embedded.js';
import {
  freshBucket,
  machineAccess,
  objects,
  readObject,
  writeObject,
} from '../../support/bucket/bucket.js';
import type { Ceph } from '../../support/bucket/ceph.js';
import { sharedCeph } from '../../support/bucket/shared-ceph.js';
import { createAccountsFolder } from '../../support/embedded-database.js';
import { readPdf } from '../../support/read-pdf.js';
import { describeWithCeph } from '../support/with-ceph.js';
import {
  type RunningService,
  addKey,
  errorOf,
  resultOf,
  postPdf,
  startServe,
} from '../support/run-serve.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';

describeWithCeph('object_store', () => {
  let ceph: Ceph;
  let bucket: string;
  let folder: TemporaryFolder;
  let configFolder: string;
  let service: RunningService;
  let env: NodeJS.ProcessEnv;

  beforeAll(async () => {
    ceph = await sharedCeph();
    bucket = await freshBucket(ceph);
    folder = temporaryFolder();
    configFolder = folder.with({ 'aws/config': '', 'aws/credentials': '' });
    env = machineAccess(ceph, configFolder);
    service = await startServe([], { configFolder, env });
  });
  afterAll(async () => {
    await service.stop();
    folder.remove();
  });

  const storageAt = (key: string) => ({
    storage: { provider: 'object_store', bucket_destination: `s3://${bucket}/${key}` },
  });

  it(
    'puts the PDF only into the bucket, and returns the response of section 2.5',
    { tags: ['core'] },
    async () => {
      const answer = await postPdf(service, {
        source: '<p>in a bucket',
        ...storageAt('path/a.pdf'),
        compliance: { hipaa: true },
      });
      const created = await resultOf(answer);
      const object = await readObject(ceph, bucket, 'path/a.pdf');
      expect(created).toEqual({
        url: `${ceph.endpoint}/${bucket}/path/a.pdf`,
        file: { name: 'a.pdf', size: object.length },
        compliance: { hipaa: true, gdpr: false },
      });
      expect((await readPdf(object)).text).toContain('in a bucket');
      const [run = ''] = readdirSync(join(configFolder, 'Platen', 'results'));
      expect(readdirSync(join(configFolder, 'Platen', 'results', run))).toEqual([]);
    },
  );

  it('returns the URL, also for a repeated request, and if the PDF itself is requested', async () => {
    const body = { source: '<p>once', ...storageAt('path/once.pdf') };
    const headers = { accept: 'application/pdf', 'idempotency-key': 'once' };
    const first = await resultOf(await postPdf(service, body, { headers }));
    const again = await resultOf(await postPdf(service, body, { headers }));
    const url = `${ceph.endpoint}/${bucket}/path/once.pdf`;
    expect([first.url, again.url]).toEqual([url, url]);
  });

  it('does not replace an existing object', async () => {
    await writeObject(ceph, bucket, 'theirs.pdf', 'theirs');
    const answer = await postPdf(service, { source: '<p>x', ...storageAt('theirs.pdf') });
    expect(answer.status).toBe(422);
    expect(await errorOf(answer)).toMatchObject({
      code: 'object-exists',
      fields: [{ field: 'storage.bucket_destination' }],
    });
    expect((await readObject(ceph, bucket, 'theirs.pdf')).toString()).toBe('theirs');
  });

  it('recognizes its own object after a kill', { timeout: 240_000 }, async () => {
    const source = '<p>once';
    const accounts = ['--accounts', 'a'];
    const place = join(configFolder, 'a');
    await createAccountsFolder(place);
    const first = await startServe(accounts, { configFolder, env });
    const key = await addKey(place, 'office', { credits: 9 });
    const headers = { 'idempotency-key': 'again' };
    const body = { source, ...storageAt('again.pdf') };
    const created = await resultOf(await postPdf({ ...first, key }, body, { headers }));
    await first.stop();
    // As after a kill between the response of the bucket and the end of the task.
    const database = await openEmbedded(join(place, 'database'));
    await database.query('delete from platen.task');
    await database.close();
    const second = await startServe(accounts, { configFolder, env });
    const repeated = await postPdf({ ...second, key }, body, { headers });
    expect(repeated.status).toBe(200);
    expect((await resultOf(repeated)).url).toBe(created.url);
    const other = await postPdf({ ...second, key }, body, {
      headers: { 'idempotency-key': 'x' },
    });
    expect((await errorOf(other)).code).toBe('object-exists');
    await second.stop();
  });

  it('reports why a bucket cannot be written', async () => {
    const storage = {
      provider: 'object_store',
      bucket_destination: 's3://no-such-bucket-here/a.pdf',
    };
    const answer = await postPdf(service, { source: '<p>x', storage });
    expect(answer.status).toBe(422);
    const { code, fields } = await errorOf(answer);
    expect([code, fields[0]?.field]).toEqual(['delivery-refused', 'storage.bucket_destination']);
  });

  it('rejects placeholders, which the API does not have', async () => {
    const answer = await postPdf(service, { source: '<p>x', ...storageAt('{name}.pdf') });
    expect(answer.status).toBe(400);
    expect(await objects(ceph, bucket)).not.toContain('{name}.pdf');
  });
});
