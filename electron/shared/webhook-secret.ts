/** What a signing secret looks like, as an advice in sentences about one that is malformed. */
export const webhookSecretForm = 'whsec_ followed by base64, as the receiver has it';

/** Base64 with its padding, a byte at least. */
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{2}==)$/;

/**
 * The mistake in a secret that webhooks are signed with, in a sentence that does not quote it; null
 * if there is none. It is base64, with or without `whsec_` in front (Standard Webhooks, "Signature
 * scheme").
 */
export function webhookSecretIssue(secret: string): string | null {
  const written = secret.trim();
  if (written === '') return 'The signing secret is empty; write one such as whsec_….';
  if (base64.test(written.replace(/^whsec_/, ''))) return null;
  return `The signing secret is malformed; write ${webhookSecretForm}.`;
}
