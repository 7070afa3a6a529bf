import { createReadStream } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { basename, extname, sep } from 'node:path';
import { Readable } from 'node:stream';
import { type Message, message } from '../../../shared/messages/message.js';
import { contentTypeOf, isArchive, sourceKindOf } from '../sources/source-kinds.js';
import { isInAllowedFolder, isInside, offeredFolder, realPathOf } from './allowed-folders.js';
import { type MhtmlServer, serveMhtml } from '../sources/mhtml/mhtml-archive.js';
import { localAddress, localPath, withoutInternalUrls } from '../addresses/page-address.js';
import { diskPath } from '../../util/disk-path.js';
import { textEncoding } from '../sources/detect-encoding.js';
import { textPage } from '../sources/plain-text.js';
import { declaredEncoding, decodedText, isPlainAscii } from '../sources/text-encoding.js';
import { once } from '../../util/async.js';

/** Text that is served as if it were a file at `address`. */
interface VirtualDocument {
  readonly address: string;
  readonly html: string;
}

export interface LocalFiles {
  /** The prefix of the page's own URLs. */
  readonly root: string;
  /** The folder whose files, at any depth, are served; null for none. */
  readonly folder: string | null;
  /** Folders that the user allowed as well. */
  readonly allowedFolders: readonly string[];
  readonly document: VirtualDocument | null;
  /** The file that the user named as the source; it may be a link to outside the folder. */
  readonly main?: string;
  /** Called for each requested file that does not exist, or that the page may not read. */
  readonly onFailure: (failure: LocalFailure) => void;
}

/** Why a page gets no file. */
export interface LocalFailure {
  /** The requested URL without its fragment. */
  readonly address: string;
  /** The path of the file, or a URL that has none. */
  readonly resource: string;
  /** The end of a sentence. */
  readonly reason: Message;
  /** Whether the rules refuse it, rather than that it does not exist. */
  readonly isRefused: boolean;
  /** The folder that the user can allow, so that the page may read the file. */
  readonly folder?: string | undefined;
}

/**
 * Handles a page's requests on the local scheme (Electron's protocol.handle): files in the folder
 * or below, by their real paths, so that neither `..` nor a symbolic link leads out; files whose
 * real paths are in folders that the user allowed; nothing else on the disk (docs/security.md).
 */
export function serveLocalFiles(files: LocalFiles): (request: Request) => Promise<Response> {
  const archive = archiveServer(files);
  const packed = packedFiles(files);
  return async (request) => {
    const address = withoutFragment(request.url);
    if (files.document?.address === address) {
      return htmlResponse(files.document.html);
    }
    const archived = await archive(address);
    if (archived !== null) return archived;
    const unpacked = await packed(address);
    if (unpacked !== null) return unpacked;
    const path = await allowedPath(address, files);
    if (path === null) return Response.error();
    return path === files.main ? mainResponse(path) : fileResponse(path, false);
  };
}

function archiveServer({ main, root }: LocalFiles): MhtmlServer {
  if (main === undefined || sourceKindOf(main) !== 'MHTML')
    return async () => Promise.resolve(null);
  return serveMhtml(main, localAddress(main, root));
}

/** Serves the files in an archive, as if it were a folder; null for other URLs. */
function packedFiles({ main, root, onFailure }: LocalFiles) {
  if (main === undefined || !isArchive(main)) return async () => Promise.resolve(null);
  const opened = once(async () => {
    const { ZipArchive } = await import('../sources/archive/zip-archive.js');
    return ZipArchive.open(main);
  });
  return async (address: string): Promise<Response | null> => {
    const path = localPath(address, root);
    if (path === null || (path !== main && !isInside(path, main))) return null;
    const archive = await opened();
    const name = path.slice(main.length + 1).replaceAll(sep, '/');
    const bytes = await archive.read(name).catch(() => 'damaged' as const);
    if (bytes instanceof Buffer) return packedResponse(name, bytes, sourceKindOf(main) === 'EPUB');
    const reason = message(bytes === null ? 'access.noFile' : 'access.damagedFile');
    onFailure({ address, resource: path, reason, isRefused: false });
    return Response.error();
  };
}

/** @param isBook whether pages are XHTML, whatever their names (EPUB 3.3, 3.4) */
function packedResponse(name: string, bytes: Buffer, isBook: boolean): Response {
  const known = contentTypeOf(extname(name)) ?? 'application/octet-stream';
  const type = isBook && known === 'text/html' ? 'application/xhtml+xml' : known;
  return new Response(new Uint8Array(bytes), {
    headers: { ...uncached, 'content-type': withCharset(type, bytes.subarray(0, detectedBytes)) },
  });
}

