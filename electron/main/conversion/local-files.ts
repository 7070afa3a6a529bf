import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { extname, sep } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** A text that is served as if it stood in a file at `address`. */
export interface VirtualDocument {
  /** A `file:` address. */
  readonly address: string;
  readonly html: string;
}

export interface LocalFiles {
  /** The only folder whose files, at any depth, are served; null serves none. */
  readonly folder: string | null;
  readonly document?: VirtualDocument;
  /** The file that the person named as the source; it may be a link to somewhere else. */
  readonly main?: string;
  /** Called with a sentence for each file that is refused or missing. */
  readonly onRefused: (sentence: string) => void;
}

/**
 * Answers a page's `file:` requests (Electron's protocol.handle): what lies in the folder or below it, by its real path, so that
 * neither `..` nor a symbolic link leads out; nothing else on the disk (design, 6).
 */
export function serveLocalFiles(files: LocalFiles): (request: Request) => Promise<Response> {
  return async (request) => {
    const address = withoutFragment(request.url);
    if (files.document?.address === address) return htmlResponse(files.document.html);
    const path = await allowedPath(address, files);
    return path === null ? Response.error() : fileResponse(path);
  };
}

/** An address for text that has no file: in `folder` if there is one, so that relative links lead there. */
export function virtualAddress(folder: string | null, id: string): string {
  if (folder === null) return `file:///platen/${id}.html`;
  return pathToFileURL(`${folder}${sep}.platen-${id}.html`).href;
}

async function allowedPath(address: string, files: LocalFiles): Promise<string | null> {
  const refuse = (reason: string) => {
    files.onRefused(`${address} was not loaded: ${reason}.`);
    return null;
  };
  if (files.folder === null) return refuse('the page may not read files on this computer');
  const path = pathOf(address);
  if (path === null) return refuse('it is not a path on this computer');
  if (path === files.main) return path;
  const [folder, real] = await Promise.all([realPathOf(files.folder), realPathOf(path)]);
  const border = `the page may read only files in ${files.folder} and below`;
  if (folder === null || !isInside(path, files.folder)) return refuse(border);
  if (real !== null && !isInside(real, folder)) return refuse(`it is a link to ${real}; ${border}`);
  if (real === null || !(await stat(real)).isFile()) return refuse('there is no such file');
  return real;
}

/** A refused spelling (an encoded slash, a host, a NUL byte) has no path. */
function pathOf(address: string): string | null {
  if (!URL.canParse(address) || /%2f|%5c|%00/i.test(address)) return null;
  const url = new URL(address);
  return url.host === '' ? fileURLToPath(url) : null;
}

async function realPathOf(path: string): Promise<string | null> {
  return realpath(path).catch(() => null);
}

function isInside(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function withoutFragment(address: string): string {
  return address.split('#', 1)[0] ?? address;
}

function htmlResponse(html: string): Response {
  return new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8' } });
}

async function fileResponse(path: string): Promise<Response> {
  const { size } = await stat(path);
  const body = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>;
  return new Response(body, {
    headers: { 'content-type': contentTypeOf(path), 'content-length': String(size) },
  });
}

/** By ending, as Chromium does for files; it looks at the content itself where the ending is not known. */
function contentTypeOf(path: string): string {
  return contentTypes[extname(path).toLowerCase()] ?? 'application/octet-stream';
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.htm': 'text/html',
  '.xhtml': 'application/xhtml+xml',
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
