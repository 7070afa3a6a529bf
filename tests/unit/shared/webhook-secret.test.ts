import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { message } from '../../../electron/shared/messages/message.js';
import { webhookSecretIssue } from '../../../electron/shared/webhook-secret.js';

const malformed = message('webhooks.secretMalformed');

describe('the secret that webhooks are signed with', () => {
  it.each([
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    ' MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw ',
    'whsec_QUI=',
    'QQ==',
  ])('accepts what the library accepts: %s', (secret) => {
    expect(webhookSecretIssue(secret)).toBeNull();
    expect(() => new Webhook(secret.trim())).not.toThrow();
  });

  it.each(['whsec_', 'whsec_not base64!', 'whsec_QUI', 'QUI=QUI='])(
    'rejects what the library rejects: %s',
    (secret) => {
      expect(webhookSecretIssue(secret)).toEqual(malformed);
      expect(() => new Webhook(secret)).toThrow();
    },
  );

  it.each(['hello', 'whsec_QUI=='])('rejects what the library would accept in part: %s', (secret) =>
    expect(webhookSecretIssue(secret)).toEqual(malformed),
  );

  it('reports an empty secret', () => {
    expect(webhookSecretIssue('  ')).toEqual(message('webhooks.secretEmpty'));
  });
});
