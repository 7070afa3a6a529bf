import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { SingleSource } from '../../../shared/request/source.js';
import { isArchive } from '../sources/source-kinds.js';

/**
 * The scheme of local pages. Pages of `file:` could start workers that read any file without the
 * session's rules (docs/adr/0005).
 */
export const localScheme = 'platen-page';

/**
 * Chromium treats pages of one registrable domain as one site, whose process is reused from page to
 * page (docs/adr/0007).
 */
const localSite = 'pages.local';

type TextSource = Extract<SingleSource, { kind: 'html' }>;
type FileSource = Extract<SingleSource, { kind: 'file' }>;

/**
 * Returns the origin of one page's local URLs, which no other page ever has.
 * @param id unique
 */
export function localRoot(id: string): string {
  return `${localScheme}://${id}.${localSite}`;
}

/**
 * @param id identifies text without a URL
 * @param root see {@link localRoot}
 */
export function addressOf(source: SingleSource, id: string, root: string): string {
  switch (source.kind) {
    case 'url':
      return source.url;
    case 'file':
      return localAddress(documentPath(source), root);
    case 'html':
      return (
        textAddress(source) ??
        localAddress(join(baseFolder(source) ?? '/', `platen-${id}.html`), root)
      );
  }
}

/** Documents in an archive have a path as if it were a folder. */
function documentPath({ path, entry }: FileSource): string {
  return entry === undefined ? path : join(path, entry);
}

/** Returns the network URL of text whose base is one, as Chromium spells it; else null. */
export function textAddress(source: TextSource): string | null {
  if (source.base === undefined || !/^https?:/i.test(source.base)) return null;
  const address = new URL(source.base);
  address.hash = '';
  return address.href;
}

/** Returns the URL by which other documents link to a source; null for none. */
export function urlOf(source: SingleSource): string | null {
  switch (source.kind) {
    case 'file':
      return pathToFileURL(documentPath(source)).href;
    case 'url':
      return source.url;
    case 'html':
      return textAddress(source);
  }
}

/** Start pages of folders, which a URL without the name leads to as well. */
export const indexPage = /\/index\.(?:x?html?|php)$/i;

/** Null for none. */
export function readableFolder(source: SingleSource): string | null {
  switch (source.kind) {
    case 'url':
      return null;
    case 'file':
      return isArchive(source.path) ? source.path : (source.folder ?? dirname(source.path));
    case 'html':
      return baseFolder(source);
  }
}

/** The user allowed the source to read them, besides its own folder. */
export function allowedFoldersOf(source: SingleSource): readonly string[] {
  return source.kind === 'url' || !isLocal(source) ? [] : (source.allowedFolders ?? []);
}

export function mayReadFiles(source: SingleSource): boolean {
  return readableFolder(source) !== null || allowedFoldersOf(source).length > 0;
}

export function isLocal(source: SingleSource): boolean {
  return source.kind === 'file' || (source.kind === 'html' && textAddress(source) === null);
}

export function isLocalAddress(address: string): boolean {
  return address.startsWith(`${localScheme}:`);
}

/**
 * Returns the network URL that a local page names without a scheme: on its own scheme,
 * `//host/path` becomes `platen-page://host/path`. Null for URLs of files and of other schemes.
 */
export function schemelessAddress(address: string): string | null {
  const [, host = '', rest = ''] = localAddressParts.exec(address) ?? [];
  if (host === '' || host.toLowerCase().endsWith(`.${localSite}`)) return null;
  return `https://${host}${rest}`;
}

const localAddressParts = new RegExp(`^${localScheme}://([^/?#]*)(.*)$`, 's');

export function localAddress(path: string, root: string): string {
  const { host: server, pathname } = pathToFileURL(path);
  return `${root}${server && `//${server}`}${pathname}`;
}

/** Encoded separators and NUL; elsewhere than on Windows, a backslash is part of a name. */
const ambiguous = process.platform === 'win32' ? /%2f|%5c|%00/i : /%2f|%00/i;

/** Null for other origins and for spellings that are not a path. */
export function localPath(address: string, root: string): string | null {
  if (ambiguous.test(address) || !URL.canParse(address)) return null;
  const { host, pathname } = new URL(address);
  if (host !== new URL(root).host) return null;
  // Only Windows has paths on other machines; their URLs start with two slashes.
  const isOfServer = pathname.startsWith('//');
  if (isOfServer && process.platform !== 'win32') return null;
  return pathOfFile(isOfServer ? `file:${pathname}` : `file://${pathname}`);
}

/**
 * Returns the path of a `file:` URL, or null. A percent sign that encodes nothing is literal, as in
 * Chromium, which finds `100%.png` by that name; bytes that are not UTF-8 are not a path.
 */
function pathOfFile(address: string): string | null {
  try {
    return fileURLToPath(address.replaceAll(/%(?![\da-f]{2})/gi, '%25'));
  } catch (error) {
    if (error instanceof URIError || error instanceof TypeError) return null;
    throw error;
  }
}

/**
 * A local file is shown by its path.
 * @param root of the page that requests it
 */
export function displayUrl(address: string, root: string): string {
  return isLocalAddress(address)
    ? (localPath(address, root) ?? withoutInternalUrls(address))
    : address;
}

/**
 * A local file is shown by its path. The page may see another internal URL than the one that is
 * requested.
 */
export function displayKnownUrl(address: string): string {
  const known = withoutInternalUrls(address.replace(/#.*/s, ''));
  return known.startsWith('file:') ? (pathOfFile(known) ?? known) : known;
}

/** Replaces the URLs of local pages in a text by `file:` URLs, as the user knows them. */
export function withoutInternalUrls(text: string): string {
  return text.replaceAll(internalPrefix, 'file://');
}

/** Chromium's own spelling, and that of electron-on-chromium. */
const internalPrefix =
  /platen-page:\/\/[\w-]+\.pages\.local|http:\/\/[\w-]+\.pages\.local\.platen-page\.localhost/gi;

function baseFolder(source: TextSource): string | null {
  if (source.base === undefined || textAddress(source) !== null) return null;
  return resolve(source.base);
}

/** Shortens a URL for a message; local pages are shown by their `file:` URLs. */
export function shortened(address: string): string {
  const shown = withoutInternalUrls(address);
  return shown.length <= 120 ? shown : `${shown.slice(0, 117)}...`;
}
