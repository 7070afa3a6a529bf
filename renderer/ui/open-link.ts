import { call } from '../bridge.js';
import { t } from '../i18n/t.js';
import { reportResult } from './notices.js';

/** Opens a URL in the browser. */
export async function openLink(url: string): Promise<void> {
  const result = await call('url:open', { url });
  reportResult(t('window.openLinkFailed'), result);
}
