import type { Protocol } from 'devtools-protocol';
import type { DevToolsSession } from '../devtools/session.js';

/**
 * Returns the text of a function that returns a File's path. It pauses the page's scripts, so that
 * the response arrives before it returns, as in Electron's webUtils.getPathForFile.
 */
export function pathLookup(token: string): string {
  return `function ${questionName(token)}(file) {
    if (!(file instanceof Blob)) throw new TypeError('getPathForFile expected to receive a File object but one was not provided');
    if (!(file instanceof File)) return '';
    let path = '';
    debugger;
    return path;
  }`;
}

/** Answers these requests as long as the session lasts. */
export function filePaths(session: DevToolsSession, token: string): readonly Promise<unknown>[] {
  session.on('Debugger.paused', ({ callFrames: [frame] }) => {
    const isQuestion = frame?.functionName === questionName(token);
    // A page's own `debugger` statements have no effect without DevTools.
    const answered = isQuestion ? answer(session, frame) : Promise.resolve();
    void answered.finally(() => session.post('Debugger.resume'));
  });
  return [session.send('Debugger.enable')];
}

function questionName(token: string): string {
  return `${token}_path`;
}

async function answer(
  session: DevToolsSession,
  { callFrameId }: Protocol.Debugger.CallFrame,
): Promise<void> {
  const file = await session.send('Debugger.evaluateOnCallFrame', {
    callFrameId,
    expression: 'file',
  });
  const { objectId } = file.result;
  if (objectId === undefined) return;
  const { path } = await session.send('DOM.getFileInfo', { objectId });
  await session.send('Debugger.evaluateOnCallFrame', {
    callFrameId,
    expression: `path = ${JSON.stringify(path)}`,
  });
}
