import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Endpoints } from '../../../../electron/main/settings/lists.js';
import { SecretStore } from '../../../../electron/main/settings/secret-store.js';
import { endpointHandlers } from '../../../../electron/main/window/settings-handlers.js';
import { englishText } from '../../../../electron/shared/messages/translator.js';
import { remoteEndpointSchema } from '../../../../electron/shared/endpoints.js';
import { StrictService } from '../../../support/services/strict-service.js';
import { fakeKeychain, keyring } from '../settings/support/fake-keychain.js';

let folder = '';
let service: StrictService;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'platen-handlers-'));
  service = await StrictService.start('the-key:');
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await service.close();
});

async function open() {
  const endpoints = new Endpoints(folder);
  const secrets = new SecretStore(folder, fakeKeychain({ ...keyring }));
  await Promise.all([endpoints.open(), secrets.open()]);
  const queue = { credentialsChanged: vi.fn() };
  const handlers = endpointHandlers({
    endpoints,
    secrets,
    queue,
    notices: { checkResolved: vi.fn() },
    version: '0',
    log: () => undefined,
  });
  const endpoint = remoteEndpointSchema.parse({
    id: 'e1',
    name: 'office',
    address: service.origin,
    login: { kind: 'key' },
  });
  return { handlers, endpoint, queue };
}

test('saves a service with its key, which is never returned, and removes both', async () => {
  const { handlers, endpoint, queue } = await open();
  const saved = await handlers['endpoints:save']({ endpoint, secret: 'the-key' });
  expect(queue.credentialsChanged).toHaveBeenCalledOnce();
  expect(saved).toMatchObject({ endpoints: [endpoint], secrets: { endpoints: ['e1'] } });
  expect(JSON.stringify(saved)).not.toContain('the-key');
  // Without a key in the call, the stored one stays.
  const again = await handlers['endpoints:save']({ endpoint: { ...endpoint, name: 'shop' } });
  expect(again).toMatchObject({ endpoints: [{ name: 'shop' }], secrets: { endpoints: ['e1'] } });
  const removed = await handlers['endpoints:remove']({ id: 'e1' });
  expect(removed).toMatchObject({ endpoints: [], secrets: { endpoints: [] } });
});

test('tests a service with the key of the call or the stored one, and reports a missing key', async () => {
  const { handlers, endpoint } = await open();
  const works = /^The service "office" works: it created a PDF of 3 pages/;
  const tested = async (secret?: string) => {
    const result = await handlers['endpoints:test']({ endpoint, ...(secret && { secret }) });
    return englishText(result.message);
  };
  await expect(handlers['endpoints:test']({ endpoint })).rejects.toMatchObject({
    message: 'The key of the service "office" is missing. Enter it at the service in Settings.',
    fields: [{ field: 'secret' }],
  });
  expect(await tested('the-key')).toMatch(works);
  await handlers['endpoints:save']({ endpoint, secret: 'the-key' });
  expect(await tested()).toMatch(works);
  expect(service.issues).toEqual([]);
});
