import { type FieldIssue, errorData } from '../../../shared/messages/errors.js';
import { type Message, literal, message } from '../../../shared/messages/message.js';
import { isLoopbackHost } from '../../../shared/request/url.js';
import { isListedHost, portOf, isPrivateAddress, literalAddress } from '../../network/hosts.js';
import type { JobOutcome } from '../../outbox/delivery.js';
import { webhookBody } from '../../outbox/webhook-message.js';
import { webhookSender } from '../../webhooks/send-webhook.js';
import { signingSecretOfCommand } from '../../webhooks/signing-secret.js';
import type { ServiceMetrics } from '../monitoring/monitoring.js';
import type { ServiceLog } from '../contract/service-log.js';
import type { ReadDelivery, ServiceOptions } from '../contract/service-options.js';
import { type ServiceStore, type WebhookTask, codeIn } from '../store/service-store.js';

export interface PosterParts {
  readonly options: Pick<ServiceOptions, 'privateHosts'>;
  readonly store: Pick<ServiceStore, 'webhookSecretOf'>;
  readonly log: Pick<ServiceLog, 'warn'>;
  readonly metrics: Pick<ServiceMetrics, 'countWebhook' | 'countWebhookFailure'>;
}

/**
 * Follows the API, section 6, and Standard Webhooks. A webhook is signed with the secret of its
 * account, otherwise with that of the service. Private addresses are refused unless the service
 * allows the host. A failed attempt is logged without the URL.
 * @throws DeliveryFailure
 */
export function webhookPoster(
  delivery: ReadDelivery,
  { options, store, log, metrics }: PosterParts,
): (webhook: WebhookTask) => Promise<void> {
  const ownSecret = async () =>
    signingSecretOfCommand(async () => (await delivery()).webhookSecret());
  return async (webhook) => {
    const { address, id, task, account, timestamp, compliance, idempotencyKey } = webhook;
    const url = URL.canParse(address) ? new URL(address) : null;
    const send = webhookSender({
      secret: async () => (await store.webhookSecretOf(account)) ?? ownSecret(),
      allowsPrivate: () => url !== null && isAllowedWebhook(url, options.privateHosts),
      privateReason,
    });
    const { source, isTest = false } = webhook;
    const about = { task, source, isTest, ...(idempotencyKey !== undefined && { idempotencyKey }) };
    const body = webhookBody(eventOf(webhook), about, compliance, new Date(timestamp));
    await send(
      { id, address, body, encryptedOnly: compliance.hipaa },
      new AbortController().signal,
    ).catch((error: unknown) => {
      const { code } = errorData(error);
      metrics.countWebhookFailure(code);
      // The error's message names the receiver, which stays out of the log.
      log.warn({ account, task, code }, 'webhook');
      throw error;
    });
    metrics.countWebhook();
  };
}

/** Errors of the bucket. With any other one, the PDF was not sent there. */
const bucketErrors = new Set(['object-exists', 'delivery-refused', 'delivery-interrupted']);

function eventOf({ task: id, outcome, destination }: WebhookTask): JobOutcome {
  if (outcome.kind === 'made') {
    const { url, file } = outcome.response;
    const at = { ...(url !== undefined && { url }), file };
    const upload = { id, destination, status: 'delivered', ...at } as const;
    return { kind: 'completed', ...at, ...(destination && { uploads: [upload] }) };
  }
  const error = { code: codeIn(outcome.error), message: literal(outcome.error.message) };
  const isSent = destination !== undefined && bucketErrors.has(error.code);
  const upload = { id, destination, status: 'failed', error } as const;
  return { kind: 'failed', error, ...(isSent && { uploads: [upload] }) };
}

/**
 * For a URL that names a private address literally: no message could ever be delivered. A name is
 * resolved when the message is sent, as it may change until then.
 */
export function webhookIssues(
  webhook: string | undefined,
  privateHosts: readonly string[],
): readonly FieldIssue[] {
  if (webhook === undefined || !URL.canParse(webhook)) return [];
  const url = new URL(webhook);
  const host = literalPrivateHost(url.hostname);
  if (host === null || isAllowedWebhook(url, privateHosts)) return [];
  return [{ field: 'webhook', message: privateReason(host) }];
}

function literalPrivateHost(hostname: string): string | null {
  const literal = literalAddress(hostname);
  if (literal !== null) return isPrivateAddress(literal) ? literal : null;
  return isLoopbackHost(hostname) ? hostname : null;
}

function isAllowedWebhook(url: URL, privateHosts: readonly string[]): boolean {
  return isListedHost(privateHosts, url.hostname, portOf(url));
}

function privateReason(address: string): Message {
  return message('webhooks.privateAddressService', { address });
}
