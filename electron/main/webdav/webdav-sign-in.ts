import { randomBytes } from 'node:crypto';
import { basicLogin } from '../network/basic-login.js';
import { type DigestChallenge, digestAuthorization, digestChallenge, offers } from './digest.js';

interface Login {
  readonly user: string;
  readonly password: string;
}

/**
 * Signs the requests to a server: with Basic authentication, or with Digest once the server has
 * asked for that alone.
 */
export class WebdavSignIn {
  readonly #login: Login | null;
  #challenge: DigestChallenge | null = null;
  #count = 0;

  /** @param login null: requests are not signed in */
  constructor(login: Login | null) {
    this.#login = login;
  }

  /** Null for none. */
  authorization(method: string, { pathname, search }: URL): string | null {
    if (this.#login === null) return null;
    const { user, password } = this.#login;
    if (this.#challenge === null) return basicLogin(user, password);
    this.#count += 1;
    return digestAuthorization(this.#challenge, {
      ...{ user, password, method, target: `${pathname}${search}` },
      count: this.#count,
      clientNonce: randomBytes(16).toString('hex'),
    });
  }

  /**
   * Takes the challenge of a refused request. Returns true if a repeated request may be accepted: a
   * refused password is not sent again.
   */
  accepts(header = ''): boolean {
    if (this.#login === null || offers(header, 'basic')) return false;
    const challenge = digestChallenge(header);
    if (challenge === null) return false;
    if (this.#challenge !== null && !challenge.isStale) return false;
    this.#challenge = challenge;
    this.#count = 0;
    return true;
  }
}
