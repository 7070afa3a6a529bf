import { notImplemented, refuseOtherKeys } from '../not-implemented.js';

/**
 * Chromium accepts no new schemes over DevTools. `platen://app/x` is therefore
 * `http://app.platen.localhost/x` inside Chromium: a secure context (names under localhost are
 * trustworthy) whose requests never leave the machine, because they are answered before they are
 * sent.
 */
const registered = new Set<string>();
let closed = false;

/** `protocol.registerSchemesAsPrivileged`. */
export function registerSchemesAsPrivileged(schemes: Electron.CustomScheme[]): void {
  if (closed) {
    throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
  }
  for (const { scheme, privileges } of schemes) {
    if (privileges?.standard !== true)
      notImplemented(`custom scheme '${scheme}' without privileges.standard`);
    refuseOtherKeys(
      privileges,
      ['standard', 'secure', 'supportFetchAPI', 'corsEnabled', 'codeCache'],
      'CustomScheme privileges',
    );
    registered.add(scheme.toLowerCase());
  }
}

/** Ends the registration of schemes, because the application is ready. */
export function closeSchemeRegistration(): void {
  closed = true;
}

export function isCustomScheme(scheme: string): boolean {
  return registered.has(scheme);
}

/** Converts a URL to the one inside Chromium. */
export function toChromium(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  const scheme = url.protocol.slice(0, -1);
  if (!registered.has(scheme)) return address;
  return `http://${url.host}.${scheme}.localhost${url.pathname}${url.search}${url.hash}`;
}

/** Converts a URL inside Chromium to Electron's. */
export function toElectron(address: string): string {
  const parts = /^http:\/\/([^/?#]+)\.([a-z][a-z0-9+-]*)\.localhost(?::80)?(?=[/?#]|$)/i.exec(
    address,
  );
  const [whole = '', host = '', scheme = ''] = parts ?? [];
  if (!registered.has(scheme)) return address;
  return `${scheme}://${host}${address.slice(whole.length)}`;
}

/**
 * Returns the hosts of custom schemes inside Chromium, as its patterns. No connection is ever made
 * to them.
 */
export function schemeHosts(): readonly string[] {
  return schemeDomains().map((domain) => `*${domain}`);
}

/** Returns the domains of custom schemes inside Chromium. */
export function schemeDomains(): readonly string[] {
  return [...registered].map((scheme) => `.${scheme}.localhost`);
}

/** Returns a scheme's URL pattern for Fetch.enable. */
export function schemePattern(scheme: string): string {
  return registered.has(scheme) ? `http://*.${scheme}.localhost/*` : `${scheme}://*`;
}
