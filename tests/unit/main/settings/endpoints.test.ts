import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Endpoints } from '../../../../electron/main/settings/lists.js';
import { readRemoteSettings } from '../../../../electron/main/settings/open-settings.js';
import {
  SecretStore,
  endpointSecret,
  targetSecret,
} from '../../../../electron/main/settings/secret-store.js';
import { Targets } from '../../../../electron/main/settings/lists.js';
import { unreadableSecrets } from '../../../../electron/main/settings/credentials.js';
import {
  type RemoteEndpoint,
  remoteEndpointSchema,
} from '../../../../electron/shared/endpoints.js';
import { message } from '../../../../electron/shared/messages/message.js';
import { englishText } from '../../../../electron/shared/messages/translator.js';
import { bucketTargetSchema } from '../../../../electron/shared/targets.js';
import { fakeKeychain, keyring } from './support/fake-keychain.js';
import { openingNotices } from './support/notices.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'platen-endpoints-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function endpoint(id: string, name = id): RemoteEndpoint {
  const login = { kind: 'key' } as const;
  return remoteEndpointSchema.parse({ id, name, address: 'https://pdf.example.org', login });
}

async function withEndpoints(...list: readonly RemoteEndpoint[]): Promise<Endpoints> {
  const endpoints = new Endpoints(folder);
  expect(await endpoints.open()).toEqual([]);
  for (const each of list) await endpoints.save(each);
  return endpoints;
}

describe('Endpoints', () => {
  it('persists services, sorted by name, and finds them by name', async () => {
    await withEndpoints(endpoint('2', 'Print shop'), endpoint('1', 'Office'));
    const { list } = await withEndpoints();
    expect(list).toEqual([endpoint('1', 'Office'), endpoint('2', 'Print shop')]);
    expect((await withEndpoints()).named('OFFICE')?.id).toBe('1');
    expect((await withEndpoints()).named('elsewhere')).toBeUndefined();
  });

  it('rejects a duplicate name', async () => {
    const endpoints = await withEndpoints(endpoint('1', 'Office'));
    const message = 'Another service is called "office". Choose another name.';
    await expect(endpoints.save(endpoint('2', 'office'))).rejects.toMatchObject({
      code: 'invalid-request',
      message,
      fields: [{ field: 'name' }],
    });
  });

  it.each([
    ['{"version": 2, "endpoints": []}', 'Its "version" is missing or invalid.'],
    ['{"version": 1}', 'Its "endpoints" is missing or invalid.'],
    ['[]', 'Its content is missing or invalid.'],
    ['{"version": 1, "endpoints": [{}],}', 'It is not valid JSON ('],
  ])('renames an invalid file and reports why: %s', async (content, why) => {
    writeFileSync(join(folder, 'endpoints.json'), content);
    const notice = await openingNotices(new Endpoints(folder));
    const aside = readdirSync(folder).find((name) => name.startsWith('endpoints.json.damaged-'));
    expect(notice).toContain(aside);
    expect(notice).toContain('the list of services is empty now.');
    expect(notice).toContain(why);
  });
});

describe('an invalid entry', () => {
  const right = { id: 'a', name: 'Office', address: 'https://a.example', login: { kind: 'key' } };
  const path = () => join(folder, 'endpoints.json');

  async function opened(...entries: readonly unknown[]) {
    writeFileSync(path(), JSON.stringify({ version: 1, endpoints: entries }));
    const endpoints = new Endpoints(folder);
    return { endpoints, notice: await openingNotices(endpoints) };
  }

  it.each<readonly [unknown, string]>([
    [
      { timeoutSeconds: '300' },
      'timeoutSeconds: Timeout must be a whole number of seconds from 10 to 3600, such as 300, but is "300".',
    ],
    [
      { timeoutSeconds: 9.5 },
      'timeoutSeconds: Timeout must be a whole number of seconds from 10 to 3600, such as 300, but is 9.5.',
    ],
    [
      { address: 'https://b.example/v1/pdf' },
      'address: URL "https://b.example/v1/pdf" ends in /v1/pdf, which Platen adds itself. Leave it out.',
    ],
    [
      { address: undefined, testMode: 'yes' },
      'address: URL must be an http or https URL, but is missing. testMode: It must be true or false, but is "yes".',
    ],
    [
      { login: 'key' },
      'login: Authentication must be an object with the kind "key", "user" or "none", but is "key".',
    ],
    [
      { login: { kind: 'token' } },
      'login.kind: Kind of authentication must be "key", "user" or "none", but is "token".',
    ],
    [{ login: { kind: 'key', key: 'secret!' } }, '"key" is not a known field of login. Remove it.'],
    [{ key: 'secret!' }, '"key" is not a known field. Remove it.'],
    [{ id: undefined }, 'id: ID must be text such as "office", but is missing.'],
    [{ id: 'a' }, 'id: Another service has the ID "a". Choose another ID.'],
    [{ storage: 's3' }, 'storage: Storage must be an object with a provider, but is "s3".'],
    [{ caFile: 1 }, 'caFile: It must be text, but is 1.'],
  ])('%j is reported, and other entries stay valid', async (change, sentence) => {
    const wrong = { ...right, id: 'b', name: 'Print', ...(change as object) };
    const { endpoints, notice } = await opened(right, wrong);
    expect(endpoints.list.map(({ name }) => name)).toEqual(['Office']);
    const begin = `The service "Print", entry 2 in ${path()}, is ignored until it is corrected there. `;
    expect(notice.startsWith(begin + sentence), notice).toBe(true);
    expect(notice).not.toContain('secret!');
    const issue = endpoints.issueOf('print');
    expect(issue && englishText(issue)).toBe(notice);
    expect(readdirSync(folder)).toEqual(['endpoints.json']);
  });

  it('may have a missing or duplicate name; all are reported together', async () => {
    const { notice } = await opened(right, 7, { ...right, id: 'c', name: 'office' });
    expect(notice).toBe(
      `The service, entry 2 in ${path()}, is ignored until it is corrected there. It must be an object, but is 7.\n` +
        `The service "office", entry 3 in ${path()}, is ignored until it is corrected there. name: Another service is called "office". Choose another name.`,
    );
  });

  it('stays in the file unchanged when other entries change', async () => {
    const wrong = { ...right, id: 'b', name: 'Print', timeoutSeconds: '300', note: 'mine' };
    const { endpoints } = await opened(wrong, right);
    await endpoints.save(endpoint('n', 'New'));
    await endpoints.remove('a');
    expect(JSON.parse(readFileSync(path(), 'utf8'))).toEqual({
      version: 1,
      endpoints: [endpoint('n', 'New'), wrong],
    });
    expect(await openingNotices(new Endpoints(folder))).toContain(
      'The service "Print", entry 2 in ',
    );
  });
});

