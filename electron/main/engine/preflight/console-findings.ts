import type { WebContentsConsoleMessageEventParams } from 'electron';
import { oneLine } from './one-line.js';

type ConsoleLine = Pick<
  WebContentsConsoleMessageEventParams,
  'level' | 'message' | 'lineNumber' | 'sourceId'
>;

/** What load-tracker.ts and local-files.ts tell in words of their own. */
const toldElsewhere = /^(Failed to load resource: |Not allowed to load local resource: )/;

const maxMessageLength = 200;

/**
 * The sentence about a line on the console of a page, from Electron's event `console-message`; null for a line that is no error, and for one
 * about a resource or a refused access, which are findings of their own.
 * @param pageAddress where the page is; its own scripts are named by their line alone
 */
export function consoleSentence(line: ConsoleLine, pageAddress: string): string | null {
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
    // A per cent sign that stands for itself.
    return name;
  }
}
