import type { WebContentsConsoleMessageEventParams } from 'electron';
import { type Message, literal, message } from '../../../shared/messages/message.js';
import { withoutFragment } from '../access/local-files.js';
import { oneLine } from '../contract/findings.js';

type ConsoleLine = Pick<
  WebContentsConsoleMessageEventParams,
  'level' | 'message' | 'lineNumber' | 'sourceId'
>;

/** Chromium reports `file:` URLs in no other way: it requests none for pages of another scheme. */
const refusedFile = /^Not allowed to load local resource: (file:.+)$/;

/** Failures that load-tracker.ts and local-files.ts report. */
const failedResource = /^Failed to load \w+: /;

const maxMessageLength = 200;

/** An image or font in the HTML itself, which would hide the rest of a message. */
const longDataUrl = /(\bdata:[^\s'"()]{25})[^\s'"()]+/gi;

/** Returns the URL of the local file that a line says is refused; null for other lines. */
export function refusedFileUrl({ level, message: text }: ConsoleLine): string | null {
  return level === 'error' ? (refusedFile.exec(text)?.[1] ?? null) : null;
}

/**
 * Returns the message for a line on a page's console (Electron: `console-message`); null for
 * anything but an error, and for failed resources, which are findings already.
 * @param pageAddress URL of the page; its own scripts are identified by their line only
 */
export function consoleMessage(line: ConsoleLine, pageAddress: string): Message | null {
  if (line.level !== 'error' || failedResource.test(line.message)) return null;
  const text = oneLine(line.message.replace(longDataUrl, '$1…'), maxMessageLength);
  const place = placeOf(line, pageAddress);
  const [, thrown] = /^Uncaught (.+)$/.exec(text) ?? [];
  if (thrown === undefined) return consoleError(text, place);
  const failure = { text: thrown.replace(/^\(in promise\) /, '') };
  return place === null
    ? message('preflight.scriptFailed', failure)
    : message('preflight.scriptFailedAt', { ...failure, place });
}

function consoleError(line: string, place: Message | null): Message {
  const text = line === '' ? message('preflight.consoleEmpty') : line;
  return place === null
    ? message('preflight.consoleError', { text })
    : message('preflight.consoleErrorAt', { text, place });
}

function placeOf({ sourceId, lineNumber: line }: ConsoleLine, pageAddress: string): Message | null {
  const source = withoutFragment(sourceId);
  if (source === '' || source === withoutFragment(pageAddress))
    return line > 0 ? message('preflight.consoleLine', { line }) : null;
  const file = oneLine(fileName(source), 60);
  return line > 0 ? message('preflight.consoleFileLine', { file, line }) : literal(file);
}

function fileName(address: string): string {
  if (!URL.canParse(address)) return address;
  const { pathname, host } = new URL(address);
  const name = pathname.split('/').findLast((part) => part !== '') ?? host;
  try {
    return decodeURIComponent(name);
  } catch {
    // A percent sign that does not encode anything.
    return name;
  }
}
