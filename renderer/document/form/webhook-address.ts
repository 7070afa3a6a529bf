import type { Draft } from '@shared/draft.js';
import type { FieldIssue } from '@shared/errors.js';
import { message } from '@shared/messages/message.js';
import { looksLikeUrl, withScheme } from '@shared/request/url.js';
import { quote } from '@shared/request/text.js';
import { isPrivateHost } from './private-host.js';

/** Returns a typed webhook URL with a scheme. */
export function webhookAddress(typed: string): string {
  const written = typed.trim();
  return looksLikeUrl(written) && !/^https?:/i.test(written) ? withScheme(written) : written;
}

/**
 * Returns an error if the webhook goes to a private address and that isn't allowed. Host names are
 * not resolved here; the main process checks them.
 * @param isAllowed whether webhooks may go to private addresses
 */
export function privateWebhookIssues(
  { webhook }: Pick<Draft, 'webhook'>,
  isAllowed: boolean,
): readonly FieldIssue[] {
  const address = webhookAddress(webhook);
  if (isAllowed || !URL.canParse(address) || !isPrivateHost(new URL(address).hostname)) return [];
  return [{ field: 'webhook', message: message('form.privateWebhook', { url: quote(address) }) }];
}
