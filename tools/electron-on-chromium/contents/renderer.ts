import type { Protocol } from 'devtools-protocol';
import { type DevToolsSession, isGone } from '../devtools/session.js';
import type { Page } from './open-page.js';

/** Runs code in a page's main frame and gives its value; rejects with the page's own error. */
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

/** Calls back with each title of a page, also with one that is not new. */
export function followTitle(
  { browser, target, session }: Page,
  onTitle: (title: string) => void,
): void {
  const { targetId } = target.info;
  browser.onPageTitle(targetId, onTitle);
  // Chromium sends a title together with an address; a title that comes later has to be asked for.
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
 * Translates Chromium's word for the end of a process
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

const errorTypes: Readonly<Record<string, ErrorConstructor>> = {
  EvalError,
  RangeError,
  ReferenceError,
  SyntaxError,
  TypeError,
  URIError,
};

/** An error of the type that the page threw, as structured clone gives it to Electron. */
function scriptError({ exception, text }: Protocol.Runtime.ExceptionDetails): Error {
  const [line = ''] = (exception?.description ?? String(exception?.value ?? text)).split('\n', 1);
  const parts = /^(?:Uncaught )?((?:[A-Z]\w*)?Error)(?:: (.*))?$/.exec(line);
  const [, name = 'Error', message = ''] = parts ?? ['', 'Error', line];
  return new (errorTypes[name] ?? Error)(message);
}
