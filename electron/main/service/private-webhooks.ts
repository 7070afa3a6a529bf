import type { FieldIssue } from '../../shared/errors.js';
import { isLoopbackHost } from '../../shared/request/url.js';
import { privateRefusal } from '../webhooks/webhook-route.js';
import { isListedHost, isPrivateAddress, literalAddress, portOf } from '../network/hosts.js';

/** Whether the service's own list lets a webhook lead into a private network. */
export function isAllowedWebhook(url: URL, privateHosts: readonly string[]): boolean {
  return isListedHost(privateHosts, url.hostname, portOf(url));
}

/** What to do about a webhook that leads into a private network. */
export function privateWebhookAdvice({ host }: Pick<URL, 'host'>): string {
  return `If that is meant, have the service started with --allow-private ${host}`;
}

/**
 * What is wrong with a webhook that names a private address by itself: no message could ever be delivered there. Names are looked up when a message is sent, as they may
 * lead elsewhere by then.
 */
export function webhookIssues(
  webhook: string | undefined,
  privateHosts: readonly string[],
): readonly FieldIssue[] {
  if (webhook === undefined || !URL.canParse(webhook)) return [];
  const url = new URL(webhook);
  const found = privateHost(url.hostname);
  if (found === null || isAllowedWebhook(url, privateHosts)) return [];
  const { message } = privateRefusal(url.host, found, privateWebhookAdvice(url));
  return [{ field: 'webhook', message }];
}

/** The host where that is enough to know that it is private. */
function privateHost(hostname: string): string | null {
  const literal = literalAddress(hostname);
  if (literal !== null) return isPrivateAddress(literal) ? literal : null;
  return isLoopbackHost(hostname) ? hostname : null;
}
