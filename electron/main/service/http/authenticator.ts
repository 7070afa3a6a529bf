import type { FastifyRequest } from 'fastify';
import { isLoopbackHost } from '../../../shared/request/url.js';
import { runAccount } from '../store/in-memory/in-memory-store.js';
import type { ServiceOptions } from '../service-options.js';
import type { Account, ServiceStore } from '../store/service-store.js';
import { accountOf } from './authorization.js';
import { checkHost } from './host-guard.js';

/** A host and a port as an address may name them. */
const plainHost = /^[\w.-]+(:\d+)?$|^\[[\da-f:.]+\](:\d+)?$/i;

export interface AuthenticatorParts {
  readonly store: Pick<ServiceStore, 'accountOfKey'>;
  readonly options: Pick<ServiceOptions, 'host' | 'baseUrl' | 'behindProxy' | 'isOpen'>;
  /** The service's base address for those whose request does not tell it. */
  readonly address: () => string;
}

/** Who asks the service, whether they may, and by which address they know it. */
export class Authenticator {
  readonly #parts: AuthenticatorParts;
  readonly #accounts = new WeakMap<FastifyRequest, Account>();

  constructor(parts: AuthenticatorParts) {
    this.#parts = parts;
  }

  /** Lets in who has a key; nobody needs one where the service is open. @throws Problem 401 */
  async authorize(request: FastifyRequest): Promise<void> {
    const { store, options } = this.#parts;
    const { authorization } = request.headers;
    const account = options.isOpen ? runAccount : await accountOf(authorization, store);
    this.#accounts.set(request, account);
    request.account = account.id;
  }

  /** Lets in everybody on this computer where only they reach the service; else who has a key. @throws Problem 401 or 421 */
  async authorizeWatcher(request: FastifyRequest): Promise<void> {
    const { host, behindProxy } = this.#parts.options;
    if (!behindProxy && isLoopbackHost(host)) this.checkHost(request);
    else await this.authorize(request);
  }

  /** @throws Problem 421 */
  checkHost({ headers }: FastifyRequest): void {
    checkHost(headers.host, this.#parts.options.baseUrl);
  }

  /** Whose request it is, once it was let in. */
  accountOf(request: FastifyRequest): Account {
    return this.#accounts.get(request) ?? runAccount;
  }

  /** The service's base address as who asks knows it. */
  baseFor({ protocol, host, headers }: FastifyRequest): string {
    const { options, address } = this.#parts;
    const { baseUrl, behindProxy } = options;
    if (baseUrl !== null || !plainHost.test(host)) return address();
    // The proxy speaks TLS, also where it does not say so.
    const isUnsaid = behindProxy && headers['x-forwarded-proto'] === undefined;
    return `${isUnsaid ? 'https' : protocol}://${host}`;
  }
}
