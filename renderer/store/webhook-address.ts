import type { Draft } from '@shared/draft.js';
import type { FieldIssue } from '@shared/errors.js';
import { looksLikeUrl, withScheme } from '@shared/request/address.js';
import { quote } from '@shared/request/wording.js';
import { isPrivateHost } from './private-host.js';

/** A webhook as it was typed; one without a scheme gets one. */
export function webhookAddress(typed: string): string {
  const written = typed.trim();
  return looksLikeUrl(written) && !/^https?:/i.test(written) ? withScheme(written) : written;
}

/**
 * The mistake of a webhook that the settings do not let go where it is to go, as far as its address says that by itself: where a name leads, only the main
 * process finds out.
 * @param isAllowed whether webhooks may go to private addresses
 */
export function privateWebhookIssues(
  { webhook }: Pick<Draft, 'webhook'>,
  isAllowed: boolean,
): readonly FieldIssue[] {
  const address = webhookAddress(webhook);
  if (isAllowed || !URL.canParse(address) || !isPrivateHost(new URL(address).hostname)) return [];
  const message = `The webhook ${quote(address)} goes to a private address. Turn on Private addresses in the webhook settings to allow it.`;
  return [{ field: 'webhook', message }];
}
