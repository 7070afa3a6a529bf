import type { ExistingPolicy } from '@shared/output.js';
import { call } from '../../bridge.js';
import { copyText } from '../../ui/links.js';
import { showNotice, reportResult } from '../../ui/notices.js';
import { changeSettings } from '../../settings/settings-store.js';
import { t } from '../../i18n/t.js';

/**
 * Retries now.
 * @param existing what to do if the name already exists
 */
export async function retryDeliveries(
  ids: readonly string[],
  existing?: ExistingPolicy,
): Promise<void> {
  const input = { ids: [...ids], ...(existing !== undefined && { existing }) };
  const result = await call('deliveries:retry', input);
  reportResult(t('uploads.retryFailed'), result);
}

/** Cancels deliveries; their PDFs are kept until discarded. */
export async function cancelDeliveries(ids: readonly string[]): Promise<void> {
  const result = await call('deliveries:cancel', { ids: [...ids] });
  reportResult(t('uploads.cancelFailed'), result);
}

/** Removes deliveries from the list. An undelivered PDF is deleted with its last delivery. */
export async function removeDeliveries(ids: readonly string[]): Promise<void> {
  const result = await call('deliveries:remove', { ids: [...ids] });
  reportResult(t('uploads.removeFailed'), result);
}

/**
 * Asks for a path and saves the PDF of an undelivered upload there. The upload stays in the list.
 */
export async function saveDelivery(id: string): Promise<void> {
  const result = await call('deliveries:save-as', { id });
  if (reportResult(t('window.saveFailed'), result) && result.value)
    showNotice(t('window.savedTo', { path: result.value.path }));
}

/** Opens the URL of an upload in the browser. */
export async function openDelivery(id: string): Promise<void> {
  const result = await call('deliveries:open', { id });
  reportResult(t('window.openLinkFailed'), result);
}

/** Copies a link. */
export async function copyLink(url: string): Promise<void> {
  await copyText(url, 'link', t('uploads.linkCopied'));
}

/**
 * Creates a temporary link and copies it.
 * @returns true if the link was copied
 */
export async function copyTimedLink(id: string, seconds: number, time: string): Promise<boolean> {
  const result = await call('deliveries:link', { id, seconds });
  if (!reportResult(t('uploads.createLinkFailed'), result)) {
    return false;
  }
  void changeSettings({ linkSeconds: seconds });
  return copyText(result.value.url, 'link', t('uploads.timedLinkCopied', { time }));
}
