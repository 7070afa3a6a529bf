import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Endpoints } from '../../../../electron/main/settings/endpoints.js';
import { readRemoteSettings } from '../../../../electron/main/settings/remote-settings.js';
import {
  SecretStore,
  endpointSecret,
  targetSecret,
} from '../../../../electron/main/settings/secret-store.js';
import { Targets } from '../../../../electron/main/settings/targets.js';
import { unreadableSecrets } from '../../../../electron/main/settings/unreadable-secrets.js';
import {
  type RemoteEndpoint,
  remoteEndpointSchema,
} from '../../../../electron/shared/endpoints.js';
import { bucketTargetSchema } from '../../../../electron/shared/targets.js';
import { fakeSafe, keyring } from './support/fake-safe.js';

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
  expect(await endpoints.open()).toBeNull();
  for (const each of list) await endpoints.save(each);
  return endpoints;
}

describe('the services of the settings', () => {
  it('are kept over a restart, sorted by name, and found by it', async () => {
    await withEndpoints(endpoint('2', 'Print shop'), endpoint('1', 'Office'));
    const { list } = await withEndpoints();
    expect(list).toEqual([endpoint('1', 'Office'), endpoint('2', 'Print shop')]);
    expect((await withEndpoints()).named('OFFICE')?.id).toBe('1');
    expect((await withEndpoints()).named('elsewhere')).toBeUndefined();
  });

  it('do not share a name', async () => {
    const endpoints = await withEndpoints(endpoint('1', 'Office'));
    const message = 'There is another service called "office"; choose another name.';
    await expect(endpoints.save(endpoint('2', 'office'))).rejects.toMatchObject({
      code: 'invalid-request',
      fields: [{ field: 'name', message }],
    });
  });

  it.each([
    ['{"version": 2, "endpoints": []}', 'its "version" is missing or not what it must be.'],
    ['{"version": 1}', 'its "endpoints" is missing or not what it must be.'],
    ['[]', 'its content is missing or not what it must be.'],
    ['{"version": 1, "endpoints": [{}],}', 'it is no JSON ('],
  ])('set a file aside that is none of theirs, and say why: %s', async (content, why) => {
    writeFileSync(join(folder, 'endpoints.json'), content);
    const notice = await new Endpoints(folder).open();
    const aside = readdirSync(folder).find((name) => name.startsWith('endpoints.json.damaged-'));
    expect(notice).toContain(aside);
    expect(notice).toContain('there are no services to render on now. What was wrong in it: ');
    expect(notice).toContain(why);
  });
});

describe('a wrong entry of a file that somebody wrote', () => {
  const right = { id: 'a', name: 'Office', address: 'https://a.example', login: { kind: 'key' } };
  const path = () => join(folder, 'endpoints.json');

  async function opened(...entries: readonly unknown[]) {
    writeFileSync(path(), JSON.stringify({ version: 1, endpoints: entries }));
    const endpoints = new Endpoints(folder);
    return { endpoints, notice: await endpoints.open() };
  }

  it.each<readonly [unknown, string]>([
    [
      { patienceSeconds: '300' },
      'patienceSeconds: The patience is the text "300"; it must be a whole number of seconds from 10 to 3600, such as 300.',
    ],
    [
      { patienceSeconds: 9.5 },
      'patienceSeconds: The patience is the number 9.5; it must be a whole number of seconds from 10 to 3600, such as 300.',
    ],
    [
      { address: 'https://b.example/v1/pdf' },
      'address: The address "https://b.example/v1/pdf" ends in /v1/pdf, which Platen adds itself; leave it out.',
    ],
    [
      { address: undefined, testMode: 'yes' },
      'address: The address is missing; it must be an http or https address. testMode: It is the text "yes"; it must be true or false.',
    ],
    [{ login: 'key' }, 'login: The login is the text "key"; it must be an object with the kind '],
    [{ login: { kind: 'token' } }, 'login.kind: The kind of login is the text "token"; it must be'],
    [{ login: { kind: 'key', key: 'secret!' } }, '"key" is not a field of login; leave it out.'],
    [{ key: 'secret!' }, '"key" is not a field; leave it out.'],
    [{ id: undefined }, 'id: The id is missing; it must be text such as "office".'],
    [{ id: 'a' }, 'id: There is another service with the id "a"; give each one of its own.'],
    [{ storage: 's3' }, 'storage: The storage is the text "s3"; it must be an object with a'],
    [{ caFile: 1 }, 'caFile: It is the number 1; it must be text.'],
  ])('%j is told, and the others hold', async (change, sentence) => {
    const wrong = { ...right, id: 'b', name: 'Print', ...(change as object) };
    const { endpoints, notice } = await opened(right, wrong);
    expect(endpoints.list.map(({ name }) => name)).toEqual(['Office']);
    const begin = `The service "Print", entry 2 in ${path()}, is not used until it is corrected there. `;
    expect(notice?.startsWith(begin + sentence), notice ?? '').toBe(true);
    expect(notice).not.toContain('secret!');
    expect(endpoints.issueOf('print')).toBe(notice);
    expect(readdirSync(folder)).toEqual(['endpoints.json']);
  });

  it('may have no name, or one that is taken, and several are told together', async () => {
    const { notice } = await opened(right, 7, { ...right, id: 'c', name: 'office' });
    expect(notice).toBe(
      `The service, entry 2 in ${path()}, is not used until it is corrected there. It is the number 7; it must be an object. ` +
        `The service "office", entry 3 in ${path()}, is not used until it is corrected there. name: There is another service called "office"; choose another name.`,
    );
  });

  it('stays in the file as it was when the window changes the others', async () => {
    const wrong = { ...right, id: 'b', name: 'Print', patienceSeconds: '300', note: 'mine' };
    const { endpoints } = await opened(wrong, right);
    await endpoints.save(endpoint('n', 'New'));
    await endpoints.remove('a');
    expect(JSON.parse(readFileSync(path(), 'utf8'))).toEqual({
      version: 1,
      endpoints: [endpoint('n', 'New'), wrong],
    });
    expect(await new Endpoints(folder).open()).toContain('The service "Print", entry 2 in ');
  });
});

