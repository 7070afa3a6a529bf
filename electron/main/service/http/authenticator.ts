import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { isLoopbackHost } from '../../../shared/request/url.js';
import { type Message, message } from '../../../shared/messages/message.js';
import { excerpt } from '../../../shared/request/text.js';
import type { ServiceOptions } from '../contract/service-options.js';
import { runAccount } from '../store/in-memory-store.js';
import type { AuthorizedAccount, ServiceStore } from '../store/service-store.js';
import { Problem, retryAfter, withDatabase } from './problem.js';

/** A valid host and port of a URL. */
const plainHost = /^[\w.-]+(:\d+)?$|^\[[\da-f:.]+\](:\d+)?$/i;

export interface AuthenticatorParts {
  readonly store: Pick<ServiceStore, 'accountOfKey'>;
  readonly options: Pick<
    ServiceOptions,
    'host' | 'baseUrl' | 'behindProxy' | 'isOpen' | 'metricsKey' | 'perAccount'
  >;
  /** The service's own base URL, for requests without a usable `Host`. */
  readonly address: () => string;
}

/** Authenticates clients, and finds the base URL by which they know the service. */
export class Authenticator {
  readonly #parts: AuthenticatorParts;
  readonly #accounts = new WeakMap<FastifyRequest, AuthorizedAccount>();

  constructor(parts: AuthenticatorParts) {
    this.#parts = parts;
  }

  /** Requires an API key, unless the service is open. @throws Problem 401 */
  async authorize(request: FastifyRequest): Promise<void> {
    const { store, options } = this.#parts;
    const { authorization } = request.headers;
    const account = options.isOpen ? runAccount : await accountOf(authorization, store);
    this.#accounts.set(request, account);
    request.account = account.id;
  }

  /**
   * Requires the operator's key if there is one, if the service has accounts, or if other machines
   * can reach it: the metrics are about all accounts.
   * @throws Problem 401 or 421
   */
  authorizeMonitoring(request: FastifyRequest): void {
    const { host, behindProxy, metricsKey, perAccount } = this.#parts.options;
    if (metricsKey !== null && isOperator(request.headers.authorization, metricsKey)) return;
    if (metricsKey !== null || perAccount !== null || behindProxy || !isLoopbackHost(host))
      throw unauthorized(message('service.metricsKey'));
    this.checkHost(request);
  }

