import { AppError } from '../../../shared/errors.js';

/** How a failed `webContents.loadURL` describes itself (Electron: lib/browser/api/web-contents.ts). */
interface LoadError extends Error {
  readonly code: string;
  readonly url?: string;
}

const reasons: Readonly<Record<string, string>> = {
  ERR_NAME_NOT_RESOLVED:
    'there is no server of that name. Check the spelling and the network connection',
  ERR_CONNECTION_REFUSED:
    'the server refuses the connection. Check the port, and that the server runs',
  ERR_CONNECTION_TIMED_OUT: 'the server does not answer',
  ERR_CONNECTION_RESET: 'the server broke the connection off',
  ERR_CONNECTION_CLOSED: 'the server closed the connection without an answer',
  ERR_EMPTY_RESPONSE: 'the server closed the connection without an answer',
  ERR_INTERNET_DISCONNECTED: 'this computer has no network connection',
  ERR_ADDRESS_UNREACHABLE: 'there is no way to the server from this network',
  ERR_TOO_MANY_REDIRECTS: 'it is redirected without end',
  ERR_CERT_AUTHORITY_INVALID:
    'the certificate of the server is not from an authority that this computer trusts',
  ERR_CERT_COMMON_NAME_INVALID: 'the certificate of the server is for another name',
  ERR_CERT_DATE_INVALID:
    'the certificate of the server has expired, or the clock of this computer is wrong',
  ERR_SSL_PROTOCOL_ERROR:
    'the server does not speak TLS as it should. Check whether the address begins with http',
  ERR_CERT_INVALID: 'the certificate of the server is not valid',
  ERR_SSL_CLIENT_AUTH_CERT_NEEDED:
    'the server asks for a certificate of yours, and Platen gives none to any server',
  ERR_BAD_SSL_CLIENT_AUTH_CERT:
    'the server asks for a certificate of yours, and Platen gives none to any server',
  ERR_BLOCKED_BY_CLIENT: 'the rules for untrusted pages refuse it',
  ERR_INVALID_AUTH_CREDENTIALS: 'the server asks for a name and a password',
  ERR_FILE_TOO_BIG: 'it is larger than can be loaded',
  ERR_UNSAFE_PORT: 'browsers do not connect to that port',
  ERR_FILE_NOT_FOUND: 'there is no such file',
  ERR_UNSAFE_REDIRECT: 'it is redirected to where a page may not lead',
  ERR_CONTENT_LENGTH_MISMATCH: 'the connection broke off',
  ERR_INVALID_RESPONSE: 'the server does not answer in HTTP',
  ERR_INVALID_HTTP_RESPONSE: 'the server does not answer in HTTP',
};

/** Gives the reason behind one of Chromium's errors at an address; the same error where there is none. */
export type ReasonOf = (address: string, error: string) => string;

/** What one of Chromium's network errors means, as the end of a sentence; with or without its `net::`. */
export function errorMeaning(error: string): string {
  const code = error.replace(/^net::/, '');
  return reasons[code] ?? `Chromium reports ${code}`;
}

/** The sentence for a main page that did not load, from what `loadURL` was rejected with. */
export function loadFailure(
  thrown: unknown,
  address: string,
  reasonOf: ReasonOf = (_address, error) => error,
): AppError {
  if (!isLoadError(thrown))
    return new AppError('load-failed', `${address} could not be loaded: ${String(thrown)}.`);
  const reason = errorMeaning(reasonOf(thrown.url ?? address, thrown.code));
  return new AppError('load-failed', `${address} could not be loaded: ${reason}.`, undefined, {
    cause: thrown,
  });
}

/** The sentence for a main page that the server answers with an error, or null for a status below 400. */
export function statusFailure(status: number, address: string): AppError | null {
  if (status < 400) return null;
  return new AppError('load-failed', `${address} could not be loaded: ${statusMeaning(status)}.`);
}

/** What a status of 400 or above means, as the end of a sentence. */
export function statusMeaning(status: number): string {
  const meaning =
    statusMeanings[status] ?? (status < 500 ? 'the request was refused' : 'the server failed');
  return `the server answered ${status}, ${meaning}`;
}

const statusMeanings: Readonly<Record<number, string>> = {
  401: 'it asks for a user name and a password, which Platen cannot give',
  403: 'access is not allowed',
  404: 'there is no such page',
  407: 'a proxy wants a user name and a password',
  410: 'the page is gone',
  429: 'there were too many requests',
  500: 'the server failed',
  502: 'a server behind it failed',
  503: 'the server is not available',
  504: 'a server behind it did not answer in time',
};

function isLoadError(thrown: unknown): thrown is LoadError {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string';
}
