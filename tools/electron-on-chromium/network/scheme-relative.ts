import { isCustomScheme } from './custom-schemes.js';

/** Addresses that are remembered; a page can name any number of them. */
const limit = 10_000;

/**
 * Tells which requests a page on a custom scheme has named without a scheme (`//host/path`). On such a page Electron resolves them to
 * `scheme://host/path`. Inside Chromium the page is on `http:` (custom-schemes.ts), so that they look like `http://host/path`: what
 * tells them apart is the text that the page was served.
 */
export class SchemeRelativeAddresses {
  readonly #schemes = new Map<string, string>();
  readonly #absolute = new Set<string>();

  /** Takes note of a text that a custom scheme's handler has served. @param type its media type */
  note(scheme: string, type: string, body: Buffer): void {
    if (!isCustomScheme(scheme) || !textTypes.test(type)) return;
    for (const [, before = '', rest = ''] of body.toString('utf8').matchAll(spelled)) {
      const place = placeOf(`http://${rest.replaceAll('&amp;', '&')}`);
      if (place === null || this.#schemes.size + this.#absolute.size >= limit) continue;
      if (before.toLowerCase() === 'http:') this.#absolute.add(place);
      else if (!before.endsWith(':')) this.#schemes.set(place, scheme);
    }
  }

  /**
   * Returns the address that Electron would resolve, for one that Chromium has resolved to `http:`; null for one that was named in full.
   * Port, user name and password are gone, as a custom scheme has none (Chromium: url::SCHEME_WITH_HOST).
   */
  resolve(address: string): string | null {
    const place = address.startsWith('http://') ? placeOf(address) : null;
    const scheme = place === null ? undefined : this.#schemes.get(place);
    if (place === null || scheme === undefined || this.#absolute.has(place)) return null;
    const { hostname, pathname, search } = new URL(address);
    return `${scheme}://${hostname}${pathname}${search}`;
  }
}

const textTypes = /^text\/|[/+](?:xml|json|javascript|ecmascript)\b/i;

/** Two slashes with what stands before and after them; a scheme before them ends with a colon. */
const spelled = /([a-z][a-z0-9+.-]*:|:|^|[^a-z0-9+.:/-])\/\/([^\s"'`<>()\\,]+)/gi;

/** Host, port, path and query, as the URL parser spells them; null for what it refuses. */
function placeOf(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { host, pathname, search } = new URL(address);
  return `${host}${pathname}${search}`;
}
