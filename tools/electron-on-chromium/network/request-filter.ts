import { refuseOtherKeys } from '../not-implemented.js';
import type { ResourceType } from './resource-type.js';

type AddressTest = (address: URL) => boolean;

/** Which requests a webRequest listener is told of (Electron: docs/api/structures/web-request-filter.md). */
export class RequestFilter {
  readonly #included: readonly AddressTest[];
  readonly #excluded: readonly AddressTest[];
  readonly #types: ReadonlySet<string>;

  /** @throws TypeError for a pattern that is not a match pattern, as Electron does */
  constructor(filter: Electron.WebRequestFilter) {
    refuseOtherKeys(filter, ['urls', 'excludeUrls', 'types'], 'WebRequestFilter');
    if (!Array.isArray(filter.urls))
      throw new TypeError("Parameter 'filter' must have property 'urls'.");
    const urls = filter.urls.length === 0 ? ['<all_urls>'] : filter.urls;
    this.#included = urls.map(addressTest);
    this.#excluded = (filter.excludeUrls ?? []).map(addressTest);
    this.#types = new Set(filter.types ?? []);
  }

  matches(address: string, type: ResourceType): boolean {
    const url = new URL(address);
    if (this.#types.size > 0 && !this.#types.has(type)) return false;
    return this.#included.some((test) => test(url)) && !this.#excluded.some((test) => test(url));
  }
}

/** One match pattern: `scheme://host/path`, with `*` (Chromium: extensions/common/url_pattern.h). */
function addressTest(pattern: string): AddressTest {
  if (pattern === '<all_urls>') return () => true;
  const parts = /^([*a-z][a-z0-9+.-]*|\*):\/\/([^/]*)(\/.*)$/i.exec(pattern);
  if (!parts) throw new TypeError(`Invalid url pattern ${pattern}: Invalid pattern.`);
  const [, scheme = '', host = '', path = ''] = parts;
  const pathTest = wildcardTest(path);
  const hostTest = hostPatternTest(host);
  return (url) =>
    schemeMatches(scheme, url.protocol.slice(0, -1)) &&
    hostTest(url) &&
    pathTest(url.pathname + url.search);
}

function schemeMatches(scheme: string, actual: string): boolean {
  return scheme === '*' ? actual === 'http' || actual === 'https' : scheme.toLowerCase() === actual;
}

function hostPatternTest(host: string): AddressTest {
  const [, name = '', port] = /^(.*?)(?::(\d+|\*))?$/.exec(host.toLowerCase()) ?? [];
  const portMatches = (url: URL) => port === undefined || port === '*' || port === url.port;
  if (name === '*') return portMatches;
  if (name.startsWith('*.')) {
    const parent = name.slice(2);
    return (url) =>
      portMatches(url) && (url.hostname === parent || url.hostname.endsWith(`.${parent}`));
  }
  return (url) => portMatches(url) && url.hostname === name;
}

function wildcardTest(pattern: string): (text: string) => boolean {
  const source = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
  const expression = new RegExp(`^${source}$`, 's');
  return (text) => expression.test(text);
}
