import { z } from 'zod';
import { type Message, message } from '../../shared/messages/message.js';
import { excerpt } from '../../shared/request/text.js';
import { isLoopbackHost } from '../../shared/request/url.js';
import { type Parsed, invalid, valid } from '../../shared/request/validation.js';

const cookieSchema = z.strictObject({
  name: z.string(),
  value: z.string(),
  /** Without a leading dot. */
  domain: z.string(),
  /** Whether only this host receives it, and no subdomain. */
  hostOnly: z.boolean(),
  path: z.string(),
  secure: z.boolean(),
  httpOnly: z.boolean(),
  sameSite: z.enum(['unspecified', 'no_restriction', 'lax', 'strict']),
  /** In seconds since the epoch; absent for a cookie of the browser's session. */
  expirationDate: z.number().optional(),
});
export type AccessCookie = Readonly<z.infer<typeof cookieSchema>>;

const entriesSchema = z.array(z.tuple([z.string(), z.string()]));

/** What opens the pages of a sign-in: all of it is secret. */
export const accessSecretsSchema = z.strictObject({
  cookies: z.array(cookieSchema).default([]),
  headers: z.array(z.strictObject({ name: z.string(), value: z.string() })).default([]),
  /** User name and password for HTTP authentication. */
  login: z.strictObject({ user: z.string(), password: z.string() }).nullable().default(null),
  /** The local and session storage of origins. */
  storage: z
    .array(z.strictObject({ origin: z.string(), local: entriesSchema, session: entriesSchema }))
    .default([]),
});
export type AccessSecrets = Readonly<z.infer<typeof accessSecretsSchema>>;

export const noSecrets: AccessSecrets = { cookies: [], headers: [], login: null, storage: [] };

/** The access of one conversion to pages behind a login (docs/adr/0016). */
export interface PageAccess extends AccessSecrets {
  /** Names the sign-in at the start of a sentence. */
  readonly label: Message;
  /** The only origins that receive anything of it. */
  readonly origins: readonly string[];
}

/** `ws` and `wss` count as `http` and `https`. */
export function isOpenedBy({ origins }: Pick<PageAccess, 'origins'>, url: string): boolean {
  if (!URL.canParse(url)) return false;
  return origins.includes(new URL(url.replace(/^ws(?=s?:)/i, 'http')).origin);
}

/** A cookie to set, in the form of Electron's `cookies.set`. */
export interface CookieToSet extends Omit<AccessCookie, 'domain' | 'hostOnly' | 'expirationDate'> {
  readonly url: string;
  readonly expirationDate?: number;
}

/**
 * Each becomes a cookie of the origin's host alone, even if it was one of the whole domain, and is
 * only sent over https to an https origin.
 * @param now in milliseconds since the epoch; expired cookies are left out
 */
export function cookiesToSet(
  { origins, cookies }: Pick<PageAccess, 'origins' | 'cookies'>,
  now: number,
): readonly CookieToSet[] {
  const current = cookies.filter(({ expirationDate = Infinity }) => expirationDate * 1000 > now);
  return origins.flatMap((origin) => {
    const { protocol, hostname } = new URL(origin);
    const isEncrypted = protocol === 'https:';
    const byName = new Map<string, CookieToSet>();
    // Cookies of the host alone come last, because they replace others of the same name.
    for (const cookie of current.toSorted((a, b) => Number(a.hostOnly) - Number(b.hostOnly))) {
      const { name, value, path, httpOnly, expirationDate } = cookie;
      if (!isSentTo(cookie, hostname)) continue;
      if (cookie.secure && !isEncrypted && !isLoopbackHost(hostname)) continue;
      const secure = cookie.secure || isEncrypted;
      const sameSite =
        cookie.sameSite === 'no_restriction' && !secure ? 'unspecified' : cookie.sameSite;
      const url = `${origin}${path}`;
      byName.set(`${name}\n${path}`, {
        url,
        name,
        value,
        path,
        secure,
        httpOnly,
        sameSite,
        ...(expirationDate !== undefined && { expirationDate }),
      });
    }
    return [...byName.values()];
  });
}

/** As a browser decides it (RFC 6265, section 5.1.3). */
export function isSentTo(
  { domain, hostOnly }: Pick<AccessCookie, 'domain' | 'hostOnly'>,
  hostname: string,
): boolean {
  return hostname === domain || (!hostOnly && hostname.endsWith(`.${domain}`));
}

/**
 * Null without cookies for the request, and at any other origin. Longer paths come first (RFC 6265,
 * section 5.4).
 */
export function cookieHeader(
  { origins, cookies }: Pick<PageAccess, 'origins' | 'cookies'>,
  url: URL,
  now: number,
): string | null {
  const sent = cookiesToSet({ origins, cookies }, now)
    .filter((cookie) => new URL(cookie.url).origin === url.origin)
    .filter(({ path }) => isBelow(url.pathname, path))
    .toSorted((a, b) => b.path.length - a.path.length);
  return sent.length === 0 ? null : sent.map(({ name, value }) => `${name}=${value}`).join('; ');
}

/** Compares paths of a request and a cookie (RFC 6265, section 5.1.4). */
function isBelow(path: string, cookiePath: string): boolean {
  if (!path.startsWith(cookiePath)) return false;
  return path === cookiePath || cookiePath.endsWith('/') || path[cookiePath.length] === '/';
}

