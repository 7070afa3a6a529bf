import { call } from '../bridge/bridge.js';
import { t, textOf } from '../i18n/t.js';
import { endFailure, reportResult, showFailure, showNotice } from './notices.js';
import { message } from '@shared/messages/message.js';

/** In the browser. */
export async function openLink(url: string): Promise<void> {
  const result = await call('url:open', { url });
  reportResult(t('window.openLinkFailed'), result);
}

const failures = {
  link: {
    title: message('window.copyLinkFailed'),
    message: (text: string) => message('window.clipboardUnavailableLink', { text }),
  },
  URL: {
    title: message('window.copyUrlFailed'),
    message: (text: string) => message('window.clipboardUnavailableUrl', { text }),
  },
} as const;

/**
 * Copies a text to the clipboard and shows a notice.
 * @param kind names the text in the error, which also shows the text itself
 * @returns true if the text was copied
 */
export async function copyText(text: string, kind: 'link' | 'URL', done: string): Promise<boolean> {
  const failed = textOf(failures[kind].title);
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    showFailure(failed, { code: 'refused', message: failures[kind].message(text) });
    return false;
  }
  endFailure(failed);
  showNotice(done);
  return true;
}
