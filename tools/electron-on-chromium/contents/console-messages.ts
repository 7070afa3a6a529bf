import type { Protocol } from 'devtools-protocol';
import type { DevToolsSession } from '../devtools/session.js';
import { toElectron } from '../network/custom-schemes.js';

type Level = Electron.WebContentsConsoleMessageEventParams['level'];

/** A line on a page's console as Electron tells of it (docs/api/web-contents.md, `console-message`). */
export interface ConsoleMessage {
  readonly level: Level;
  readonly message: string;
  /** Counted from 1; 0 where Chromium knows none. */
  readonly lineNumber: number;
  readonly sourceId: string;
}

/** The deprecated number of each level, which Electron still passes. */
export const levelNumbers: Readonly<Record<Level, number>> = {
  debug: 0,
  info: 1,
  warning: 2,
  error: 3,
};

/** Tells of each line on the console of one document: what scripts write, what they throw, what Chromium itself says. */
export function followConsole(
  session: DevToolsSession,
  tell: (message: ConsoleMessage) => void,
): void {
  session.on('Runtime.consoleAPICalled', (call) => {
    // What it clears, or counts without a word, is no line.
    if (call.type === 'clear' || call.type === 'endGroup') return;
    tell(fromCall(call));
  });
  session.on('Runtime.exceptionThrown', ({ exceptionDetails }) =>
    tell(fromThrown(exceptionDetails)),
  );
  session.on('Log.entryAdded', ({ entry }) => tell(fromEntry(entry)));
  session.tell('Runtime.enable');
  session.tell('Log.enable');
}

function fromCall({
  type,
  args,
  stackTrace,
}: Protocol.Runtime.ConsoleAPICalledEvent): ConsoleMessage {
  const [place] = stackTrace?.callFrames ?? [];
  return {
    level: callLevels[type] ?? 'info',
    message: args.map(textOf).join(' '),
    lineNumber: place === undefined ? 0 : place.lineNumber + 1,
    sourceId: toElectron(place?.url ?? ''),
  };
}

const callLevels: Readonly<Partial<Record<string, Level>>> = {
  error: 'error',
  assert: 'error',
  warning: 'warning',
  debug: 'debug',
};

function fromThrown(details: Protocol.Runtime.ExceptionDetails): ConsoleMessage {
  const { text, exception, lineNumber, url, stackTrace } = details;
  const thrown = exception === undefined ? '' : ` ${textOf(exception)}`;
  return {
    level: 'error',
    message: `${text}${thrown}`,
    lineNumber: lineNumber + 1,
    sourceId: toElectron(url ?? stackTrace?.callFrames[0]?.url ?? ''),
  };
}

function fromEntry({ level, text, url, lineNumber }: Protocol.Log.LogEntry): ConsoleMessage {
  return {
    level: level === 'verbose' ? 'debug' : level,
    message: text,
    lineNumber: lineNumber === undefined ? 0 : lineNumber + 1,
    sourceId: toElectron(url ?? ''),
  };
}

/** A value as Chromium writes it into a line: an object by its class, an error without its stack. */
function textOf(value: Protocol.Runtime.RemoteObject): string {
  const { type, subtype, description, unserializableValue } = value;
  if (subtype === 'error') return (description ?? '').split('\n    at ', 1)[0] ?? '';
  const hasOwnText =
    type !== 'object' || subtype === 'null' || /^(date|regexp)$/.test(subtype ?? '');
  if (!hasOwnText) return '[object Object]';
  if (value.value !== undefined) return String(value.value);
  return unserializableValue ?? description ?? type;
}
