import type { WebContentsConsoleMessageEventParams } from 'electron';
import { oneLine } from './findings.js';

type ConsoleLine = Pick<
  WebContentsConsoleMessageEventParams,
  'level' | 'message' | 'lineNumber' | 'sourceId'
>;

/** Failures that load-tracker.ts and local-files.ts report. */
const toldElsewhere = /^(Failed to load resource: |Not allowed to load local resource: )/;

const maxMessageLength = 200;

/**
 * Returns the message for a line on a page's console (Electron: `console-message`); null for
 * anything but an error, and for failed resources and refused requests, which are findings already.
 * @param pageAddress URL of the page; its own scripts are identified by their line alone
 */
export function consoleMessage(line: ConsoleLine, pageAddress: string): string | null {
  const { level, message } = line;
  if (level !== 'error' || toldElsewhere.test(message)) return null;
  const text = oneLine(message, maxMessageLength) || 'an empty line';
  const place = placeOf(line, pageAddress);
  const [, thrown] = /^Uncaught (.+)$/.exec(text) ?? [];
  return thrown === undefined
    ? `The console of the page shows an error${place}: ${text}`
    : `A script of the page failed${place}: ${thrown.replace(/^\(in promise\) /, '')}`;
}

function placeOf({ sourceId, lineNumber }: ConsoleLine, pageAddress: string): string {
  const line = lineNumber > 0 ? `line ${lineNumber}` : '';
  const source = withoutFragment(sourceId);
  if (source === '' || source === withoutFragment(pageAddress)) return line && ` (${line})`;
  const name = oneLine(fileName(source), 60);
  return ` (${name}${line && `, ${line}`})`;
}

function withoutFragment(address: string): string {
  return address.split('#', 1)[0] ?? '';
}

function fileName(address: string): string {
  if (!URL.canParse(address)) return address;
  const { pathname, host } = new URL(address);
  const name = pathname.split('/').findLast((part) => part !== '') ?? host;
  try {
    return decodeURIComponent(name);
  } catch {
    // A percent sign that means itself.
    return name;
  }
}
