import { endFailure, showFailure, showNotice } from './notices.js';

/**
 * Puts a text into the clipboard and says so.
 * @param what it is, in a word: where it cannot be copied, the person is shown it under that name
 * @returns whether it is there now
 */
export async function copyText(text: string, what: 'link' | 'URL', done: string): Promise<boolean> {
  const failed = `Couldn't copy the ${what}`;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    showFailure(failed, {
      code: 'refused',
      message: `The clipboard isn't available. The ${what} is ${text}`,
    });
    return false;
  }
  endFailure(failed);
  showNotice(done);
  return true;
}
