import type { Protocol } from 'devtools-protocol';
import type { DevToolsSession } from '../devtools/session.js';

/**
 * The text of a function that gives a File's path. It stops the page's scripts, so that the
 * question can be answered before it returns, as in Electron's webUtils.getPathForFile.
 */
export function pathQuestion(token: string): string {
  return `function ${questionName(token)}(file) {
    if (!(file instanceof Blob)) throw new TypeError('getPathForFile expected to receive a File object but one was not provided');
    if (!(file instanceof File)) return '';
    let path = '';
    debugger;
    return path;
  }`;
}

/** Answers such questions for as long as the session lasts. */
export function filePaths(session: DevToolsSession, token: string): readonly Promise<unknown>[] {
  session.on('Debugger.paused', ({ callFrames: [frame] }) => {
    const isQuestion = frame?.functionName === questionName(token);
    // A page may have `debugger` statements of its own; without DevTools they do nothing.
    const answered = isQuestion ? answer(session, frame) : Promise.resolve();
    void answered.finally(() => session.tell('Debugger.resume'));
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
