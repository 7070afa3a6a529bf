import type { Protocol } from 'devtools-protocol';
import { type DevToolsSession, isGone } from '../devtools/session.js';
import type { Page } from './open-page.js';

/** Runs code in a page's main frame and returns its value; rejects with the page's error. */
export async function evaluate(
  session: DevToolsSession,
  expression: string,
  userGesture: boolean,
): Promise<unknown> {
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression,
    userGesture,
    awaitPromise: true,
    returnByValue: true,
  });
  if (exceptionDetails) throw scriptError(exceptionDetails);
  return result.value;
}

/** Calls the listener with each title of a page, even if it is unchanged. */
export function followTitle(
  { browser, target, session }: Page,
  onTitle: (title: string) => void,
): void {
  const { targetId } = target.info;
  browser.onPageTitle(targetId, onTitle);
  // Chromium reports a title together with a URL; a later title must be requested.
  session.on('Page.loadEventFired', () => {
    browser.root.send('Target.getTargetInfo', { targetId }).then(
      ({ targetInfo }) => onTitle(targetInfo.title),
      (error: unknown) => {
        if (!isGone(error)) throw error;
      },
    );
  });
}

/**
 * Converts Chromium's reason for the end of a process
 * (docs/api/structures/render-process-gone-details.md).
 */
export function reasonGone(status: string): Electron.RenderProcessGoneDetails['reason'] {
  return reasons[status] ?? 'crashed';
}

const reasons: Readonly<Record<string, Electron.RenderProcessGoneDetails['reason']>> = {
  normal: 'clean-exit',
  abnormal: 'abnormal-exit',
  killed: 'killed',
  crashed: 'crashed',
  oom: 'oom',
  'oom killed': 'oom',
  'failed to launch': 'launch-failed',
};

/**
 * Creates what `executeJavaScript` rejects with in Electron, seen on 33: only a rejected promise
 * tells its message, and nothing the type.
 */
function scriptError({ exception, text }: Protocol.Runtime.ExceptionDetails): Error {
  if (!text.startsWith('Uncaught (in promise)')) return new Error(thrownByScript);
  const [line = ''] = (exception?.description ?? String(exception?.value ?? text)).split('\n', 1);
  return new Error(line.replace(/^(?:[A-Z]\w*)?Error(?:: |$)/, ''));
}

const thrownByScript =
  'Script failed to execute, this normally means an error was thrown. Check the renderer console for the error.';
