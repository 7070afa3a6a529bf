/** The parts of an absolute address, as they are spelled in it. */
export interface AddressParts {
  /** In lower case, without its colon; empty where there is none. */
  readonly scheme: string;
  /** Without user name, password and port; an IPv6 address without its brackets. */
  readonly host: string;
  /** Empty where the address leaves it out. */
  readonly port: string;
}

/**
 * Returns the parts of an address that Chromium has parsed. It never throws: Chromium's parser
 * accepts hosts that `new URL` refuses, such as `http://a%20b/` and `http://xn--a/`, and any page
 * can name one.
 */
export function partsOf(address: string): AddressParts {
  const [, scheme = '', authority = ''] =
    /^([a-z][a-z0-9+.-]*):(?:\/\/([^/?#]*))?/i.exec(address) ?? [];
  const place = authority.slice(authority.lastIndexOf('@') + 1);
  const [, host = '', port = ''] = /^(\[[^\]]*\]?|[^:]*)(?::(\d*))?/.exec(place) ?? [];
  return { scheme: scheme.toLowerCase(), host: host.replace(/^\[|\]$/g, ''), port };
}
