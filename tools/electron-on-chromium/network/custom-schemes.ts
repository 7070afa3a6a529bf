import { notImplemented, refuseOtherKeys } from '../not-implemented.js';

/**
 * Chromium takes no new schemes over DevTools. So `platen://app/x` is
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
      ['standard', 'secure', 'supportFetchAPI', 'corsEnabled'],
      'CustomScheme privileges',
    );
    registered.add(scheme.toLowerCase());
  }
}

/** From now on no scheme can be registered: the application is ready. */
export function closeSchemeRegistration(): void {
  closed = true;
}

export function isCustomScheme(scheme: string): boolean {
  return registered.has(scheme);
}

/** The address inside Chromium. */
export function toChromium(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  const scheme = url.protocol.slice(0, -1);
  if (!registered.has(scheme)) return address;
  return `http://${url.host}.${scheme}.localhost${url.pathname}${url.search}${url.hash}`;
}

/** The address as Electron shows it. */
export function toElectron(address: string): string {
  const parts = /^http:\/\/([^/?#]+)\.([a-z][a-z0-9+-]*)\.localhost(?::80)?(?=[/?#]|$)/i.exec(
    address,
  );
  const [whole = '', host = '', scheme = ''] = parts ?? [];
  if (!registered.has(scheme)) return address;
  return `${scheme}://${host}${address.slice(whole.length)}`;
}

/**
 * The hosts that custom schemes have inside Chromium, as its patterns write them. None of them is
 * ever to be connected to.
 */
export function schemeHosts(): readonly string[] {
  return schemeDomains().map((domain) => `*${domain}`);
}

/** What the hosts of custom schemes end with inside Chromium. */
export function schemeDomains(): readonly string[] {
  return [...registered].map((scheme) => `.${scheme}.localhost`);
}

/** What matches a scheme's addresses, as Fetch.enable writes it. */
export function schemePattern(scheme: string): string {
  return registered.has(scheme) ? `http://*.${scheme}.localhost/*` : `${scheme}://*`;
}
