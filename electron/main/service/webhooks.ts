import { errorData } from '../../shared/errors.js';
import { webhookBody } from '../outbox/webhook-message.js';
import { signingSecretOfCommand } from '../webhooks/signing-secret.js';
import { webhookSender } from '../webhooks/send-webhook.js';
import { isAllowedWebhook, privateWebhookAdvice } from './private-webhooks.js';
import type { ServiceLog } from './service-log.js';
import type { ReadDelivery, ServiceOptions } from './service-options.js';
import { type WebhookTask, codeIn } from './store/service-store.js';
import { literal } from '../../shared/messages/message.js';

/**
 * Posts the message of a request's end (the interface, section 6), as Standard Webhooks says. A stranger named its address: it may be in a private network
 * only where the service's own list says so. A try that fails is logged, without the address.
 * @throws DeliveryFailure
 */
export function webhookPoster(
  delivery: ReadDelivery,
  options: Pick<ServiceOptions, 'privateHosts'>,
  log: Pick<ServiceLog, 'warn'>,
): (message: WebhookTask) => Promise<void> {
  return async ({ address, id, task, account, timestamp, outcome, compliance }) => {
    const url = URL.canParse(address) ? new URL(address) : null;
    const send = webhookSender({
      secret: async () => signingSecretOfCommand(async () => (await delivery()).webhookSecret()),
      allowsPrivate: () => url !== null && isAllowedWebhook(url, options.privateHosts),
      ...(url !== null && { privateAdvice: privateWebhookAdvice(url) }),
    });
    const told =
      outcome.kind === 'made'
        ? ({ kind: 'completed', url: outcome.response.url, file: outcome.response.file } as const)
        : ({
            kind: 'failed',
            error: { code: codeIn(outcome.error), message: literal(outcome.error.message) },
          } as const);
    const body = webhookBody(told, compliance, new Date(timestamp), task);
    await send(
      { id, address, body, encryptedOnly: compliance.hipaa },
      new AbortController().signal,
    ).catch((thrown: unknown) => {
      // The sentence names the receiver's host, which is nobody's business in a log.
      log.warn({ account, task, code: errorData(thrown).code }, 'webhook');
      throw thrown;
    });
  };
}