describe('the key of a service', () => {
  it('is read where it is needed, and is in no file in the clear', async () => {
    await withEndpoints(endpoint('1'));
    const secrets = new SecretStore(folder, fakeSafe({ ...keyring }));
    await secrets.open();
    await secrets.set(endpointSecret('1'), 'platen_the_key');
    const settings = await readRemoteSettings(folder, fakeSafe({ ...keyring }), vi.fn());
    expect(await settings.endpoints.secretOf(endpoint('1'))).toBe('platen_the_key');
    for (const name of readdirSync(folder)) {
      expect(readFileSync(join(folder, name), 'latin1')).not.toContain('platen_the_key');
    }
  });

  it('is none where the service needs none', async () => {
    const open = remoteEndpointSchema.parse({ ...endpoint('open'), login: { kind: 'none' } });
    await withEndpoints(open);
    const settings = await readRemoteSettings(folder, fakeSafe({ ...keyring }), vi.fn());
    expect(await settings.endpoints.secretOf(open)).toBe('');
    expect(settings.missingSecret('open')).toBeNull();
  });

  it('is asked for where it is not known or cannot be read', async () => {
    const endpoints = await withEndpoints(endpoint('locked'), endpoint('new'));
    const secrets = new SecretStore(folder, fakeSafe({ ...keyring }));
    await secrets.open();
    await secrets.set(endpointSecret('locked'), 'x');
    const other = fakeSafe({ ...keyring, user: 'bob' });
    const settings = await readRemoteSettings(folder, other, vi.fn());
    await expect(settings.endpoints.secretOf(endpoint('new'))).rejects.toMatchObject({
      code: 'remote-refused',
      message:
        'The key of the service "new" is not known. Put it in at the service in the settings.',
    });
    await expect(settings.endpoints.secretOf(endpoint('locked'))).rejects.toMatchObject({
      fields: [{ field: 'secret' }],
    });
    const locked = new SecretStore(folder, other);
    await locked.open();
    expect(await unreadableSecrets(locked, { targets: new Targets(folder), endpoints })).toEqual([
      expect.stringContaining('The key of locked cannot be read') as string,
    ]);
  });
});

it("a bucket that a service has put a PDF into is read with the person's own target", async () => {
  const credentials = { kind: 'key', accessKeyId: 'AKIAX' } as const;
  const target = bucketTargetSchema.parse({
    id: 't',
    name: 'Papers',
    provider: 'ceph',
    bucket: 'papers',
    prefix: 'in',
    credentials,
  });
  const targets = new Targets(folder);
  await targets.open();
  await targets.save(target);
  const secrets = new SecretStore(folder, fakeSafe({ ...keyring }));
  await secrets.open();
  await secrets.set(targetSecret('t'), 'bucket-key');
  const { bucketAccess } = await readRemoteSettings(folder, fakeSafe({ ...keyring }), vi.fn());
  expect(await bucketAccess({ bucket: 'papers', key: 'in/a.pdf' })).toMatchObject({
    name: 'Papers',
    credentials: { secretAccessKey: 'bucket-key' },
  });
  expect(await bucketAccess({ bucket: 'papers', key: 'out/a.pdf' })).toBeNull();
});
