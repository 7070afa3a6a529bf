import type { OutgoingHttpHeaders } from 'node:http';
import { webhookSecretForm, webhookSecretIssue } from '../../shared/webhook-secret.js';
import { refusal } from './webhook-failure.js';
import { hostOf, type WebhookPost } from './webhook-post.js';
/**
 * The headers of a message (Standard Webhooks, "Webhook headers"). Its time is that of the try, which a receiver checks.
 * @param secret `whsec_` and base64, or base64 alone; null: the message is not signed
 * @throws DeliveryFailure `delivery-refused` if the secret is none
 */
export async function webhookHeaders(
  post: WebhookPost,
  secret: string | null,
  now: Date,
): Promise<OutgoingHttpHeaders> {
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(post.body),
    'user-agent': 'Platen',
    ...authorization(new URL(post.address)),
    'webhook-id': post.id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
  };
  if (secret === null) return headers;
  return { ...headers, 'webhook-signature': await signature(post, secret, now) };
}

function authorization({ username, password }: URL): OutgoingHttpHeaders {
  if (username === '' && password === '') return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

async function signature(post: WebhookPost, secret: string, now: Date): Promise<string> {
  if (webhookSecretIssue(secret) !== null) {
    throw refusal(hostOf(post.address), {
      reason: 'the secret that webhooks are signed with is malformed',
      advice: `Set it again in the settings: ${webhookSecretForm}`,
    });
  }
  const { Webhook } = await import('standardwebhooks');
  return new Webhook(secret.trim()).sign(post.id, now, post.body);
}
