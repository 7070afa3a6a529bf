import type { Protocol } from 'devtools-protocol';
import type { DevToolsSession } from '../devtools/session.js';
import { toElectron } from '../network/custom-schemes.js';

type Level = Electron.WebContentsConsoleMessageEventParams['level'];

/** A console line as in Electron's event `console-message` (docs/api/web-contents.md). */
export interface ConsoleMessage {
  readonly level: Level;
  readonly message: string;
  /** 1-based; 0 if Chromium does not know it. */
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

/** The console of a page and its cross-site frames. */
export class PageConsole {
  readonly #report: (message: ConsoleMessage) => void;
  readonly #documents = new Set<DevToolsSession>();
  #isOpen = false;

  constructor(report: (message: ConsoleMessage) => void) {
    this.#report = report;
  }

  follow(document: DevToolsSession): void {
    this.#documents.add(document);
    document.onEnd(() => this.#documents.delete(document));
    if (this.#isOpen) this.#listen(document);
  }

  /**
   * Starts reporting. Only on the first listener, because Chromium keeps every value that it
   * reports.
   */
  open(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    for (const document of this.#documents) this.#listen(document);
  }

  #listen(document: DevToolsSession): void {
    document.on('Runtime.consoleAPICalled', (call) => {
      if (!withoutText.has(call.type)) this.#report(fromCall(call));
    });
    document.on('Runtime.exceptionThrown', ({ exceptionDetails }) =>
      this.#report(fromThrown(exceptionDetails)),
    );
    document.on('Log.entryAdded', ({ entry }) => this.#report(fromEntry(entry)));
    document.post('Runtime.enable');
    document.post('Log.enable');
  }
}

/** Console calls that print nothing. */
const withoutText: ReadonlySet<string> = new Set(['clear', 'endGroup']);

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

/** Formats a value like Chromium: an object by its class, an error without its stack. */
function textOf(value: Protocol.Runtime.RemoteObject): string {
  const { type, subtype, description, unserializableValue } = value;
  if (subtype === 'error') return (description ?? '').split('\n    at ', 1)[0] ?? '';
  const hasOwnText =
    type !== 'object' || subtype === 'null' || /^(date|regexp)$/.test(subtype ?? '');
  if (!hasOwnText) return '[object Object]';
  if (value.value !== undefined) return String(value.value);
  return unserializableValue ?? description ?? type;
}
