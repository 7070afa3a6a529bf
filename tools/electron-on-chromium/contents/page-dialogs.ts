import type { DevToolsSession } from '../devtools/session.js';

export interface DialogRules {
  readonly disableDialogs: boolean;
  readonly isVisible: boolean;
}

/**
 * Answers alert, confirm and prompt at once: with disableDialogs because Electron does so, else
 * because a headless Chromium would wait for a person that is not there. A visible window's dialogs
 * are left to the person.
 */
export function answerDialogs(
  session: DevToolsSession,
  { disableDialogs, isVisible }: DialogRules,
): void {
  session.on('Page.javascriptDialogOpening', ({ type, message }) => {
    // Electron closes a window that wants to keep its page unless the application listens to
    // will-prevent-unload.
    const isLeaving = type === 'beforeunload';
    if (isVisible && !disableDialogs && !isLeaving) return;
    if (!disableDialogs && !isLeaving) {
      process.stderr.write(
        `electron-on-chromium: nobody to answer the page's ${type}: ${message}\n`,
      );
    }
    session.tell('Page.handleJavaScriptDialog', { accept: isLeaving });
  });
}