async function allowedPath(address: string, files: LocalFiles): Promise<string | null> {
  const path = localPath(address, files.root);
  const resource = path ?? withoutInternalUrls(address);
  const refuse = (reason: Message, folder?: string) => {
    files.onFailure({ address, resource, reason, isRefused: true, folder });
    return null;
  };
  if (path === null) return refuse(message('access.noLocalPath'));
  if (path === files.main) return path;
  const real = await realPathOf(path);
  if (!(await isAllowed(path, real, files.allowedFolders))) {
    const allowed = files.folder;
    if (allowed === null) return refuse(message('access.noLocalFiles'));
    const folder = await realPathOf(allowed);
    if (folder === null || !isInside(path, allowed)) {
      const reason = message('access.outsideFolder', { folder: allowed });
      return refuse(reason, await offeredFolder(real));
    }
    if (real !== null && !isInside(real, folder)) {
      const reason = message('access.linkOutside', { path: real, folder: allowed });
      return refuse(reason, await offeredFolder(real));
    }
  }
  if (real === null || !(await stat(real)).isFile()) {
    files.onFailure({ address, resource, reason: message('access.noFile'), isRefused: false });
    return null;
  }
  return real;
}

/** A missing file has no real path; whether it is allowed only decides about the message. */
async function isAllowed(
  path: string,
  real: string | null,
  folders: readonly string[],
): Promise<boolean> {
  if (real !== null) return isInAllowedFolder(real, folders);
  return folders.some((folder) => isInside(path, folder));
}

/** How many bytes of a text are analyzed to detect its encoding. */
const detectedBytes = 1024 * 1024;

/** A later page of the same window must request it again, and pass the rules. */
const uncached = { 'cache-control': 'no-store' };

export function withoutFragment(address: string): string {
  return address.split('#', 1)[0] ?? address;
}

function htmlResponse(html: string): Response {
  return new Response(html, {
    headers: { ...uncached, 'content-type': 'text/html; charset=utf-8' },
  });
}

async function mainResponse(path: string): Promise<Response> {
  const kind = sourceKindOf(path);
  if (kind === 'text' && (await hasFormFeed(path))) {
    return htmlResponse(textPage(await readText(path)));
  }
  if (kind !== 'Markdown') return fileResponse(path, true);
  // The converter is loaded for the first Markdown file.
  const [text, { markdownPage }] = await Promise.all([
    readText(path),
    import('../sources/markdown.js'),
  ]);
  return htmlResponse(markdownPage(text, basename(path, extname(path))));
}

async function hasFormFeed(path: string): Promise<boolean> {
  // A stream of bytes, as it has no encoding.
  for await (const bytes of createReadStream(diskPath(path)) as AsyncIterable<Buffer>) {
    if (bytes.includes('\f')) return true;
  }
  return false;
}

async function readText(path: string): Promise<string> {
  const bytes = await readFile(diskPath(path));
  return decodedText(bytes, textEncoding(bytes));
}

async function fileResponse(path: string, isMain: boolean): Promise<Response> {
  const real = isMain ? diskPath(path) : path;
  const { size } = await stat(real);
  // Node and the DOM have different types for the same stream.
  const body = Readable.toWeb(createReadStream(real)) as ReadableStream<Uint8Array>;
  const type = contentTypeOf(extname(path)) ?? (isMain ? 'text/html' : null);
  return new Response(body, {
    headers: {
      ...uncached,
      'content-type': await fileType(type, real),
      'content-length': String(size),
      // Chromium would take a text with zero bytes or control characters for a download.
      ...(isMain ? { 'x-content-type-options': 'nosniff' } : {}),
    },
  });
}

const documentTypes: ReadonlySet<string> = new Set([
  'text/html',
  'application/xhtml+xml',
  'image/svg+xml',
  'text/plain',
]);

async function fileType(type: string | null, path: string | Buffer): Promise<string> {
  if (type === null) return 'application/octet-stream';
  return documentTypes.has(type) ? withCharset(type, await readStart(path)) : type;
}

/**
 * Adds the encoding of a document that does not declare one: Chromium detects it for `file:` alone,
 * not for the scheme of local pages.
 * @param bytes the text, or its start
 */
function withCharset(type: string, bytes: Buffer): string {
  if (!documentTypes.has(type)) return type;
  if (type !== 'text/plain' && (isPlainAscii(bytes) || declaredEncoding(bytes) !== null)) {
    return type;
  }
  return `${type}; charset=${textEncoding(bytes)}`;
}

async function readStart(path: string | Buffer): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(detectedBytes), 0, detectedBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
