import { AppError } from '../../../shared/errors.js';

/** The error of `webContents.loadURL` (Electron: lib/browser/api/web-contents.ts). */
interface LoadError extends Error {
  readonly code: string;
  readonly url?: string;
}

const reasons: Readonly<Record<string, string>> = {
  ERR_NAME_NOT_RESOLVED:
    'the host name could not be resolved. Check the spelling and the network connection',
  ERR_CONNECTION_REFUSED:
    'the server refused the connection. Check the port and that the server is running',
  ERR_CONNECTION_TIMED_OUT: 'the server does not answer',
  ERR_CONNECTION_RESET: 'the server reset the connection',
  ERR_CONNECTION_CLOSED: 'the server closed the connection without a response',
  ERR_EMPTY_RESPONSE: 'the server closed the connection without a response',
  ERR_INTERNET_DISCONNECTED: 'there is no network connection',
  ERR_ADDRESS_UNREACHABLE: 'the server cannot be reached from this network',
  ERR_TOO_MANY_REDIRECTS: 'it redirects endlessly',
  ERR_CERT_AUTHORITY_INVALID: 'the certificate of the server is not from a trusted authority',
  ERR_CERT_COMMON_NAME_INVALID: 'the certificate of the server is for another name',
  ERR_CERT_DATE_INVALID:
    'the certificate of the server has expired, or the clock of this machine is wrong',
  ERR_SSL_PROTOCOL_ERROR: 'the TLS handshake failed. Check whether the URL should start with http',
  ERR_CERT_INVALID: 'the certificate of the server is not valid',
  ERR_SSL_CLIENT_AUTH_CERT_NEEDED:
    'the server requires a client certificate, which Platen does not support',
  ERR_BAD_SSL_CLIENT_AUTH_CERT:
    'the server requires a client certificate, which Platen does not support',
  ERR_BLOCKED_BY_CLIENT: 'the rules for untrusted pages block it',
  ERR_INVALID_AUTH_CREDENTIALS: 'the server requires a user name and a password',
  ERR_FILE_TOO_BIG: 'it is too large to load',
  ERR_UNSAFE_PORT: 'browsers do not connect to that port',
  ERR_FILE_NOT_FOUND: 'there is no such file',
  ERR_UNSAFE_REDIRECT: 'it redirects to a URL that a page may not open',
  ERR_CONTENT_LENGTH_MISMATCH: 'the connection was interrupted',
  ERR_INVALID_RESPONSE: 'the server did not send a valid HTTP response',
  ERR_INVALID_HTTP_RESPONSE: 'the server did not send a valid HTTP response',
};

/** Returns the reason of a network error at a URL; the same error if no other is known. */
export type ReasonOf = (address: string, error: string) => string;

/**
 * Returns the meaning of one of Chromium's network errors, with or without its `net::`, as the end
 * of a sentence.
 */
export function errorMeaning(error: string): string {
  const code = error.replace(/^net::/, '');
  return reasons[code] ?? `Chromium reports ${code}`;
}

/** Returns the error of a main page that did not load. */
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

/** Returns the error of a main page with a status of 400 or above; else null. */
export function statusFailure(status: number, address: string): AppError | null {
  if (status < 400) return null;
  return new AppError('load-failed', `${address} could not be loaded: ${statusMeaning(status)}.`);
}

/** Returns the meaning of a status of 400 or above, as the end of a sentence. */
export function statusMeaning(status: number): string {
  const meaning =
    statusMeanings[status] ?? (status < 500 ? 'the request was refused' : 'the server failed');
  return `the server answered ${status}, ${meaning}`;
}

const statusMeanings: Readonly<Record<number, string>> = {
  401: 'it requires a user name and a password, which Platen cannot provide',
  403: 'access is not allowed',
  404: 'there is no such page',
  407: 'a proxy requires a user name and a password',
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

/** Functions of `window` that open a dialog. */
const boxes = new Set(['alert', 'confirm', 'prompt', 'print']);

/**
 * @param name as the page's script reports it; null for anything but a dialog, as a page may report
 * any text
 */
export function refusedBox(name: string): string | null {
  if (!boxes.has(name)) return null;
  return `The page called ${name}(), which is blocked: no dialog is shown during a conversion.`;
}

export function refusedWindow(address: string): string {
  return `The page tried to open a new window (${shortened(address)}), which is blocked.`;
}

/** @param permission as Electron names it (`setPermissionRequestHandler`) */
export function refusedPermission(permission: string): string {
  return `The page requested the permission "${permission}", which is blocked.`;
}

export function refusedProgram(address: string): string {
  return `The page tried to open ${shortened(address)} in another program, which is blocked.`;
}

export function refusedDownload(address: string): string {
  return `The page tried to start a download (${shortened(address)}), which is blocked.`;
}

/** Shortens a URL for a message. */
export function shortened(address: string): string {
  return address.length <= 120 ? address : `${address.slice(0, 117)}...`;
}
