import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { SecretStore, targetSecret } from '../../../../electron/main/settings/secret-store.js';
import { accessAmong } from '../../../../electron/main/settings/credentials.js';
import { Targets } from '../../../../electron/main/settings/lists.js';
import {
  type SftpTarget,
  sftpTargetSchema,
  webdavTargetSchema,
} from '../../../../electron/shared/server-targets.js';
import {
  type BucketTarget,
  type UploadTarget,
  bucketTargetSchema,
} from '../../../../electron/shared/targets.js';
import { type FakeSystem, fakeKeychain, keyring } from './support/fake-keychain.js';
import { openingNotices } from './support/notices.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'platen-targets-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const key = { kind: 'key', accessKeyId: 'AKIAIOSFODNN7EXAMPLE' } as const;

const sftpServer = 'sftp://files.example.org';

/** Returns an SFTP server; its user is `me`. */
function server(id: string, more: Partial<SftpTarget> = {}): SftpTarget {
  const known = { id, name: id, kind: 'sftp', server: sftpServer, user: 'me' };
  return sftpTargetSchema.parse({ ...known, login: { kind: 'password' }, ...more });
}

function target(id: string, more: Partial<BucketTarget> = {}): BucketTarget {
  const known = { id, kind: 's3', name: id, provider: 'ceph', bucket: 'papers' };
  return bucketTargetSchema.parse({ ...known, credentials: key, ...more });
}

async function open(): Promise<Targets> {
  const targets = new Targets(folder);
  expect(await targets.open()).toEqual([]);
  return targets;
}

async function withTargets(...list: readonly UploadTarget[]): Promise<Targets> {
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

  test.each([
    ['sftp://me@files.example.org:22', 'srv/a.pdf', 'whole'],
    ['sftp://me@files.example.org', 'srv/in/a.pdf', 'in'],
    ['sftp://files.example.org', 'srv/in/a.pdf', undefined],
    ['sftp://you@files.example.org', 'srv/in/a.pdf', undefined],
    ['sftp://me@example.org', 'srv/in/a.pdf', undefined],
    ['davs://me@files.example.org', 'srv/in/a.pdf', undefined],
  ])('finds the destination of %s/%s: %s', async (at, objectKey, id) => {
    const targets = await withTargets(
      server('in', { folder: 'srv/in' }),
      server('whole'),
      target('papers'),
    );
    expect(targets.at({ server: at, key: objectKey })?.id).toBe(id);
  });

  it('persists servers beside buckets', async () => {
    await withTargets(target('1', { name: 'Papers' }), server('2'));
    expect((await open()).list).toEqual([server('2'), target('1', { name: 'Papers' })]);
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

  describe('for a server', () => {
    const at = { server: sftpServer, key: 'srv/a.pdf' };

    it('returns its current address, with its user and password', async () => {
      const secrets = await secretsOn({ ...keyring });
      await secrets.set(targetSecret('1'), 'hunter22');
      const moved = server('1', { server: 'sftp://files.example.org:2222' });
      const accessTo = accessAmong(await withTargets(moved), secrets);
      expect(await accessTo('1', at)).toEqual({
        kind: 'sftp',
        server: 'sftp://me@files.example.org:2222',
        login: { kind: 'password', password: 'hunter22' },
        hostKey: null,
      });
    });

    it('needs no passphrase, and finds a key below the home folder', async () => {
      const login = { kind: 'key', file: '~/key' } as const;
      const accessTo = accessAmong(
        await withTargets(server('1', { login })),
        await secretsOn({ ...keyring }),
      );
      expect(await accessTo('1', at)).toMatchObject({
        login: { kind: 'key', file: join(homedir(), 'key'), passphrase: null },
      });
    });

    it('signs in to WebDAV only with a user', async () => {
      const known = { name: 'cloud', kind: 'webdav', server: 'davs://cloud.example.org' };
      const accessTo = accessAmong(
        await withTargets(
          webdavTargetSchema.parse({ ...known, id: 'open' }),
          webdavTargetSchema.parse({ ...known, id: 'mine', name: 'mine', user: 'me' }),
        ),
        await secretsOn({ ...keyring }),
      );
      expect(await accessTo('open', at)).toMatchObject({ kind: 'webdav', password: null });
      await expect(accessTo('mine', at)).rejects.toMatchObject({
        code: 'delivery-refused',
        message: 'The password of mine is missing. Enter it at the destination in Settings.',
        fields: [{ field: 'secret' }],
      });
    });

    it('rejects an unreadable secret', async () => {
      await (await secretsOn({ ...keyring })).set(targetSecret('1'), 'hunter22');
      const login = { kind: 'key', file: '/key' } as const;
      const accessTo = accessAmong(
        await withTargets(server('1', { login })),
        await secretsOn({ ...keyring, user: 'bob' }),
      );
      await expect(accessTo('1', at)).rejects.toMatchObject({
        message:
          "The passphrase of 1 can't be read: the keychain is locked, was reset, or belongs to another user. Enter it again at the destination in Settings.",
      });
    });
  });
});