  /** @throws Problem 421 */
  checkHost({ headers }: FastifyRequest): void {
    checkHost(headers.host, this.#parts.options.baseUrl);
  }

  accountOf(request: FastifyRequest): AuthorizedAccount {
    return this.#accounts.get(request) ?? runAccount;
  }

  /** As the client knows it. */
  baseFor({ protocol, host, headers }: FastifyRequest): string {
    const { options, address } = this.#parts;
    const { baseUrl, behindProxy } = options;
    if (baseUrl !== null || !plainHost.test(host)) return address();
    // A proxy that does not name the protocol speaks TLS.
    const isAssumedTls = behindProxy && headers['x-forwarded-proto'] === undefined;
    return `${isAssumedTls ? 'https' : protocol}://${host}`;
  }
}

/**
 * As in the API, section 5: an API key as the user name with an empty password, or the account's
 * name with one of its keys as the password.
 * @throws Problem 401; 503 if the database is unavailable
 */
async function accountOf(
  header: string | undefined,
  store: Pick<ServiceStore, 'accountOfKey'>,
): Promise<AuthorizedAccount> {
  if (header === undefined) throw unauthorized(message('service.unauthorizedNoHeader'));
  const login = readBasic(header);
  if (login === null) throw unauthorized(message('service.unauthorizedMalformed'));
  const { user, password } = login;
  const account = await withDatabase(store.accountOfKey(password === '' ? user : password));
  if (account === null || (password !== '' && account.name !== user))
    throw unauthorized(message('service.unauthorizedUnknownKey'));
  return account;
}

/** Whether a header has the operator's key: `Bearer KEY`, or `Basic` as with an API key. */
function isOperator(header: string | undefined, key: string): boolean {
  const [, bearer] = /^bearer +(\S+) *$/i.exec(header ?? '') ?? [];
  const login = readBasic(header ?? '');
  const credential = bearer ?? (login?.password === '' ? login.user : login?.password);
  return credential !== undefined && timingSafeEqual(sha256(credential), sha256(key));
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

interface BasicCredentials {
  readonly user: string;
  readonly password: string;
}

/** Parses `Authorization: Basic` (RFC 7617, section 2). Null if it is malformed. */
function readBasic(header: string): BasicCredentials | null {
  const [, encoded] = /^basic +([A-Za-z0-9+/_-]+={0,2}) *$/i.exec(header) ?? [];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon === -1) return null;
  return { user: text.slice(0, colon), password: text.slice(colon + 1) };
}

function unauthorized(reason: Message): Problem {
  return new Problem('unauthorized', reason, {
    headers: { 'www-authenticate': 'Basic realm="Platen", charset="UTF-8"' },
  });
}

/** HTTP/1.1 requires one header `Host` (RFC 9112, section 3.2). @throws Problem 400 */
export function checkHasHost({ headersDistinct, httpVersion }: IncomingMessage): void {
  const count = headersDistinct['host']?.length ?? 0;
  if (count === 1 || (count === 0 && httpVersion === '1.0')) return;
  throw new Problem(
    'invalid-http',
    count === 0
      ? message('service.hostMissing')
      : message('service.headerRepeated', { count, header: 'Host' }),
  );
}

/**
 * Refuses requests to a service without keys under a name that is not this machine's. A web page
 * open in a local browser may resolve its own name to 127.0.0.1 (DNS rebinding): the browser then
 * takes the service for the page's own, and only `Host` shows it.
 * @param host the header
 * @param baseUrl whose host is accepted too
 * @throws Problem 421 (RFC 9110, section 15.5.20)
 */
function checkHost(host: string | undefined, baseUrl: string | null): void {
  // Other headers, such as `evil.example@localhost`, are hosts to no browser, but URLs with one.
  const name = plainHost.test(host ?? '') ? hostNameOf(`http://${host ?? ''}`) : null;
  if (name !== null && (isLoopbackHost(name) || name === hostNameOf(baseUrl))) return;
  throw new Problem(
    'misdirected-request',
    message('service.hostNotAllowed', { host: excerpt(host ?? '') }),
  );
}

/** Normalized by the URL parser, so that different spellings of a host are equal. */
function hostNameOf(url: string | null): string | null {
  return url !== null && URL.canParse(url) ? new URL(url).hostname : null;
}

const minuteMs = 60_000;

/** Limits the requests per minute of each account and each API key, on this server. */
export class RequestRates {
  readonly #defaultRate: number | null;
  readonly #now: () => number;
  readonly #sent = new Map<string, number[]>();

  /** @param defaultRate of an account without one of its own; null for no limit */
  constructor(defaultRate: number | null, now: () => number = () => Date.now()) {
    this.#defaultRate = defaultRate;
    this.#now = now;
  }

  /** Counts a request. @throws Problem 429 if the account or its key has reached its limit */
  take({ id, name, rate, apiKey }: RateOwner): void {
    const now = this.#now();
    const counted = [
      this.#recent(id, rate ?? this.#defaultRate, now, (limit) =>
        message('service.rateLimited', { account: name, rate: limit }),
      ),
      this.#recent(`key ${apiKey.id}`, apiKey.rate, now, (limit) =>
        message('service.keyRateLimited', { key: apiKey.id, rate: limit }),
      ),
    ];
    for (const times of counted) times?.push(now);
  }

  /**
   * Returns the times of the last minute's requests; null without a limit.
   * @throws Problem 429
   */
  #recent(
    owner: string,
    rate: number | null,
    now: number,
    reason: (rate: number) => Message,
  ): number[] | null {
    if (rate === null) return null;
    const recent = (this.#sent.get(owner) ?? []).filter((time) => time > now - minuteMs);
    this.#sent.set(owner, recent);
    if (recent.length < rate) return recent;
    const [oldest = now] = recent;
    const headers = retryAfter((oldest + minuteMs - now) / 1000);
    throw new Problem('rate-limited', reason(rate), { headers });
  }
}

type RateOwner = Pick<AuthorizedAccount, 'id' | 'name' | 'rate'> & {
  readonly apiKey: Pick<AuthorizedAccount['apiKey'], 'id' | 'rate'>;
};
