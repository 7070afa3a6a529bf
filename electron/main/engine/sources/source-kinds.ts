import { extname } from 'node:path';

/** What convertible files contain, by extension. */
const kinds = {
  '.html': 'HTML',
  '.htm': 'HTML',
  '.xhtml': 'HTML',
  '.mhtml': 'MHTML',
  '.mht': 'MHTML',
  '.svg': 'SVG',
  '.txt': 'text',
} as const satisfies Record<string, string>;

type SourceKind = (typeof kinds)[keyof typeof kinds];

/** The extensions that a folder is searched for. */
export const sourceEndings: readonly string[] = Object.keys(kinds);

/** Returns what a file contains, by its extension; null for an unknown one. */
export function sourceKindOf(path: string): SourceKind | null {
  const ending = extname(path).toLowerCase();
  return isSourceEnding(ending) ? kinds[ending] : null;
}

function isSourceEnding(ending: string): ending is keyof typeof kinds {
  return Object.hasOwn(kinds, ending);
}

/** First bytes, in hexadecimal, of formats that are mistaken for HTML, and their names. */
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

/** Byte order marks, in hexadecimal: UTF-16 is the only text with zero bytes that browsers read. */
const utf32Marks = ['fffe0000', '0000feff'];
const utf16Marks = ['fffe', 'feff'];

/**
 * Returns what is wrong with the content of a source, as the end of a sentence; null if nothing is.
 * @param head the first bytes of the content, or all of it
 * @param size of the whole content, in bytes
 * @param kind what it should be
 */
export function contentIssue(
  head: Uint8Array,
  size: number,
  kind: SourceKind = 'HTML',
): string | null {
  if (size === 0) return `is empty; it contains no ${kind}.`;
  if (head.length === size && /^\s*$/.test(new TextDecoder().decode(head))) {
    return `contains only white space, no ${kind}.`;
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
    return 'is not a web archive: its header is missing; save the page again, or as HTML.';
  }
  return head.includes(0) && !utf16Marks.some(startsWith)
    ? `contains binary data, not ${kind}.`
    : null;
}

function asText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}

/** Returns the media type of an extension, such as `.css`; undefined for an unknown one. */
export function contentTypeOf(ending: string): string | undefined {
  return contentTypes[ending.toLowerCase()];
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.htm': 'text/html',
  '.xhtml': 'application/xhtml+xml',
  '.mhtml': 'multipart/related',
  '.mht': 'multipart/related',
  '.xml': 'text/xml',
  '.txt': 'text/plain',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.bmp': 'image/bmp',
  '.ico': 'image/x-icon',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.otf': 'font/otf',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
  '.csv': 'text/csv',
  '.md': 'text/plain',
  '.pdf': 'application/pdf',
};
