import { isCustomScheme } from './custom-schemes.js';

/** Addresses that are remembered; a page can name any number of them. */
const limit = 10_000;

/**
 * Tells which requests a page on a custom scheme has named without a scheme (`//host/path`). On
 * such a page Electron resolves them to `scheme://host/path`. Inside Chromium the page is on
 * `http:` (custom-schemes.ts), so that they look like `http://host/path`: what tells them apart is
 * the text that the page was served.
 */
export class SchemeRelativeAddresses {
  readonly #schemes = new Map<string, string>();
  readonly #absolute = new Set<string>();

  /** Takes note of a text that a custom scheme's handler has served. @param type its media type */
  note(scheme: string, type: string, body: Buffer): void {
    if (!isCustomScheme(scheme) || !textTypes.test(type)) return;
    for (const { isHttp, rest } of namedAddresses(body.toString('utf8'))) {
      const place = placeOf(`http://${rest.replaceAll('&amp;', '&')}`);
      if (place === null || this.#schemes.size + this.#absolute.size >= limit) continue;
      if (isHttp) this.#absolute.add(place);
      else this.#schemes.set(place, scheme);
    }
  }

  /**
   * Returns the address that Electron would resolve, for one that Chromium has resolved to `http:`;
   * null for one that was named in full. Port, user name and password are gone, as a custom scheme
   * has none (Chromium: url::SCHEME_WITH_HOST).
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

/**
 * Yields what follows each pair of slashes that begins an address: one without a scheme, or one on
 * `http:`. It takes time in proportion to the text, whatever a page writes.
 */
function* namedAddresses(text: string): Generator<{ isHttp: boolean; rest: string }> {
  let at = text.indexOf('//');
  while (at !== -1) {
    const isHttp = /(?<![a-z0-9+.-])http:$/i.test(text.slice(Math.max(0, at - 6), at));
    const before = at === 0 ? '' : text.charAt(at - 1);
    let end = at + 2;
    if (isHttp || !/[a-z0-9+.:/-]/i.test(before)) {
      addressEnd.lastIndex = end;
      end = addressEnd.exec(text)?.index ?? text.length;
      const rest = text.slice(at + 2, end);
      if (rest !== '') yield { isHttp, rest };
    }
    at = text.indexOf('//', end);
  }
}

/** Characters that no address contains as it is written in a text. */
const addressEnd = /[\s"'`<>()\\,]/g;

/** Host, port, path and query, as the URL parser spells them; null for what it refuses. */
function placeOf(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { host, pathname, search } = new URL(address);
  return `${host}${pathname}${search}`;
}
