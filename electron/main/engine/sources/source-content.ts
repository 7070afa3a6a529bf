import type { SourceKind } from './source-kinds.js';

/** First bytes, in hexadecimal, of the formats that people mix up with HTML, and their names. */
const signatures: readonly (readonly [string, string])[] = [
  ['255044462d', 'a PDF'],
  ['504b0304', 'a ZIP archive or an office document'],
  ['d0cf11e0', 'an old office document'],
  ['89504e47', 'a PNG image'],
  ['ffd8ff', 'a JPEG image'],
  ['47494638', 'a GIF image'],
  ['1f8b', 'a gzip archive'],
  ['7f454c46', 'a program'],
];

/** Byte order marks, in hexadecimal: UTF-16 is the only text that browsers read and that holds zero bytes. */
const utf32Marks = ['fffe0000', '0000feff'];
const utf16Marks = ['fffe', 'feff'];

/**
 * What is wrong with the content of a source, as the end of a sentence; null if it can be what it should be.
 * @param head the first bytes of the content, or all of it
 * @param size the size of the whole content in bytes
 * @param kind what it should be
 */
export function contentIssue(
  head: Uint8Array,
  size: number,
  kind: SourceKind = 'HTML',
): string | null {
  if (size === 0) return `is empty; it holds no ${kind}.`;
  if (head.length === size && /^\s*$/.test(new TextDecoder().decode(head))) {
    return `holds only white space, and no ${kind}.`;
  }
  const start = Buffer.from(head.subarray(0, 16)).toString('hex');
  const other = signatures.find(([signature]) => start.startsWith(signature))?.[1];
  if (other !== undefined) return `is ${other}, not ${kind}.`;
  const startsWith = (mark: string) => start.startsWith(mark);
  if (utf32Marks.some(startsWith))
    return 'is text in UTF-32, which browsers do not read; save it as UTF-8.';
  if (
    kind === 'MHTML' &&
    !/^content-type:\s*(multipart\/|text\/html|application\/xhtml)/im.test(asText(head))
  ) {
    return 'is no web archive: its start does not say what is in it; save the page again, or as HTML.';
  }
  return head.includes(0) && !utf16Marks.some(startsWith)
    ? `holds binary data, not ${kind}.`
    : null;
}

function asText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}
