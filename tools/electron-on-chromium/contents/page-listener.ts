import type { DevToolsSession } from '../devtools/session.js';

/** A page that opens in the background. */
export interface OpeningPage {
  readonly opened: Promise<{ readonly session: DevToolsSession }>;
}

/**
 * Runs a script in each document of a page, in a JavaScript world of its own.
 * @param name of the world and of the function that reports to this process
 * @param script runs in the page, so it is self-contained; it receives the function's name
 */
export function listenInPage(
  contents: OpeningPage,
  name: string,
  script: (binding: string) => void,
  onReport: (text: string) => void,
): void {
  contents.opened.then(
    ({ session }) => {
      session.on('Runtime.bindingCalled', (call) => {
        if (call.name === name) onReport(call.payload);
      });
      session.post('Runtime.addBinding', { name, executionContextName: name });
      session.post('Page.addScriptToEvaluateOnNewDocument', {
        source: `(${script.toString()})(${JSON.stringify(name)})`,
        worldName: name,
        runImmediately: true,
      });
    },
    // The user of a window that did not open gets the error.
    () => undefined,
  );
}
