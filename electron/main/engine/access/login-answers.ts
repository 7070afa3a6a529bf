import { portOf } from '../../network/hosts.js';
import { type AccessSecrets, type PageAccess, isOpenedBy } from '../../network/page-access.js';

/** A server or proxy that asks for a password, as Electron describes it. */
interface Challenge {
  readonly isProxy: boolean;
  readonly scheme: string;
  readonly host: string;
  readonly port: number;
  readonly realm: string;
}

/** Answers the requests for a password of one page. */
export class LoginAnswers {
  readonly #access: PageAccess;
  readonly #answered = new Set<string>();
  readonly #refused = new Set<string>();

  constructor(access: PageAccess) {
    this.#access = access;
  }

  /**
   * Null if they are not for the URL's server, or if the server has refused them: it asks again
   * then, and may lock the account.
   */
  answer(url: string, { isProxy, ...server }: Challenge): AccessSecrets['login'] {
    if (isProxy || !isOpenedBy(this.#access, url)) return null;
    const asking = new URL(url);
    if (asking.hostname !== server.host || portOf(asking) !== server.port) return null;
    const place = [server.scheme, server.host, server.port, server.realm].join(' ');
    const attempt = `${place} ${url}`;
    if (this.#answered.has(attempt)) this.#refused.add(place);
    if (this.#refused.has(place)) return null;
    this.#answered.add(attempt);
    return this.#access.login;
  }
}
