import { isDeepStrictEqual } from 'node:util';
import type { FieldIssue } from '../../../shared/messages/errors.js';
import { type Message, message } from '../../../shared/messages/message.js';
import type { ConversionSource } from '../../../shared/request/source.js';
import { excerpt, quote, quotePath } from '../../../shared/request/text.js';
import { invalidRequest } from '../../../shared/request/validation.js';
import { originLabel, parseOrigin } from '../../../shared/request/sign-ins.js';
import {
  type AccessSecrets,
  type PageAccess,
  cookiesToSet,
  isSentTo,
  parseCookieFile,
  parseHeader,
} from '../../network/page-access.js';
import type { ConvertOptions } from './options.js';
import { readTextFile } from './text-file.js';

/** What opens pages behind a login. Its secrets are in memory only. */
export type AccessOptions =
  | { readonly kind: 'stored'; readonly name: string }
  | {
      readonly kind: 'options';
      readonly label: Message;
      readonly secrets: AccessSecrets;
      /** Path of the cookie file; null without one. */
      readonly cookieFile: string | null;
      /** Null: that of each source. */
      readonly origins: readonly string[] | null;
    };

export interface StoredSignIns {
  readonly names: () => readonly string[];
  /**
   * Undefined if there is none of this name.
   * @throws AppError `load-failed` if its secrets are missing
   */
  readonly named: (name: string) => Promise<PageAccess | undefined>;
}

/** Provides the password of `--user`. */
const passwordVariable = 'PLATEN_PASSWORD';

const secretFlags = ['cookies', 'header', 'user'] as const;
const accessFlags = [...secretFlags, 'password-file', 'access-host'] as const;

/** More would hide the others. */
const maxLines = 20;

/** Reads the options and their files. A message never quotes a secret. */
export class AccessReader {
  readonly #parsed: ConvertOptions;
  readonly #cwd: string;
  readonly #issues: FieldIssue[] = [];

  constructor(parsed: ConvertOptions, cwd: string) {
    this.#parsed = parsed;
    this.#cwd = cwd;
  }

  /** No `access` without any of the options. */
  read(): { readonly access?: AccessOptions; readonly issues: readonly FieldIssue[] } {
    const access = this.#read();
    return { ...(access && { access }), issues: this.#issues };
  }

  #read(): AccessOptions | undefined {
    const name = this.#parsed.values.get('sign-in');
    const accessOptions = accessFlags.filter((flag) => this.#isGiven(flag));
    if (name === undefined && accessOptions.length === 0) return undefined;
    const [first = 'sign-in'] = name === undefined ? accessOptions : [];
    if (this.#parsed.values.has('remote')) this.#report(first, message('signIns.apiLacks'));
    if (name !== undefined) {
      const options = accessOptions.map((flag) => `--${flag}`);
      if (options.length > 0) {
        this.#report('sign-in', message('convert.signInWithOptions', { options }));
      }
      return { kind: 'stored', name };
    }
    const flags = secretFlags.filter((flag) => this.#isGiven(flag));
    if (flags.length === 0 && this.#isGiven('access-host')) {
      this.#report('access-host', message('convert.accessHostUnused'));
    }
    const secrets = {
      cookies: [...this.#cookies()],
      headers: [...this.#headers()],
      login: this.#login(),
      storage: [],
    };
    const options = flags.map((flag) => `--${flag}`);
    const origins = this.#origins();
    if (flags.length > 0 && origins === null && this.#parsed.values.has('sitemap')) {
      this.#report('sitemap', message('convert.sitemapAccess', { options }));
    }
    return {
      kind: 'options',
      label: message('convert.signInOptions', { options }),
      secrets,
      cookieFile: this.#parsed.values.get('cookies') ?? null,
      origins,
    };
  }

  #isGiven(flag: (typeof accessFlags)[number]): boolean {
    return this.#parsed.values.has(flag) || this.#parsed.lists.has(flag);
  }

  #cookies(): AccessSecrets['cookies'] {
    const path = this.#parsed.values.get('cookies');
    const text = path === undefined ? null : this.#textOf('cookies', path);
    if (path === undefined || text === null) return [];
    const { cookies, issues } = parseCookieFile(text);
    const file = quotePath(path);
    for (const { line, message: issue } of issues.slice(0, maxLines)) {
      this.#report('cookies', message('signIns.cookieLine', { line, file, issue }));
    }
    if (cookies.length === 0 && issues.length === 0) {
      this.#report('cookies', message('signIns.cookiesEmpty', { file }));
    }
    return [...cookies];
  }

  #headers(): AccessSecrets['headers'] {
    const values = this.#parsed.lists.get('header') ?? [];
    const lines = values.flatMap((text) => {
      if (!text.startsWith('@')) return [text];
      const content = this.#textOf('header', text.slice(1)) ?? '';
      return content.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '');
    });
    return lines.flatMap((line) => {
      const parsed = parseHeader(line);
      if (parsed.ok) return [parsed.value];
      this.#report('header', parsed.message);
      return [];
    });
  }

  #login(): AccessSecrets['login'] {
    const user = this.#parsed.values.get('user');
    const path = this.#parsed.values.get('password-file');
    if (user === undefined) {
      if (path !== undefined) this.#report('password-file', message('convert.passwordAlone'));
      return null;
    }
    if (user === '') this.#report('user', message('convert.userEmpty'));
    if (user.includes(':')) this.#report('user', message('convert.userColon'));
    const password = path === undefined ? process.env[passwordVariable] : this.#passwordIn(path);
    if (password !== undefined && password !== '') return { user, password };
    if (path === undefined) {
      const variable = passwordVariable;
      this.#report('user', message('convert.passwordMissing', { variable }));
    }
    return null;
  }

