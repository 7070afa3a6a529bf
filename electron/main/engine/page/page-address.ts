import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ConversionSource } from '../../../shared/request/source.js';

/**
 * The scheme that pages of this computer are served on. Not `file:`, whose pages may start workers that read any file without
 * anybody being asked (docs/adr/0005).
 */
export const localScheme = 'platen-page';

/** Pages under one registrable name are one site to Chromium, which keeps its process from page to page (docs/adr/0007). */
const localSite = 'pages.local';

type TextSource = Extract<ConversionSource, { kind: 'html' }>;

const plainOrigin = `${localScheme}://plain.${localSite}`;

/** Where an empty page lies that plain pages are put into (docs/adr/0007). */
export const plainAddress = `${plainOrigin}/`;

/**
 * What all addresses of one conversion's local pages begin with. Pages that are opened have an origin of their own, which no other
 * conversion ever has; plain pages, which run nothing, share one and have a folder of their own in it.
 */
export function localRoot(id: string, isPlain: boolean): string {
  return isPlain ? `${plainOrigin}/~${id}` : `${localScheme}://${id}.${localSite}`;
}

/**
 * The address at which a source is opened.
 * @param id names text that has no address of its own
 * @param root see {@link localRoot}
 */
export function addressOf(source: ConversionSource, id: string, root: string): string {
  switch (source.kind) {
    case 'url':
      return source.url;
    case 'file':
      return localAddress(source.path, root);
    case 'html':
      return (
        textAddress(source) ??
        localAddress(join(baseFolder(source) ?? '/', `platen-${id}.html`), root)
      );
  }
}

/** The network address that text is to be shown at, if its base is one, as Chromium will spell it. */
export function textAddress(source: TextSource): string | null {
  if (source.base === undefined || !/^https?:/i.test(source.base)) return null;
  const address = new URL(source.base);
  address.hash = '';
  return address.href;
}

/** The folder that a local source's pages may read; null for none. */
export function readableFolder(source: ConversionSource): string | null {
  switch (source.kind) {
    case 'url':
      return null;
    case 'file':
      return source.folder ?? dirname(source.path);
    case 'html':
      return baseFolder(source);
  }
}

/** Whether a source is served on the local scheme. */
export function isLocal(source: ConversionSource): boolean {
  return source.kind === 'file' || (source.kind === 'html' && textAddress(source) === null);
}

/** Whether an address is one of the local scheme. */
export function isLocalAddress(address: string): boolean {
  return address.startsWith(`${localScheme}:`);
}

/**
 * Returns the address on the network that a local page has named without a scheme: on its own scheme, `//host/path` becomes
 * `platen-page://host/path`. Null for addresses of files, and for those on other schemes.
 */
export function schemelessAddress(address: string): string | null {
  const [, host = '', rest = ''] = localAddressParts.exec(address) ?? [];
  if (host === '' || host.toLowerCase().endsWith(`.${localSite}`)) return null;
  return `https://${host}${rest}`;
}

const localAddressParts = new RegExp(`^${localScheme}://([^/?#]*)(.*)$`, 's');

/** A path of this computer as an address below a root. */
export function localAddress(path: string, root: string): string {
  const { host: server, pathname } = pathToFileURL(path);
  return `${root}${server && `//${server}`}${pathname}`;
}

/** Whether an address begins with a root; a plain page's `/style.css` does not, and is one that other pages may have asked for. */
function isBelow(root: string, address: string): boolean {
  return address.startsWith(`${root}/`);
}

/** The path that an address stands for to the page of a root; null for a spelling that stands for none, and for other origins. */
export function localPath(address: string, root: string): string | null {
  if (/%2f|%5c|%00/i.test(address) || !URL.canParse(address)) return null;
  const { host, pathname } = new URL(address);
  if (host !== new URL(root).host) return null;
  const path = isBelow(root, address) ? pathname.slice(new URL(root).pathname.length) : pathname;
  // Only Windows has files of other computers in its paths; there, their address begins with two slashes.
  const isOfServer = path.startsWith('//');
  if (isOfServer && process.platform !== 'win32') return null;
  return pathOfFile(isOfServer ? `file:${path}` : `file://${path}`);
}

/**
 * The path that a `file:` address stands for, or null. A percent sign that encodes nothing stands for itself, as in Chromium, which
 * finds `100%.png` by that name; bytes that are not UTF-8 stand for no path.
 */
function pathOfFile(address: string): string | null {
  try {
    return fileURLToPath(address.replaceAll(/%(?![\da-f]{2})/gi, '%25'));
  } catch (error) {
    if (error instanceof URIError || error instanceof TypeError) return null;
    throw error;
  }
}

/** An address as a person knows it: a file of this computer by its path. @param root of the page that asks for it */
export function displayUrl(address: string, root: string): string {
  return isLocalAddress(address) ? (localPath(address, root) ?? address) : address;
}

function baseFolder(source: TextSource): string | null {
  if (source.base === undefined || textAddress(source) !== null) return null;
  return resolve(source.base);
}
