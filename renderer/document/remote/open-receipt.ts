import { call } from '../../bridge.js';
import { reportResult } from '../../ui/notices.js';
import { t } from '../../i18n/t.js';

/** Opens the PDF's URL from a receipt in the browser. */
export async function openReceipt(url: string): Promise<void> {
  const result = await call('receipt:open', { url });
  reportResult(t('window.openLinkFailed'), result);
}