  #passwordIn(path: string): string | undefined {
    const text = this.#textOf('password-file', path);
    const password = text?.split(/\r\n|\n|\r/, 1)[0];
    if (password === '') {
      const file = quotePath(path);
      this.#report('password-file', message('convert.passwordEmpty', { file }));
    }
    return password;
  }

  #origins(): readonly string[] | null {
    const hosts = this.#parsed.lists.get('access-host');
    if (hosts === undefined) return null;
    return hosts.flatMap((host) => {
      const parsed = parseOrigin(host);
      if (parsed.ok) return [parsed.value];
      this.#report('access-host', parsed.message);
      return [];
    });
  }

  #textOf(field: string, path: string): string | null {
    const text = readTextFile(path, this.#cwd);
    if (text.ok) return text.value;
    this.#report(field, text.message);
    return null;
  }

  #report(field: string, issue: Message): void {
    this.#issues.push({ field, message: issue });
  }
}

export type AccessOfSource = (source: ConversionSource) => PageAccess | undefined;

/**
 * @param stored reads the settings; called only for a stored sign-in
 * @throws AppError `invalid-request` if a source has no host that may receive anything, or the
 * settings lack the sign-in; `load-failed` if its secrets are missing
 */
export async function accessOfSources(
  options: AccessOptions | undefined,
  sources: readonly ConversionSource[],
  stored: () => Promise<StoredSignIns>,
): Promise<AccessOfSource> {
  if (options === undefined) return () => undefined;
  if (options.kind === 'stored') {
    const access = await namedAccess(options.name, await stored());
    return () => access;
  }
  const { label, secrets, origins } = options;
  const accessOf = (source: ConversionSource) => ({
    label,
    origins: origins ?? originsOf(source),
    ...secrets,
  });
  checkOrigins(options, sources.map(accessOf));
  return accessOf;
}

async function namedAccess(name: string, stored: StoredSignIns): Promise<PageAccess> {
  const access = await stored.named(name);
  if (access !== undefined) return access;
  const names = stored.names();
  const params = { name: quote(name), count: names.length, names: names.map(quote) };
  const issue =
    names.length === 0
      ? message('convert.noSignIns', { name: params.name })
      : message('convert.unknownSignIn', params);
  throw invalidRequest([{ field: 'sign-in', message: issue }]);
}

/**
 * The origin of a source, and of the encrypted site that one without encryption redirects to.
 * Documents that are merged must share it, so that none sends the secrets of another.
 */
function originsOf(source: ConversionSource): readonly string[] {
  if (source.kind === 'merged') {
    const [first = [], ...others] = source.parts.map(originsOf);
    return others.every((each) => isDeepStrictEqual(each, first)) ? first : [];
  }
  const url = source.kind === 'url' ? source.url : source.kind === 'html' ? source.base : undefined;
  if (url === undefined || !/^https?:/i.test(url)) return [];
  const { origin, port } = new URL(url);
  return port === '' ? [...new Set([origin, origin.replace(/^http:/, 'https:')])] : [origin];
}

/** @throws AppError `invalid-request` */
function checkOrigins(
  { cookieFile, secrets }: Extract<AccessOptions, { kind: 'options' }>,
  accesses: readonly PageAccess[],
): void {
  if (accesses.some(({ origins }) => origins.length === 0)) {
    const other = secrets.headers.length > 0 ? 'header' : 'user';
    const field = cookieFile === null ? other : 'cookies';
    throw invalidRequest([{ field, message: message('convert.accessHostMissing') }]);
  }
  if (cookieFile === null || accesses.length === 0) return;
  if (accesses.some((access) => cookiesToSet(access, Date.now()).length > 0)) return;
  const hosts = [...new Set(accesses.flatMap(({ origins }) => origins.map(originLabel)))];
  const params = { file: quotePath(cookieFile), hosts: hosts.slice(0, 5).map(excerpt) };
  const hasExpired = accesses.some(({ origins, cookies }) =>
    origins.some((origin) => cookies.some((cookie) => isSentTo(cookie, new URL(origin).hostname))),
  );
  const issue = hasExpired
    ? message('convert.cookiesExpired', params)
    : message('convert.cookiesElsewhere', params);
  throw invalidRequest([{ field: 'cookies', message: issue }]);
}
