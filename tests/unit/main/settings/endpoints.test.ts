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

  it('set a damaged file aside and say so', async () => {
    writeFileSync(join(folder, 'endpoints.json'), '{"version": 1, "endpoints": [{}]}');
    const notice = await new Endpoints(folder).open();
    const aside = readdirSync(folder).find((name) => name.startsWith('endpoints.json.damaged-'));
    expect(notice).toContain(aside);
    expect(notice).toContain('there are no services to render on now.');
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