describe('the key of a service', () => {
  it('is read when needed, and never stored unencrypted', async () => {
    await withEndpoints(endpoint('1'));
    const secrets = new SecretStore(folder, fakeKeychain({ ...keyring }));
    await secrets.open();
    await secrets.set(endpointSecret('1'), 'platen_the_key');
    const settings = await readRemoteSettings(folder, fakeKeychain({ ...keyring }), vi.fn());
    expect(await settings.endpoints.secretOf(endpoint('1'))).toBe('platen_the_key');
    for (const name of readdirSync(folder)) {
      expect(readFileSync(join(folder, name), 'latin1')).not.toContain('platen_the_key');
    }
  });

  it('is empty if the service needs none', async () => {
    const open = remoteEndpointSchema.parse({ ...endpoint('open'), login: { kind: 'none' } });
    await withEndpoints(open);
    const settings = await readRemoteSettings(folder, fakeKeychain({ ...keyring }), vi.fn());
    expect(await settings.endpoints.secretOf(open)).toBe('');
    expect(settings.missingSecret('open')).toBeNull();
  });

  it('is reported if it is missing or unreadable', async () => {
    const endpoints = await withEndpoints(endpoint('locked'), endpoint('new'));
    const secrets = new SecretStore(folder, fakeKeychain({ ...keyring }));
    await secrets.open();
    await secrets.set(endpointSecret('locked'), 'x');
    const other = fakeKeychain({ ...keyring, user: 'bob' });
    const settings = await readRemoteSettings(folder, other, vi.fn());
    await expect(settings.endpoints.secretOf(endpoint('new'))).rejects.toMatchObject({
      code: 'remote-refused',
      message: 'The key of the service "new" is missing. Enter it at the service in Settings.',
    });
    await expect(settings.endpoints.secretOf(endpoint('locked'))).rejects.toMatchObject({
      fields: [{ field: 'secret' }],
    });
    const locked = new SecretStore(folder, other);
    await locked.open();
    expect(await unreadableSecrets(locked, { targets: new Targets(folder), endpoints })).toEqual([
      {
        name: endpointSecret('locked'),
        message: message('secrets.keyUnreadable', { name: 'locked' }),
      },
    ]);
  });
});

it("uses the user's destination for a bucket that a service uploaded to", async () => {
  const credentials = { kind: 'key', accessKeyId: 'AKIAX' } as const;
  const target = bucketTargetSchema.parse({
    id: 't',
    kind: 's3',
    name: 'Papers',
    provider: 'ceph',
    bucket: 'papers',
    prefix: 'in',
    credentials,
  });
  const targets = new Targets(folder);
  await targets.open();
  await targets.save(target);
  const secrets = new SecretStore(folder, fakeKeychain({ ...keyring }));
  await secrets.open();
  await secrets.set(targetSecret('t'), 'bucket-key');
  const { bucketAccess } = await readRemoteSettings(folder, fakeKeychain({ ...keyring }), vi.fn());
  expect(await bucketAccess({ bucket: 'papers', key: 'in/a.pdf' })).toMatchObject({
    name: 'Papers',
    credentials: { secretAccessKey: 'bucket-key' },
  });
  expect(await bucketAccess({ bucket: 'papers', key: 'out/a.pdf' })).toBeNull();
});
