/** The parts of an absolute URL, as written. */
export interface AddressParts {
  /** In lower case, without the colon; empty if missing. */
  readonly scheme: string;
  /** Without user, password and port; an IPv6 address without brackets. */
  readonly host: string;
  /** Empty if missing. */
  readonly port: string;
}

/**
 * Splits a URL that Chromium has parsed. It never throws: Chromium accepts hosts that `new URL`
 * rejects, such as `http://a%20b/` and `http://xn--a/`, and any page can name one.
 */
export function partsOf(address: string): AddressParts {
  const [, scheme = '', authority = ''] =
    /^([a-z][a-z0-9+.-]*):(?:\/\/([^/?#]*))?/i.exec(address) ?? [];
  const place = authority.slice(authority.lastIndexOf('@') + 1);
  const [, host = '', port = ''] = /^(\[[^\]]*\]?|[^:]*)(?::(\d*))?/.exec(place) ?? [];
  return { scheme: scheme.toLowerCase(), host: host.replace(/^\[|\]$/g, ''), port };
}
