import type { DevToolsSession } from '../devtools/session.js';

export interface DialogRules {
  readonly disableDialogs: boolean;
  readonly isVisible: boolean;
}

/**
 * Dismisses alert, confirm and prompt: with disableDialogs as in Electron, otherwise because
 * headless Chromium would wait forever. Dialogs of a visible window are left to the user.
 */
export function answerDialogs(
  session: DevToolsSession,
  { disableDialogs, isVisible }: DialogRules,
): void {
  session.on('Page.javascriptDialogOpening', ({ type, message }) => {
    // A page cannot keep itself open.
    const isLeaving = type === 'beforeunload';
    if (isVisible && !disableDialogs && !isLeaving) return;
    if (!disableDialogs && !isLeaving) {
      process.stderr.write(`electron-on-chromium: dismissed the page's ${type}: ${message}\n`);
    }
    session.post('Page.handleJavaScriptDialog', { accept: isLeaving });
  });
}
