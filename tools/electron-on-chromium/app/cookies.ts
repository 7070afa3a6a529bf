import { isIP } from 'node:net';
import type { Protocol } from 'devtools-protocol';
import type { BrowserContext } from '../chromium/browser.js';
import { PartialEmitter, notImplemented, refuseOtherKeys } from '../not-implemented.js';

const sameSites = { no_restriction: 'None', lax: 'Lax', strict: 'Strict' } as const;

const setOptions = [
  'url',
  'name',
  'value',
  'domain',
  'path',
  'secure',
  'httpOnly',
  'expirationDate',
  'sameSite',
];

/** `session.cookies` (docs/api/cookies.md), without filters and events. */
export class Cookies extends PartialEmitter implements Pick<Electron.Cookies, 'get' | 'set'> {
  readonly #context: () => Promise<BrowserContext>;

  /** @param context returns the session's browser context, which is created if necessary */
  constructor(context: () => Promise<BrowserContext>) {
    super([]);
    this.#context = context;
  }

  async get(filter: Electron.CookiesGetFilter): Promise<Electron.Cookie[]> {
    if (Object.keys(filter).length > 0) notImplemented('cookies.get with a filter');
    const { browser, id } = await this.#context();
    const { cookies } = await browser.root.send('Storage.getCookies', contextParameter(id));
    return cookies.map(electronCookie);
  }

  /**
   * Chromium's own reason is missing in the error about a cookie that it refuses.
   * @throws (rejects) Electron's errors for an invalid URL, domain, sameSite or cookie
   */
  async set(details: Electron.CookiesSetDetails): Promise<void> {
    refuseOtherKeys(details, setOptions, 'CookiesSetDetails');
    const cookie = cookieParameter(details);
    const { browser, id } = await this.#context();
    await browser.root
      .send('Storage.setCookies', { cookies: [cookie], ...contextParameter(id) })
      .catch((cause: unknown) => {
        throw new Error('Failed to set cookie - The cookie is invalid', { cause });
      });
  }
}

/** As in Electron's `electron_api_cookies.cc`. */
function cookieParameter(details: Electron.CookiesSetDetails): Protocol.Network.CookieParam {
  const { name = '', value = '', path, httpOnly = false, expirationDate } = details;
  const { url } = details as Partial<typeof details>;
  if (url === undefined) throw new Error("Missing required option 'url'");
  const sameSite = chromiumSameSite(details.sameSite);
  if (!URL.canParse(url)) throw invalidDomain();
  const domain = details.domain && domainAttribute(details.domain, new URL(url).hostname);
  return {
    url,
    name,
    value,
    ...(domain !== undefined && { domain }),
    ...(path !== undefined && { path }),
    secure: details.secure ?? sameSite === 'None',
    httpOnly,
    ...(expirationDate !== undefined && { expires: expirationDate }),
    ...(sameSite !== undefined && { sameSite }),
  };
}

/** @returns undefined for `unspecified` */
function chromiumSameSite(
  sameSite: Electron.CookiesSetDetails['sameSite'] = 'lax',
): Protocol.Network.CookieSameSite | undefined {
  if (sameSite === 'unspecified') return undefined;
  if (!Object.hasOwn(sameSites, sameSite))
    throw new Error(`Failed to convert '${sameSite}' to an appropriate cookie same site value`);
  return sameSites[sameSite];
}

/** DevTools accepts any domain, and takes one without a dot for a host alone; Electron does not. */
function domainAttribute(domain: string, host: string): string {
  const name = domain.replace(/^\./, '').toLowerCase();
  if (isIP(host) && name === host) return host;
  if (isIP(host) || !`.${host}`.endsWith(`.${name}`)) throw invalidDomain();
  return `.${name}`;
}

function invalidDomain(): Error {
  return new Error('Failed to set cookie - The cookie was set with an invalid Domain attribute.');
}

function electronCookie(cookie: Protocol.Network.Cookie): Electron.Cookie {
  const { name, value, domain, path, secure, httpOnly, session, expires, sameSite } = cookie;
  const policy = Object.entries(sameSites).find(([, known]) => known === sameSite)?.[0];
  return {
    name,
    value,
    domain,
    hostOnly: !domain.startsWith('.'),
    path,
    secure,
    httpOnly,
    session,
    ...(!session && { expirationDate: expires }),
    // The cast is safe: these are the keys of `sameSites`.
    sameSite: (policy ?? 'unspecified') as Electron.Cookie['sameSite'],
  };
}

function contextParameter(id: string | undefined): { readonly browserContextId?: string } {
  return id === undefined ? {} : { browserContextId: id };
}
