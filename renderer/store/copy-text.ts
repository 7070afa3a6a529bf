import { showFailure, showNotice } from './notices.js';

/**
 * Puts a text into the clipboard and says so.
 * @returns whether it is there now
 */
export async function copyText(text: string, done: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    showFailure('Nothing was copied', {
      code: 'refused',
      message: `The clipboard could not be written to; the text is ${text}`,
    });
    return false;
  }
  showNotice(done);
  return true;
}
