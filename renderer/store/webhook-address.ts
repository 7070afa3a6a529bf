import type { Draft } from '@shared/draft.js';
import type { FieldIssue } from '@shared/errors.js';
import { looksLikeUrl, withScheme } from '@shared/request/address.js';
import { quote } from '@shared/request/wording.js';

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
  const message = `The webhook ${quote(address)} goes to a private address, which is refused as long as Private addresses are off in the settings, under Webhooks.`;
  return [{ field: 'webhook', message }];
}

/** Whether a host is this computer or an address of a private network. @param hostname as a URL has it, in the ordinary spelling */
function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  if (host.includes(':')) return /^(::1?$|f[cd]|fe[89ab])/.test(host);
  const [, a, b] = /^(\d+)\.(\d+)\.\d+\.\d+$/.exec(host) ?? [];
  if (a === undefined || b === undefined) return false;
  const second = Number(b);
  return (
    ['0', '10', '127'].includes(a) ||
    (a === '169' && b === '254') ||
    (a === '172' && second >= 16 && second < 32) ||
    (a === '192' && b === '168')
  );
}
