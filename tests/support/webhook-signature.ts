import { createHmac } from 'node:crypto';
import type { ReceivedWebhook } from './webhook-receiver.js';

/**
 * Returns whether a webhook has a signature made with this secret, according to Standard Webhooks:
 * HMAC-SHA256 over `id.timestamp.body`, in base64 after `v1,`, in a list separated by spaces.
 * Implemented without the library that Platen signs with. @param secret in base64, after `whsec_`
 */
export function isSignedWith(secret: string, { headers, body }: ReceivedWebhook): boolean {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    String(headers[`webhook-${name}`] ?? ''),
  );
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key)
    .update(`${id ?? ''}.${timestamp ?? ''}.`)
    .update(body)
    .digest('base64');
  return (signatures ?? '').split(' ').includes(`v1,${expected}`);
}
