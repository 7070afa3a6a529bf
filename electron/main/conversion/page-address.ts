import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ConversionSource } from '../../shared/request/source.js';

/**
 * The scheme that pages of this computer are served on. Not `file:`, whose pages may start workers that read any file without
 * anybody being asked (docs/adr/0005).
 */
export const localScheme = 'platen-page';

/** Pages under one registrable name are one site to Chromium, which keeps its process from page to page (docs/adr/0007). */
const localSite = 'pages.local';

type TextSource = Extract<ConversionSource, { kind: 'html' }>;

/** The host that one conversion's local pages are served on: an origin of their own, which no other conversion ever has. */
export function localHost(id: string): string {
  return `${id}.${localSite}`;
}

/** The address at which a source is opened. `id` names the conversion, and text that has no address of its own. */
export function addressOf(source: ConversionSource, id: string): string {
  const host = localHost(id);
  switch (source.kind) {
    case 'url':
      return source.url;
    case 'file':
      return localAddress(source.path, host);
    case 'html':
      return (
        textAddress(source) ??
        localAddress(join(baseFolder(source) ?? '/', `platen-${id}.html`), host)
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

/** A path of this computer as an address of the local scheme. */
export function localAddress(path: string, host: string): string {
  const { host: server, pathname } = pathToFileURL(path);
  return `${localScheme}://${host}${server && `//${server}`}${pathname}`;
}

/** The path that an address of a conversion's local pages stands for; null for a spelling that stands for none, and other hosts. */
export function localPath(address: string, host: string): string | null {
  if (/%2f|%5c|%00/i.test(address) || !URL.canParse(address)) return null;
  const url = new URL(address);
  // Only Windows has files of other computers in its paths; there, their address begins with two slashes.
  const isOfServer = url.pathname.startsWith('//');
  if (url.host !== host || (isOfServer && process.platform !== 'win32')) return null;
  const file = isOfServer ? `file:${url.pathname}` : `file://${url.pathname}`;
  return URL.canParse(file) ? fileURLToPath(file) : null;
}

function baseFolder(source: TextSource): string | null {
  if (source.base === undefined || textAddress(source) !== null) return null;
  return resolve(source.base);
}
