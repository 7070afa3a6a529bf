import type { Account, ServiceStore } from '../store/service-store.js';
import { withDatabase } from './from-database.js';
import { Problem } from './problem.js';

/** What the header `Authorization: Basic` holds. */
interface BasicLogin {
  readonly user: string;
  readonly password: string;
}

/**
 * Whose request it is (the interface, section 5): an API key as the user name with an empty password, or the account's name with a key of its own as the
 * password.
 * @throws Problem 401; 503 where the database is away
 */
export async function accountOf(
  header: string | undefined,
  store: Pick<ServiceStore, 'accountOfKey'>,
): Promise<Account> {
  if (header === undefined) throw unauthorized(missing);
  const login = readBasic(header);
  if (login === null) throw unauthorized(malformed);
  const { user, password } = login;
  const account = await withDatabase(store.accountOfKey(password === '' ? user : password));
  if (account === null || (password !== '' && account.name !== user)) throw unauthorized(unknown);
  return account;
}

const missing =
  'The request has no Authorization header; send Basic with the base64 of your API key and a colon, as curl -u KEY: does.';
const malformed =
  'The Authorization header is not of the form Basic and the base64 of <API key>: or <account>:<API key>; curl -u KEY: writes it.';
const unknown = 'The API key is not known here, or it was revoked; check it.';

/** RFC 7617, section 2; null where it is malformed. */
function readBasic(header: string): BasicLogin | null {
  const [, encoded] = /^basic +([A-Za-z0-9+/_-]+={0,2}) *$/i.exec(header) ?? [];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon === -1) return null;
  return { user: text.slice(0, colon), password: text.slice(colon + 1) };
}

function unauthorized(message: string): Problem {
  return new Problem(401, 'unauthorized', message, {
    headers: { 'www-authenticate': 'Basic realm="Platen", charset="UTF-8"' },
  });
}
