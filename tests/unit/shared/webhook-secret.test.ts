import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { webhookSecretIssue } from '../../../electron/shared/webhook-secret.js';

const malformed = /^The signing secret is malformed; write whsec_ followed by base64/;

describe('the secret that webhooks are signed with', () => {
  it.each([
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    ' MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw ',
    'whsec_QUI=',
    'QQ==',
  ])('is one that the library takes: %s', (secret) => {
    expect(webhookSecretIssue(secret)).toBeNull();
    expect(() => new Webhook(secret.trim())).not.toThrow();
  });

  it.each(['whsec_', 'whsec_not base64!', 'whsec_QUI', 'QUI=QUI='])(
    'is none that the library refuses: %s',
    (secret) => {
      expect(webhookSecretIssue(secret)).toMatch(malformed);
      expect(() => new Webhook(secret)).toThrow();
    },
  );

  it.each(['hello', 'whsec_QUI=='])(
    'is none of which the library would take only a part: %s',
    (secret) => expect(webhookSecretIssue(secret)).toMatch(malformed),
  );

  it('is never quoted, and an empty one is said to be empty', () => {
    expect(webhookSecretIssue('top secret')).not.toContain('top secret');
    expect(webhookSecretIssue('  ')).toMatch(/is empty/);
  });
});
