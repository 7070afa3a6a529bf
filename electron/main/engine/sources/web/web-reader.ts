import type { IncomingMessage } from 'node:http';
import { createGunzip } from 'node:zlib';
import { pipeline } from 'node:stream';
import { AppError } from '../../../../shared/messages/errors.js';
import { type Message, literal, message } from '../../../../shared/messages/message.js';
import { isUnencrypted } from '../../../../shared/request/url.js';
import { connectionFault } from '../../../network/connection-fault.js';
import { basicLogin } from '../../../network/basic-login.js';
import { addressesOfNamed, isPrivateAddress, portOf } from '../../../network/hosts.js';
import { RequestFault, readLimited, sendRequest } from '../../../network/http-client.js';
import {
  type PageAccess,
  cookieHeader,
  headersOf,
  isOpenedBy,
} from '../../../network/page-access.js';

/** In milliseconds. */
const limits = { connectMs: 15_000, idleMs: 30_000, responseMs: 30_000 };

const maxRedirects = 5;

/** The largest page, list or rules file that is read, in bytes unpacked. */
const maxBytes = 50 * 1024 ** 2;

/** How a site is read besides its conversion. */
export interface WebReaderOptions {
  /** The URL that the user named: only its host and port may be private. */
  readonly named: string | null;
  /** Whether unencrypted connections are refused (docs/security.md). */
  readonly encryptedOnly?: boolean | undefined;
  /** What opens pages behind a login; only its origins receive anything of it. */
  readonly access?: PageAccess | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface WebAnswer {
  /** The URL that answered, after redirects. */
  readonly url: string;
  readonly status: number;
  /** Media type in lower case, without parameters; may be empty. */
  readonly type: string;
  /** The `content-type` header. */
  readonly contentType: string;
  /** Unpacked. @throws AppError `load-failed` if it is too large */
  readonly read: () => Promise<Buffer>;
  /** Ends the response if it is not read. */
  readonly end: () => void;
}

/**
 * Reads pages to find links in them, under the rules for pages: no private address but that of the
 * named host, also after redirects. Sends only what the access has for the origin of each request,
 * the password only after the server has asked for it; keeps no cookies, and uses no proxy.
 */
export class WebReader {
  readonly #options: WebReaderOptions;
  readonly #named: string | null;
  /** Whether the named host has had a public address: then it gets no private one any more. */
  #isPublic = false;
  /** The folders that have asked for the password. */
  readonly #protected = new Set<string>();

  constructor(options: WebReaderOptions) {
    this.#options = options;
    this.#named = options.named === null ? null : hostOf(new URL(options.named));
  }

  /**
   * Requests a URL and follows redirects.
   * @param isFollowed decides about each redirect; one that is not followed is the answer
   * @throws AppError `load-failed`
   */
  async get(
    address: string,
    accept: string,
    isFollowed: (url: URL) => boolean = () => true,
  ): Promise<WebAnswer> {
    let url = new URL(address);
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      const response = await this.#request(url, accept).catch((thrown: unknown) => {
        throw thrown instanceof AppError ? thrown : failed(address, reasonOf(thrown));
      });
      const next = redirectOf(response, url);
      if (next === null || !isFollowed(next)) return answerOf(response, url);
      response.destroy();
      url = next;
    }
    throw failed(address, message('remote.tooManyRedirects', { max: maxRedirects }));
  }

  /**
   * Sends the password if the server asks for it, then at once to all below the folder that did
   * (RFC 7617, 2.2).
   */
  async #request(url: URL, accept: string): Promise<IncomingMessage> {
    const sent = { accept, 'accept-encoding': 'gzip', 'user-agent': userAgent };
    const { access } = this.#options;
    if (access === undefined || !isOpenedBy(access, url.href)) return this.#send(url, sent);
    const cookie = cookieHeader(access, url, Date.now());
    const withCookie = cookie === null ? sent : { ...sent, cookie };
    const headers = headersOf(access, url.href, withCookie) ?? withCookie;
    if (access.login === null) return this.#send(url, headers);
    const { user, password } = access.login;
    const signedIn = { ...headers, authorization: basicLogin(user, password) };
    if ([...this.#protected].some((folder) => url.href.startsWith(folder))) {
      return this.#send(url, signedIn);
    }
    const response = await this.#send(url, headers);
    if (!asksForBasicLogin(response)) return response;
    response.destroy();
    this.#protected.add(new URL('.', url).href);
    return this.#send(url, signedIn);
  }

  async #send(url: URL, headers: Readonly<Record<string, string>>): Promise<IncomingMessage> {
    const { encryptedOnly = false, signal } = this.#options;
    if (encryptedOnly && isUnencrypted(url.href)) {
      throw failed(url.href, message('access.unencrypted'));
    }
    return sendRequest({
      method: 'GET',
      url,
      headers,
      limits,
      signal,
      chooseAddresses: (addresses) => this.#choose(url, addresses),
    });
  }

  /** @throws AppError `load-failed` if the host has a private address that may not be used */
  #choose(url: URL, addresses: readonly string[]): readonly string[] {
    const isNamed = hostOf(url) === this.#named;
    const usable = isNamed ? addressesOfNamed(addresses) : addresses;
    const found = usable.find((address) => isPrivateAddress(address));
    if (found !== undefined && !(isNamed && !this.#isPublic))
      throw failed(url.href, message('access.privateAddress', { address: found }));
    this.#isPublic ||= isNamed && found === undefined;
    return usable;
  }
}

/** The name that rules for crawlers may use. */
export const userAgent = 'Platen';

function asksForBasicLogin({ statusCode, headers }: IncomingMessage): boolean {
  return statusCode === 401 && /(?:^|,)\s*basic\b/i.test(headers['www-authenticate'] ?? '');
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage, from: URL): URL | null {
  const { location } = headers;
  if (statusCode < 300 || statusCode >= 400 || statusCode === 304) return null;
  if (location === undefined || !URL.canParse(location, from)) return null;
  const url = new URL(location, from);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url : null;
}

function answerOf(response: IncomingMessage, url: URL): WebAnswer {
  const contentType = response.headers['content-type'] ?? '';
  return {
    url: url.href,
    status: response.statusCode ?? 0,
    type: /^[^;\s]*/.exec(contentType)?.[0].toLowerCase() ?? '',
    contentType,
    read: async () => readBody(response, url.href),
    end: () => void response.destroy(),
  };
}

async function readBody(response: IncomingMessage, address: string): Promise<Buffer> {
  const isPacked = /^(x-)?gzip$/i.test(response.headers['content-encoding']?.trim() ?? '');
  // The error reaches the reader of the unpacked stream.
  const body = isPacked ? pipeline(response, createGunzip(), () => undefined) : response;
  const content = await readLimited(body, maxBytes).catch((thrown: unknown) => {
    throw failed(address, reasonOf(thrown));
  });
  if (content !== null) return content;
  throw failed(address, message('sites.tooLarge', { megabytes: maxBytes / 1024 ** 2 }));
}

function reasonOf(thrown: unknown): Message {
  const { reason } = connectionFault(thrown) ?? {};
  if (reason !== undefined) return reason;
  return thrown instanceof RequestFault ? message('network.brokenOff') : literal(String(thrown));
}

export function failed(address: string, reason: Message): AppError {
  return new AppError('load-failed', message('sites.notRead', { url: address, reason }));
}

function hostOf(url: URL): string {
  return `${url.hostname}:${portOf(url)}`;
}
