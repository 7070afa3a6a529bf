import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { SecretStore, targetSecret } from '../../../../electron/main/settings/secret-store.js';
import { accessAmong } from '../../../../electron/main/settings/target-access.js';
import { Targets } from '../../../../electron/main/settings/targets.js';
import { type BucketTarget, bucketTargetSchema } from '../../../../electron/shared/targets.js';
import { type FakeSystem, fakeSafe, keyring } from './support/fake-safe.js';

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
  expect(await targets.open()).toBeNull();
  return targets;
}

async function withTargets(...list: readonly BucketTarget[]): Promise<Targets> {
  const targets = await open();
  for (const each of list) await targets.save(each);
  return targets;
}

describe('Targets', () => {
  it('are kept over a restart, sorted by name', async () => {
    await withTargets(target('2', { name: 'Slides' }), target('1', { name: 'Invoices' }));
    expect((await open()).list.map(({ name }) => name)).toEqual(['Invoices', 'Slides']);
  });

  it('take the place of the one of their id', async () => {
    const targets = await withTargets(target('1', { name: 'Invoices' }));
    await targets.save(target('1', { name: 'Bills', bucket: 'bills' }));
    expect(targets.list).toEqual([target('1', { name: 'Bills', bucket: 'bills' })]);
  });

  it('do not share a name, whatever its capitals', async () => {
    const targets = await withTargets(target('1', { name: 'Papers' }));
    const message = 'There is another target called "papers"; choose another name.';
    await expect(targets.save(target('2', { name: 'papers' }))).rejects.toMatchObject({
      code: 'invalid-request',
      fields: [{ field: 'name', message }],
    });
    expect(targets.list).toHaveLength(1);
  });

  it('are removed by id', async () => {
    const targets = await withTargets(target('1'));
    await targets.remove('2');
    expect(targets.list).toHaveLength(1);
    await targets.remove('1');
    expect((await open()).list).toEqual([]);
  });

  it('set a damaged file aside and say so', async () => {
    writeFileSync(join(folder, 'targets.json'), '{"version": 1, "targets": {}}');
    const notice = await new Targets(folder).open();
    const aside = readdirSync(folder).find((name) => name.startsWith('targets.json.damaged-'));
    expect(notice).toContain(aside);
  });

  it('are used but for those that are wrong in the file, which are told', async () => {
    const path = join(folder, 'targets.json');
    const wrong = { ...target('2', { name: 'Slides' }), bucket: 'S', pathStyle: 1, provider: 'x' };
    writeFileSync(path, JSON.stringify({ version: 1, targets: [wrong, target('1')] }));
    const targets = new Targets(folder);
    const notice = await targets.open();
    expect(targets.list).toEqual([target('1')]);
    expect(notice).toContain(`The target "Slides", entry 1 in ${path}, is not used until`);
    expect(notice).toContain('provider: It is the text "x"; it must be aws, ');
    expect(notice).toContain('bucket: The bucket "S" cannot be one; ');
    expect(notice).toContain('pathStyle: It is the number 1; it must be true or false.');
    expect(readdirSync(folder)).toEqual(['targets.json']);
  });

  test.each([
    ['papers', 'a.pdf', 'whole'],
    ['papers', 'reports/a.pdf', 'reports'],
    ['papers', 'reports/2026/a.pdf', 'year'],
    ['papers', 'reports-old/a.pdf', 'whole'],
    ['papers', 'reports', 'whole'],
    ['others', 'reports/a.pdf', undefined],
  ])('of the bucket %s, %s lies in the target %s', async (bucket, objectKey, id) => {
    const targets = await withTargets(
      target('reports', { prefix: 'reports' }),
      target('year', { prefix: 'reports/2026' }),
      target('whole'),
    );
    expect(targets.matching({ bucket, key: objectKey })?.id).toBe(id);
  });
});

describe('the access to a bucket', () => {
  const place = { bucket: 'papers', key: 'a.pdf' };

  async function secretsOn(system: FakeSystem): Promise<SecretStore> {
    const secrets = new SecretStore(folder, fakeSafe(system));
    await secrets.open();
    return secrets;
  }

  it('is that of the target, with its secret key', async () => {
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

  it("needs no secret where the machine's own settings are used", async () => {
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

  it('is refused where its target is gone, or the secret is not known or not readable', async () => {
    await (await secretsOn({ ...keyring })).set(targetSecret('locked'), 'the secret');
    const accessTo = accessAmong(
      await withTargets(target('new'), target('locked')),
      await secretsOn({ ...keyring, user: 'bob' }),
    );
    const code = 'delivery-refused';
    await expect(accessTo('gone', place)).rejects.toMatchObject({
      code,
      message:
        'The target that this PDF was to go to is not in the settings any more. Drop this upload, or upload the PDF to another target.',
    });
    await expect(accessTo('new', place)).rejects.toMatchObject({
      code,
      message: 'The secret key of new is not known. Put it in at the target in the settings.',
    });
    await expect(accessTo('locked', place)).rejects.toMatchObject({
      code,
      message:
        "The secret key of locked cannot be read: the system's key store is locked, was reset, or belongs to another user. Put it in again at the target in the settings.",
    });
  });
});
