import { type Message, message } from './messages/message.js';

/** Base64 with padding, at least one byte. */
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{2}==)$/;

/**
 * Does not quote the secret, which is base64, with or without the prefix `whsec_` (Standard
 * Webhooks, "Signature scheme"); null if it is valid.
 */
export function webhookSecretIssue(secret: string): Message | null {
  const written = secret.trim();
  if (written === '') return message('webhooks.secretEmpty');
  if (base64.test(written.replace(/^whsec_/, ''))) return null;
  return message('webhooks.secretMalformed');
}
