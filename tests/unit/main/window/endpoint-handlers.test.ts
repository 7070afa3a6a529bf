import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Endpoints } from '../../../../electron/main/settings/lists.js';
import { SecretStore } from '../../../../electron/main/settings/secret-store.js';
import { endpointHandlers } from '../../../../electron/main/window/endpoint-handlers.js';
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

test('a service is kept with its key, which does not come out, and removed with it', async () => {
  const { handlers, endpoint, queue } = await open();
  const saved = await handlers['endpoints:save']({ endpoint, secret: 'the-key' });
  expect(queue.credentialsChanged).toHaveBeenCalledOnce();
  expect(saved).toMatchObject({ endpoints: [endpoint], secrets: { endpoints: ['e1'] } });
  expect(JSON.stringify(saved)).not.toContain('the-key');
  // Without a key in the call, the one that is known stays.
  const again = await handlers['endpoints:save']({ endpoint: { ...endpoint, name: 'shop' } });
  expect(again).toMatchObject({ endpoints: [{ name: 'shop' }], secrets: { endpoints: ['e1'] } });
  const removed = await handlers['endpoints:remove']({ id: 'e1' });
  expect(removed).toMatchObject({ endpoints: [], secrets: { endpoints: [] } });
});

test('a test uses the key of the call, else the one that is known, and says where it has none', async () => {
  const { handlers, endpoint } = await open();
  const works = /^The service "office" works: it created a PDF of 3 pages/;
  await expect(handlers['endpoints:test']({ endpoint })).rejects.toMatchObject({
    message: 'The key of the service "office" is missing. Enter it at the service in Settings.',
    fields: [{ field: 'secret' }],
  });
  expect((await handlers['endpoints:test']({ endpoint, secret: 'the-key' })).message).toMatch(
    works,
  );
  await handlers['endpoints:save']({ endpoint, secret: 'the-key' });
  expect((await handlers['endpoints:test']({ endpoint })).message).toMatch(works);
  expect(service.issues).toEqual([]);
});