type Headers = Readonly<Record<string, string>>;

/**
 * With those of the access, or without them at any other origin, because a redirect may have copied
 * them; null if nothing changes.
 */
export function headersOf(access: PageAccess, url: string, sent: Headers): Headers | null {
  const isOpened = isOpenedBy(access, url);
  const changed = new Map(Object.entries(sent));
  let isChanged = false;
  for (const { name, value } of access.headers) {
    for (const [existing, old] of changed) {
      if (existing.toLowerCase() !== name.toLowerCase()) continue;
      if (!isOpened && old !== value) continue;
      changed.delete(existing);
      isChanged = true;
    }
    if (!isOpened) continue;
    changed.set(name, value);
    isChanged = true;
  }
  return isChanged ? Object.fromEntries(changed) : null;
}

/** Headers that the browser controls, or that have options of their own. */
const controlledHeaders =
  /^(?:host|content-length|content-encoding|transfer-encoding|connection|keep-alive|upgrade|te|trailer|expect|origin|cookie2?|date|proxy-.*|sec-.*|access-control-.*)$/i;

/** Reads `Name: value`. A message never quotes the value. */
export function parseHeader(text: string): Parsed<{ name: string; value: string }> {
  const colon = text.indexOf(':');
  if (colon === -1) return invalid(message('signIns.headerForm'));
  const [name, value] = [text.slice(0, colon).trim(), text.slice(colon + 1).trim()];
  if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name)) {
    return invalid(message('signIns.headerName', { name: excerpt(name) }));
  }
  if (/^cookie2?$/i.test(name)) return invalid(message('signIns.headerCookie'));
  if (controlledHeaders.test(name)) return invalid(message('signIns.headerControlled', { name }));
  if (value === '') return invalid(message('signIns.headerEmpty', { name }));
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
    return invalid(message('signIns.headerValue', { name }));
  }
  return valid({ name, value });
}

/** The cookies of a file, and the lines that are invalid. */
export interface CookieFile {
  readonly cookies: readonly AccessCookie[];
  readonly issues: readonly { readonly line: number; readonly message: Message }[];
}

/** Marks a cookie that scripts can't read; other lines that start with # are comments. */
const httpOnlyMark = '#HttpOnly_';

/**
 * Reads cookies in Netscape's format, as browser extensions, curl and wget write it: seven fields
 * in each line, separated by tabs. Messages never quote a value.
 */
export function parseCookieFile(text: string): CookieFile {
  const cookies: AccessCookie[] = [];
  const issues: { line: number; message: Message }[] = [];
  for (const [index, line] of text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)
    .entries()) {
    const httpOnly = line.startsWith(httpOnlyMark);
    if (line.trim() === '' || (line.startsWith('#') && !httpOnly)) continue;
    const parsed = parseCookieLine(httpOnly ? line.slice(httpOnlyMark.length) : line, httpOnly);
    if (parsed.ok) cookies.push(parsed.value);
    else issues.push({ line: index + 1, message: parsed.message });
  }
  return { cookies, issues };
}

const flags: Readonly<Record<string, boolean>> = { TRUE: true, FALSE: false };

function parseCookieLine(line: string, httpOnly: boolean): Parsed<AccessCookie> {
  const fields = line.split('\t');
  // Some programs omit the tab before an empty value.
  if (fields.length === 6) fields.push('');
  const [domain = '', subdomains = '', path = '', secure = '', expires = '', name = ''] = fields;
  if (fields.length !== 7) {
    return invalid(message('signIns.cookieFields', { count: fields.length }));
  }
  const host = domain.replace(/^\./, '').toLowerCase();
  if (
    host === '' ||
    !URL.canParse(`http://${host}/`) ||
    /[/:@?#\s]/.test(host.replace(/^\[.*\]$/, ''))
  )
    return invalid(message('signIns.cookieDomain', { domain: excerpt(domain) }));
  const includes = flags[subdomains.toUpperCase()];
  if (includes === undefined) {
    return invalid(message('signIns.cookieFlag', { number: 2, value: excerpt(subdomains) }));
  }
  const isSecure = flags[secure.toUpperCase()];
  if (isSecure === undefined) {
    return invalid(message('signIns.cookieFlag', { number: 4, value: excerpt(secure) }));
  }
  if (!path.startsWith('/')) {
    return invalid(message('signIns.cookiePath', { path: excerpt(path) }));
  }
  if (!/^\d{1,15}(\.\d+)?$/.test(expires)) {
    return invalid(message('signIns.cookieExpiry', { value: excerpt(expires) }));
  }
  const value = fields[6] ?? '';
  if (name === '' || hasControls(name) || /[=;\s]/.test(name)) {
    return invalid(message('signIns.cookieName'));
  }
  if (hasControls(value) || value.includes(';')) return invalid(message('signIns.cookieValue'));
  const isSession = Number(expires) === 0;
  return valid({
    name,
    value,
    domain: new URL(`http://${host}/`).hostname,
    hostOnly: !includes && !domain.startsWith('.'),
    path,
    secure: isSecure,
    httpOnly,
    sameSite: 'unspecified',
    ...(!isSession && { expirationDate: Number(expires) }),
  });
}

function hasControls(text: string): boolean {
  // eslint-disable-next-line no-control-regex -- the rule is about control characters
  return /[\u0000-\u001f\u007f]/.test(text);
}
