import { basename, extname } from 'node:path';
import { type Message, message } from '../../../shared/messages/message.js';
import { unmarkedUtf16 } from './text-encoding.js';

/** Types of convertible files, by extension. */
const kinds = {
  '.html': 'HTML',
  '.htm': 'HTML',
  '.xhtml': 'HTML',
  '.mhtml': 'MHTML',
  '.mht': 'MHTML',
  '.svg': 'SVG',
  '.txt': 'text',
  '.md': 'Markdown',
  '.markdown': 'Markdown',
  '.zip': 'ZIP',
  '.epub': 'EPUB',
  '.docx': 'DOCX',
} as const satisfies Record<string, string>;

type SourceKind = (typeof kinds)[keyof typeof kinds];

/** The extensions of convertible files. */
export const sourceEndings: readonly string[] = Object.keys(kinds);

/** The extensions of the files that folders are searched for. */
export const folderEndings = sourceEndings.filter(isFoundInFolders);

/**
 * Most ZIP archives are no pages, so the user must name them. Word keeps files such as
 * `~$report.docx` beside open ones.
 */
export function isFoundInFolders(path: string): boolean {
  if (basename(path).startsWith('~$')) return false;
  const kind = sourceKindOf(path.startsWith('.') ? `a${path}` : path);
  return kind !== null && kind !== 'ZIP';
}

/** Returns true for a file whose documents are read from it as from a folder. */
export function isArchive(path: string): boolean {
  const kind = sourceKindOf(path);
  return kind !== null && packedKinds.includes(kind);
}

/** Types that are ZIP archives. */
const packedKinds: readonly SourceKind[] = ['ZIP', 'EPUB', 'DOCX'];

/** By the extension; null for an unknown one. */
export function sourceKindOf(path: string): SourceKind | null {
  const ending = extname(path).toLowerCase();
  return isSourceEnding(ending) ? kinds[ending] : null;
}

function isSourceEnding(ending: string): ending is keyof typeof kinds {
  return Object.hasOwn(kinds, ending);
}

/** Of Word 97 to 2003, and of a .docx file with a password. */
const officeSignature = 'd0cf11e0';

/** First bytes, in hexadecimal, of formats often taken for HTML, and their names. */
const signatures: readonly (readonly [string, Message])[] = [
  ['255044462d', message('sources.pdf')],
  ['504b0304', message('sources.zip')],
  [officeSignature, message('sources.office')],
  ['89504e47', message('sources.png')],
  ['ffd8ff', message('sources.jpeg')],
  ['47494638', message('sources.gif')],
  ['1f8b', message('sources.gzip')],
  ['7f454c46', message('sources.program')],
];

/** Of an archive, and of an empty one (APPNOTE.TXT, 4.3). */
const zipSignatures = ['504b0304', '504b0506'];

/** Byte order marks, in hexadecimal: UTF-16 is the only text with zero bytes that browsers read. */
const utf32Marks = ['fffe0000', '0000feff'];
const utf16Marks = ['fffe', 'feff'];

/**
 * Null if there is no issue.
 * @param source what the message calls it
 * @param head the first bytes of the content, or all of it
 * @param size of the whole content, in bytes
 * @param expected what it should be
 */
export function contentIssue(
  source: Message,
  head: Uint8Array,
  size: number,
  expected: SourceKind = 'HTML',
): Message | null {
  const kind = expected === 'text' ? message('sources.text') : expected;
  if (size === 0) return message('sources.empty', { source, kind });
  if (head.length === size && /^\s*$/.test(new TextDecoder().decode(head)))
    return message('sources.blank', { source, kind });
  const start = Buffer.from(head.subarray(0, 16)).toString('hex');
  const isPacked = packedKinds.includes(expected);
  if (isPacked && zipSignatures.some((each) => start.startsWith(each))) return null;
  if (expected === 'DOCX' && start.startsWith(officeSignature)) {
    return message('sources.docxEncrypted', { source });
  }
  const other = signatures.find(([signature]) => start.startsWith(signature))?.[1];
  if (other !== undefined) return message('sources.otherKind', { source, other, kind });
  const startsWith = (mark: string) => start.startsWith(mark);
  if (utf32Marks.some(startsWith)) return message('sources.utf32', { source });
  if (isPacked) return message('sources.notPacked', { source, kind: expected });
  if (expected === 'MHTML' && !archiveHeader.test(asText(head)))
    return message('sources.notArchive', { source });
  if (expected !== 'MHTML' && isIso2022Kr(head)) return message('sources.iso2022Kr', { source });
  const isUtf16 = utf16Marks.some(startsWith) || unmarkedUtf16(head) !== null;
  const isBinary = head.includes(0) && !isUtf16;
  return isBinary ? message('sources.binary', { source, kind }) : null;
}

/** Returns true for a text in ISO-2022-KR, by its sequence (RFC 1557); browsers do not read it. */
export function isIso2022Kr(bytes: Uint8Array): boolean {
  return asText(bytes).includes('\x1b$)C');
}

const archiveHeader = /^content-type:\s*(multipart\/|text\/html|application\/xhtml)/im;

function asText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}

/** Of an extension such as `.css`; undefined for an unknown one. */
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
