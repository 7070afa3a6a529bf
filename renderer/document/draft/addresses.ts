import { type Message, message } from '@shared/messages/message.js';
import { type SingleSource, sourceFromInput } from '@shared/request/source.js';
import { looksLikeUrl } from '@shared/request/url.js';

/** One per line; a single empty one for an empty text. */
export function addressLines(url: string): readonly string[] {
  return url.split('\n');
}

/** Becomes several lines if the new text has several. */
export function withLine(url: string, index: number, text: string): string {
  return addressLines(url)
    .toSpliced(index, 1, ...text.split(/\r?\n|\r/))
    .join('\n');
}

export function withoutLine(url: string, index: number): string {
  return addressLines(url).toSpliced(index, 1).join('\n');
}

/** Without blank lines. */
export function filledAddresses(url: string): readonly string[] {
  return addressLines(url).filter((line) => line.trim() !== '');
}

export function validAddresses(url: string): readonly SingleSource[] {
  return parsedLines(url).flatMap(({ source }) => source ?? []);
}

interface ParsedLine {
  /** Null if the line is invalid or blank. */
  readonly source: SingleSource | null;
  readonly issue: Message | null;
}

let last: { readonly url: string; readonly lines: readonly ParsedLine[] } = { url: '', lines: [] };

/** Parses all lines, once for the same text: a pasted list may have thousands. */
export function parsedLines(url: string): readonly ParsedLine[] {
  if (last.url !== url || last.lines.length === 0) {
    const known = new Map(addressLines(last.url).map((line, index) => [line, last.lines[index]]));
    last = { url, lines: addressLines(url).map((line) => known.get(line) ?? parsedLine(line)) };
  }
  return last.lines;
}

function parsedLine(line: string): ParsedLine {
  if (line.trim() === '') return { source: null, issue: null };
  const source = sourceFromInput(line);
  return source.ok
    ? { source: source.value, issue: null }
    : { source: null, issue: source.message };
}

/** `index` is from 0; the error names the line if there are several. Null if all are valid. */
export function firstAddressIssue(
  url: string,
): { readonly index: number; readonly message: Message } | null {
  const lines = parsedLines(url);
  for (const [index, { issue }] of lines.entries()) {
    if (issue === null) continue;
    return {
      index,
      message: lines.length === 1 ? issue : message('form.issueInLine', { line: index + 1, issue }),
    };
  }
  return null;
}

/**
 * Trimmed, without blank lines: two or more that look like URLs, and fewer that don't, which the
 * form marks as invalid. Null for any other text.
 */
export function addressesIn(text: string): readonly string[] | null {
  const lines = tidyLines(text);
  const count = lines.filter(looksLikeUrl).length;
  if (count < 2 || count <= lines.length - count) return null;
  return lines.some((line) => line.startsWith('<')) ? null : lines;
}

/** Trimmed, without blank ones. */
export function tidyLines(text: string): readonly string[] {
  return text
    .split(/\r?\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
