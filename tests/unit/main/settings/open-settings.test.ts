import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MissingSecret } from '../../../../electron/main/network/delivery-failure.js';
import { Endpoints } from '../../../../electron/main/settings/lists.js';
import { readDeliverySettings } from '../../../../electron/main/settings/open-settings.js';
import { SecretStore, targetSecret } from '../../../../electron/main/settings/secret-store.js';
import { Targets } from '../../../../electron/main/settings/lists.js';
import { unreadableSecrets } from '../../../../electron/main/settings/credentials.js';
import { UserState } from '../../../../electron/main/settings/user-state.js';
import { message } from '../../../../electron/shared/messages/message.js';
import { bucketTargetSchema } from '../../../../electron/shared/targets.js';
import { fakeKeychain, keyring, noKeyring } from './support/fake-keychain.js';

let folder = '';
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'platen-settings-'));
  const secrets = new SecretStore(folder, fakeKeychain({ ...keyring }));
  await secrets.open();
  await secrets.set('webhook', 'whsec_c2VjcmV0');
  await secrets.set(targetSecret('1'), 'the secret');
  await new Targets(folder).save(
    bucketTargetSchema.parse({
      id: '1',
      kind: 's3',
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

test('reads the targets, secrets and settings that the window stored', async () => {
  await new UserState(folder).updateSettings({ privateWebhooks: true });
  const log = vi.fn();
  const settings = await readDeliverySettings(folder, fakeKeychain({ ...keyring }), log);
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

test('logs damaged files and reads the others', async () => {
  writeFileSync(join(folder, 'targets.json'), 'damaged');
  const log = vi.fn();
  const settings = await readDeliverySettings(folder, fakeKeychain({ ...keyring }), log);
  expect(log.mock.calls).toMatchObject([[expect.stringContaining('targets.json was damaged')]]);
  expect(await settings.accessTo(null, inReports)).toMatchObject({
    credentials: { kind: 'machine' },
  });
  expect(settings.privateWebhooks()).toBe(false);
});

test('reports unreadable secrets with their owners', async () => {
  const safe = fakeKeychain({ ...keyring, user: 'bob' });
  const [targets, secrets] = [new Targets(folder), new SecretStore(folder, safe)];
  await Promise.all([targets.open(), secrets.open()]);
  expect(await unreadableSecrets(secrets, { targets, endpoints: new Endpoints(folder) })).toEqual([
    {
      name: targetSecret('1'),
      message: message('secrets.secretKeyUnreadable', { name: 'Papers' }),
    },
    { name: 'webhook', message: message('secrets.signingSecretUnreadable') },
  ]);
  const settings = await readDeliverySettings(folder, safe, vi.fn());
  await expect(settings.webhookSecret()).rejects.toMatchObject({
    code: 'delivery-refused',
    message:
      "The signing secret of webhooks can't be read: the keychain is locked, was reset, or belongs to another user. Enter it again in Settings.",
    fields: [{ field: 'secret' }],
  });
});

test('webhooks are unsigned by default, and wait if their secret is missing', async () => {
  const safe = fakeKeychain({ ...noKeyring });
  const secrets = new SecretStore(folder, safe);
  await secrets.open();
  await secrets.set('webhook', null);
  expect(await (await readDeliverySettings(folder, safe, vi.fn())).webhookSecret()).toBeNull();
  await secrets.set('webhook', 'whsec_c2VjcmV0');
  const settings = await readDeliverySettings(folder, safe, vi.fn());
  await expect(settings.webhookSecret()).rejects.toThrow(MissingSecret);
  await expect(settings.webhookSecret()).rejects.toThrow(
    'The signing secret of webhooks is missing. Enter it in Settings.',
  );
});
