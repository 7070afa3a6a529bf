import { endFailure, showFailure, showNotice } from './notices.js';
import { literal } from '@shared/messages/message.js';

/**
 * Copies a text to the clipboard and shows a notice.
 * @param what names the text in the error, which also shows the text itself
 * @returns true if the text was copied
 */
export async function copyText(text: string, what: 'link' | 'URL', done: string): Promise<boolean> {
  const failed = `Couldn't copy the ${what}`;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    showFailure(failed, {
      code: 'refused',
      message: literal(`The clipboard isn't available. The ${what} is ${text}`),
    });
    return false;
  }
  endFailure(failed);
  showNotice(done);
  return true;
}
