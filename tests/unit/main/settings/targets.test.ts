import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { SecretStore, targetSecret } from '../../../../electron/main/settings/secret-store.js';
import { accessAmong } from '../../../../electron/main/settings/credentials.js';
import { Targets } from '../../../../electron/main/settings/lists.js';
import { type BucketTarget, bucketTargetSchema } from '../../../../electron/shared/targets.js';
import { type FakeSystem, fakeKeychain, keyring } from './support/fake-keychain.js';
import { openingNotices } from './support/notices.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'platen-targets-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const key = { kind: 'key', accessKeyId: 'AKIAIOSFODNN7EXAMPLE' } as const;

function target(id: string, more: Partial<BucketTarget> = {}): BucketTarget {
  const known = { id, name: id, provider: 'ceph', bucket: 'papers', credentials: key };
  return bucketTargetSchema.parse({ ...known, ...more });
}

async function open(): Promise<Targets> {
  const targets = new Targets(folder);
  expect(await targets.open()).toEqual([]);
  return targets;
}

async function withTargets(...list: readonly BucketTarget[]): Promise<Targets> {
  const targets = await open();
  for (const each of list) await targets.save(each);
  return targets;
}

describe('Targets', () => {
  it('persists targets, sorted by name', async () => {
    await withTargets(target('2', { name: 'Slides' }), target('1', { name: 'Invoices' }));
    expect((await open()).list.map(({ name }) => name)).toEqual(['Invoices', 'Slides']);
  });

  it('replaces the target with the same id', async () => {
    const targets = await withTargets(target('1', { name: 'Invoices' }));
    await targets.save(target('1', { name: 'Bills', bucket: 'bills' }));
    expect(targets.list).toEqual([target('1', { name: 'Bills', bucket: 'bills' })]);
  });

  it('rejects a duplicate name, ignoring case', async () => {
    const targets = await withTargets(target('1', { name: 'Papers' }));
    const message = 'Another destination is called "papers". Choose another name.';
    await expect(targets.save(target('2', { name: 'papers' }))).rejects.toMatchObject({
      code: 'invalid-request',
      message,
      fields: [{ field: 'name' }],
    });
    expect(targets.list).toHaveLength(1);
  });

  it('changes nothing if the file cannot be written', async () => {
    const targets = await withTargets(target('1'));
    rmSync(folder, { recursive: true });
    writeFileSync(folder, 'a file in place of the folder');
    const failed = { code: 'write-failed' };
    await expect(targets.save(target('2'))).rejects.toMatchObject(failed);
    await expect(targets.remove('1')).rejects.toMatchObject(failed);
    expect(targets.list).toEqual([target('1')]);
  });

  it('keeps targets that are saved at the same time', async () => {
    const targets = await open();
    await Promise.all(['1', '2', '3'].map(async (id) => targets.save(target(id))));
    expect(targets.list).toHaveLength(3);
    expect((await open()).list).toHaveLength(3);
  });

  it('removes a target by id', async () => {
    const targets = await withTargets(target('1'));
    await targets.remove('2');
    expect(targets.list).toHaveLength(1);
    await targets.remove('1');
    expect((await open()).list).toEqual([]);
  });

  it('renames a damaged file and reports it', async () => {
    writeFileSync(join(folder, 'targets.json'), '{"version": 1, "targets": {}}');
    const notice = await openingNotices(new Targets(folder));
    const aside = readdirSync(folder).find((name) => name.startsWith('targets.json.damaged-'));
    expect(notice).toContain(aside);
  });

  it('ignores and reports invalid entries', async () => {
    const path = join(folder, 'targets.json');
    const wrong = { ...target('2', { name: 'Slides' }), bucket: 'S', pathStyle: 1, provider: 'x' };
    writeFileSync(path, JSON.stringify({ version: 1, targets: [wrong, target('1')] }));
    const targets = new Targets(folder);
    const notice = await openingNotices(targets);
    expect(targets.list).toEqual([target('1')]);
    expect(notice).toContain(`The destination "Slides", entry 1 in ${path}, is ignored until`);
    expect(notice).toContain('provider: It must be aws, ');
    expect(notice).toContain('bucket: Bucket "S" is not a valid name. ');
    expect(notice).toContain('pathStyle: It must be true or false, but is 1.');
    expect(readdirSync(folder)).toEqual(['targets.json']);
  });

  test.each([
    ['papers', 'a.pdf', 'whole'],
    ['papers', 'reports/a.pdf', 'reports'],
    ['papers', 'reports/2026/a.pdf', 'year'],
    ['papers', 'reports-old/a.pdf', 'whole'],
    ['papers', 'reports', 'whole'],
    ['others', 'reports/a.pdf', undefined],
  ])('finds the destination of s3://%s/%s: %s', async (bucket, objectKey, id) => {
    const targets = await withTargets(
      target('reports', { prefix: 'reports' }),
      target('year', { prefix: 'reports/2026' }),
      target('whole'),
    );
    expect(targets.matching({ bucket, key: objectKey })?.id).toBe(id);
  });
});

describe('accessAmong', () => {
  const place = { bucket: 'papers', key: 'a.pdf' };

  async function secretsOn(system: FakeSystem): Promise<SecretStore> {
    const secrets = new SecretStore(folder, fakeKeychain(system));
    await secrets.open();
    return secrets;
  }

  it('returns the destination with its secret key', async () => {
    const secrets = await secretsOn({ ...keyring });
    await secrets.set(targetSecret('1'), 'the secret');
    const endpoint = 'https://s3.example.org/';
    const targets = await withTargets(target('1', { name: 'Papers', endpoint, pathStyle: true }));
    const access = {
      name: 'Papers',
      endpoint,
      region: null,
      pathStyle: true,
      acl: 'bucket-owner-full-control',
      publicBase: null,
      caFile: null,
      credentials: { ...key, secretAccessKey: 'the secret' },
    };
    expect(await accessAmong(targets, secrets)('1', place)).toEqual(access);
    expect(await accessAmong(targets, secrets)(null, place)).toEqual(access);
  });

  it('needs no secret for credentials of the machine', async () => {
    const credentials = { kind: 'machine', profile: 'work' } as const;
    const accessTo = accessAmong(
      await withTargets(target('1', { credentials })),
      await secretsOn({ ...keyring }),
    );
    expect(await accessTo('1', place)).toMatchObject({ name: '1', credentials });
    expect(await accessTo(null, { ...place, bucket: 'others' })).toMatchObject({
      name: 'others',
      endpoint: null,
      credentials: { kind: 'machine', profile: null },
    });
  });

  it('rejects a removed destination and a missing or unreadable secret', async () => {
    await (await secretsOn({ ...keyring })).set(targetSecret('locked'), 'the secret');
    const accessTo = accessAmong(
      await withTargets(target('new'), target('locked')),
      await secretsOn({ ...keyring, user: 'bob' }),
    );
    const code = 'delivery-refused';
    await expect(accessTo('gone', place)).rejects.toMatchObject({
      code,
      message:
        'The destination of this PDF was removed from Settings. Discard this upload, or upload the PDF to another destination.',
    });
    await expect(accessTo('new', place)).rejects.toMatchObject({
      code,
      message: 'The secret key of new is missing. Enter it at the destination in Settings.',
    });
    await expect(accessTo('locked', place)).rejects.toMatchObject({
      code,
      message:
        "The secret key of locked can't be read: the keychain is locked, was reset, or belongs to another user. Enter it again at the destination in Settings.",
    });
  });
});
