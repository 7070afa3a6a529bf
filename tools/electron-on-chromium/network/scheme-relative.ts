import { isCustomScheme } from './custom-schemes.js';

/** Maximum number of remembered URLs; a page can name any number. */
const limit = 10_000;

/**
 * Recognizes requests whose URL a page on a custom scheme wrote without a scheme (`//host/path`).
 * Electron resolves them to `scheme://host/path`. Inside Chromium the page is on `http:`
 * (custom-schemes.ts), so they look like `http://host/path`; only the served text shows the
 * difference.
 */
export class SchemeRelativeAddresses {
  readonly #schemes = new Map<string, string>();
  readonly #absolute = new Set<string>();

  /**
   * Remembers the URLs in a text that a custom scheme's handler served.
   * @param type its media type
   */
  record(scheme: string, type: string, body: Buffer): void {
    if (!isCustomScheme(scheme) || !textTypes.test(type)) return;
    for (const { isHttp, rest } of namedAddresses(body.toString('utf8'))) {
      const place = placeOf(`http://${rest.replaceAll('&amp;', '&')}`);
      if (place === null || this.#schemes.size + this.#absolute.size >= limit) continue;
      if (isHttp) this.#absolute.add(place);
      else this.#schemes.set(place, scheme);
    }
  }

  /**
   * Returns the URL that Electron would resolve, for one that Chromium resolved to `http:`; null
   * for one that was written in full. Port, user and password are lost, because custom schemes have
   * none (Chromium: url::SCHEME_WITH_HOST).
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
 * Yields what follows each `//` that starts a URL, either without a scheme or on `http:`. Takes
 * time proportional to the text, for any text.
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

/** Characters that end a URL in a text. */
const addressEnd = /[\s"'`<>()\\,]/g;

/** Returns host, port, path and query in the URL parser's form; null if it rejects them. */
function placeOf(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { host, pathname, search } = new URL(address);
  return `${host}${pathname}${search}`;
}
