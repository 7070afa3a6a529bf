import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MissingSecret } from '../../../../electron/main/network/delivery-failure.js';
import { Endpoints } from '../../../../electron/main/settings/endpoints.js';
import { readDeliverySettings } from '../../../../electron/main/settings/delivery-settings.js';
import { SecretStore, targetSecret } from '../../../../electron/main/settings/secret-store.js';
import { Targets } from '../../../../electron/main/settings/targets.js';
import { unreadableSecrets } from '../../../../electron/main/settings/unreadable-secrets.js';
import { UserState } from '../../../../electron/main/settings/user-state.js';
import { bucketTargetSchema } from '../../../../electron/shared/targets.js';
import { fakeSafe, keyring, noKeyring } from './support/fake-safe.js';

let folder = '';
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'platen-settings-'));
  const secrets = new SecretStore(folder, fakeSafe({ ...keyring }));
  await secrets.open();
  await secrets.set('webhook', 'whsec_c2VjcmV0');
  await secrets.set(targetSecret('1'), 'the secret');
  await new Targets(folder).save(
    bucketTargetSchema.parse({
      id: '1',
      name: 'Papers',
      provider: 'aws',
      bucket: 'papers',
      prefix: 'reports',
      credentials: { kind: 'key', accessKeyId: 'AKIAIOSFODNN7EXAMPLE' },
    }),
  );
});
afterEach(() => rmSync(folder, { recursive: true }));

const inReports = { bucket: 'papers', key: 'reports/a.pdf' };
const elsewhere = { bucket: 'papers', key: 'a.pdf' };

test('the command line finds targets, secrets and settings as the window left them', async () => {
  await new UserState(folder).updateSettings({ privateWebhooks: true });
  const log = vi.fn();
  const settings = await readDeliverySettings(folder, fakeSafe({ ...keyring }), log);
  expect(await settings.accessTo(null, inReports)).toMatchObject({
    name: 'Papers',
    credentials: { secretAccessKey: 'the secret' },
  });
  expect(settings.nameOf(null, inReports)).toBe('Papers');
  expect(settings.nameOf('1', elsewhere)).toBe('Papers');
  expect(settings.nameOf(null, elsewhere)).toBe('papers');
  expect(await settings.webhookSecret()).toBe('whsec_c2VjcmV0');
  expect(settings.privateWebhooks()).toBe(true);
  expect(log).not.toHaveBeenCalled();
});

test('damaged files are told in the log, and the rest is found', async () => {
  writeFileSync(join(folder, 'targets.json'), 'damaged');
  const log = vi.fn();
  const settings = await readDeliverySettings(folder, fakeSafe({ ...keyring }), log);
  expect(log.mock.calls).toMatchObject([[expect.stringContaining('targets.json was damaged.')]]);
  expect(await settings.accessTo(null, inReports)).toMatchObject({
    credentials: { kind: 'machine' },
  });
  expect(settings.privateWebhooks()).toBe(false);
});

test('secrets that cannot be read are told, each with what it belongs to', async () => {
  const safe = fakeSafe({ ...keyring, user: 'bob' });
  const [targets, secrets] = [new Targets(folder), new SecretStore(folder, safe)];
  await Promise.all([targets.open(), secrets.open()]);
  const end =
    "cannot be read: the system's key store is locked, was reset, or belongs to another user. Put it in again in the settings.";
  expect(await unreadableSecrets(secrets, { targets, endpoints: new Endpoints(folder) })).toEqual([
    `The secret key of Papers ${end}`,
    `The secret that webhooks are signed with ${end}`,
  ]);
  const settings = await readDeliverySettings(folder, safe, vi.fn());
  await expect(settings.webhookSecret()).rejects.toMatchObject({
    code: 'delivery-refused',
    message: `The secret that webhooks are signed with ${end}`,
    fields: [{ field: 'secret' }],
  });
});

test('webhooks are not signed where nobody wanted it, and wait where the secret is gone', async () => {
  const safe = fakeSafe({ ...noKeyring });
  const secrets = new SecretStore(folder, safe);
  await secrets.open();
  await secrets.set('webhook', null);
  expect(await (await readDeliverySettings(folder, safe, vi.fn())).webhookSecret()).toBeNull();
  await secrets.set('webhook', 'whsec_c2VjcmV0');
  const settings = await readDeliverySettings(folder, safe, vi.fn());
  await expect(settings.webhookSecret()).rejects.toThrow(MissingSecret);
  await expect(settings.webhookSecret()).rejects.toThrow(
    'The secret that webhooks are signed with is not known. Enter it in the settings.',
  );
});
