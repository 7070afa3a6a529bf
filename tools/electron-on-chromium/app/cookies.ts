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

  /** @throws (rejects) Electron's errors for an invalid URL or cookie */
  async set(details: Electron.CookiesSetDetails): Promise<void> {
    refuseOtherKeys(details, setOptions, 'CookiesSetDetails');
    const { url, name = '', value = '', domain, path, secure, httpOnly, expirationDate } = details;
    if (!URL.canParse(url)) throw new Error('Failed to set cookie - The URL is invalid');
    const { sameSite = 'lax' } = details;
    const { browser, id } = await this.#context();
    const cookie: Protocol.Network.CookieParam = {
      url,
      name,
      value,
      ...(domain !== undefined && { domain }),
      ...(path !== undefined && { path }),
      secure: secure ?? sameSite === 'no_restriction',
      httpOnly: httpOnly ?? false,
      ...(expirationDate !== undefined && { expires: expirationDate }),
      ...(sameSite !== 'unspecified' && { sameSite: sameSites[sameSite] }),
    };
    await browser.root
      .send('Storage.setCookies', { cookies: [cookie], ...contextParameter(id) })
      .catch((cause: unknown) => {
        throw new Error('Failed to set cookie - The cookie is invalid', { cause });
      });
  }
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
