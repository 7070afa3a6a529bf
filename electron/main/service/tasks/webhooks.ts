import { type FieldIssue, errorData } from '../../../shared/errors.js';
import { type Message, literal, message } from '../../../shared/messages/message.js';
import { isLoopbackHost } from '../../../shared/request/url.js';
import { isListedHost, portOf, isPrivateAddress, literalAddress } from '../../network/hosts.js';
import { webhookBody } from '../../outbox/webhook-message.js';
import { webhookSender } from '../../webhooks/send-webhook.js';
import { signingSecretOfCommand } from '../../webhooks/signing-secret.js';
import type { ServiceLog } from '../monitoring.js';
import type { ReadDelivery, ServiceOptions } from '../service-options.js';
import { type WebhookTask, codeIn } from '../store/service-store.js';

/**
 * Returns a function that posts the webhook of a request (the API, section 6; Standard Webhooks).
 * Private addresses are refused unless the service allows the host. A failed attempt is logged
 * without the URL.
 * @throws DeliveryFailure
 */
export function webhookPoster(
  delivery: ReadDelivery,
  options: Pick<ServiceOptions, 'privateHosts'>,
  log: Pick<ServiceLog, 'warn'>,
): (webhook: WebhookTask) => Promise<void> {
  return async ({ address, id, task, account, timestamp, outcome, compliance }) => {
    const url = URL.canParse(address) ? new URL(address) : null;
    const send = webhookSender({
      secret: async () => signingSecretOfCommand(async () => (await delivery()).webhookSecret()),
      allowsPrivate: () => url !== null && isAllowedWebhook(url, options.privateHosts),
      ...(url !== null && { privateReason: privateReasonFor(url) }),
    });
    const event =
      outcome.kind === 'made'
        ? ({ kind: 'completed', url: outcome.response.url, file: outcome.response.file } as const)
        : ({
            kind: 'failed',
            error: { code: codeIn(outcome.error), message: literal(outcome.error.message) },
          } as const);
    const body = webhookBody(event, compliance, new Date(timestamp), task);
    await send(
      { id, address, body, encryptedOnly: compliance.hipaa },
      new AbortController().signal,
    ).catch((error: unknown) => {
      // The error's message names the receiver, which stays out of the log.
      log.warn({ account, task, code: errorData(error).code }, 'webhook');
      throw error;
    });
  };
}

/**
 * Returns the issue of a webhook whose URL names a private address literally: no message could ever
 * be delivered. A name is resolved when the message is sent, as it may change until then.
 */
export function webhookIssues(
  webhook: string | undefined,
  privateHosts: readonly string[],
): readonly FieldIssue[] {
  if (webhook === undefined || !URL.canParse(webhook)) return [];
  const url = new URL(webhook);
  const host = literalPrivateHost(url.hostname);
  if (host === null || isAllowedWebhook(url, privateHosts)) return [];
  return [{ field: 'webhook', message: privateReasonFor(url)(host) }];
}

function literalPrivateHost(hostname: string): string | null {
  const literal = literalAddress(hostname);
  if (literal !== null) return isPrivateAddress(literal) ? literal : null;
  return isLoopbackHost(hostname) ? hostname : null;
}

function isAllowedWebhook(url: URL, privateHosts: readonly string[]): boolean {
  return isListedHost(privateHosts, url.hostname, portOf(url));
}

function privateReasonFor({ host }: Pick<URL, 'host'>): (address: string) => Message {
  return (address) => message('webhooks.privateAddressService', { address, host });
}
