import { afterEach, expect, it, vi } from 'vitest';
import { MissingSecret } from '../../../../electron/main/network/delivery-failure.js';
import { signingSecretOfCommand } from '../../../../electron/main/webhooks/signing-secret.js';
import { literal } from '../../../../electron/shared/messages/message.js';

afterEach(() => vi.unstubAllEnvs());

const missing = async () => Promise.reject(new MissingSecret(literal('It is not known.')));

it('is read from the environment before the settings', async () => {
  expect(await signingSecretOfCommand(async () => Promise.resolve('of the settings'))).toBe(
    'of the settings',
  );
  expect(await signingSecretOfCommand(async () => Promise.resolve(null))).toBeNull();
  vi.stubEnv('PLATEN_WEBHOOK_SECRET', 'of the environment');
  expect(await signingSecretOfCommand(missing)).toBe('of the environment');
});

it('names the variable if it is missing', async () => {
  const secret = signingSecretOfCommand(missing);
  await expect(secret).rejects.toThrow(
    'It is not known. A command reads it from PLATEN_WEBHOOK_SECRET.',
  );
  await expect(secret).rejects.toThrow(MissingSecret);
  const fault = new Error('another fault');
  await expect(signingSecretOfCommand(async () => Promise.reject(fault))).rejects.toBe(fault);
});
