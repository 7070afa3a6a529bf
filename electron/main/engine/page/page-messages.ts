import { AppError } from '../../../shared/messages/errors.js';
import { type Message, message } from '../../../shared/messages/message.js';
import type { PageAccess } from '../../network/page-access.js';
import type { LocalFailure } from '../access/local-files.js';
import { shortened } from '../addresses/page-address.js';

/** The error of `webContents.loadURL` (Electron: lib/browser/api/web-contents.ts). */
interface LoadError extends Error {
  readonly code: string;
  readonly url?: string;
}

const reasons: Readonly<Record<string, Message>> = {
  ERR_NAME_NOT_RESOLVED: message('page.hostNotFound'),
  ERR_CONNECTION_REFUSED: message('page.connectionRefused'),
  ERR_CONNECTION_TIMED_OUT: message('page.connectionTimedOut'),
  ERR_CONNECTION_RESET: message('page.connectionReset'),
  ERR_CONNECTION_CLOSED: message('page.connectionClosed'),
  ERR_EMPTY_RESPONSE: message('page.connectionClosed'),
  ERR_INTERNET_DISCONNECTED: message('page.offline'),
  ERR_ADDRESS_UNREACHABLE: message('page.unreachable'),
  ERR_TOO_MANY_REDIRECTS: message('page.tooManyRedirects'),
  ERR_CERT_AUTHORITY_INVALID: message('page.certificateUntrusted'),
  ERR_CERT_COMMON_NAME_INVALID: message('page.certificateForOtherName'),
  ERR_CERT_DATE_INVALID: message('page.certificateExpired'),
  ERR_SSL_PROTOCOL_ERROR: message('page.noTls'),
  ERR_CERT_INVALID: message('page.certificateInvalid'),
  ERR_SSL_CLIENT_AUTH_CERT_NEEDED: message('page.clientCertificate'),
  ERR_BAD_SSL_CLIENT_AUTH_CERT: message('page.clientCertificate'),
  ERR_BLOCKED_BY_CLIENT: message('page.blocked'),
  ERR_INVALID_AUTH_CREDENTIALS: message('page.loginRequired'),
  ERR_FILE_TOO_BIG: message('page.tooLarge'),
  ERR_UNSAFE_PORT: message('page.unsafePort'),
  ERR_FILE_NOT_FOUND: message('access.noFile'),
  ERR_UNSAFE_REDIRECT: message('page.unsafeRedirect'),
  ERR_CONTENT_LENGTH_MISMATCH: message('page.interrupted'),
  ERR_INCOMPLETE_CHUNKED_ENCODING: message('page.interrupted'),
  ERR_CONTENT_DECODING_FAILED: message('page.interrupted'),
  // Electron does not name the error of a page whose response had begun.
  '': message('page.interrupted'),
  ERR_INVALID_RESPONSE: message('page.invalidResponse'),
  ERR_INVALID_HTTP_RESPONSE: message('page.invalidResponse'),
};

/** Returns the same error if the reason is unknown. */
export type ReasonOf = (address: string, error: string) => string;

/** The end of a sentence. @param error as Chromium names it, with or without its `net::` */
export function errorMeaning(error: string): Message {
  const code = error.replace(/^net::/, '');
  return reasons[code] ?? message('page.chromiumError', { code });
}

/** @param page its URL, or the name of its source for the user */
export function loadFailure(
  thrown: unknown,
  page: string | Message,
  reasonOf: ReasonOf = (_address, error) => error,
): AppError {
  const reason = isLoadError(thrown)
    ? errorMeaning(reasonOf(thrown.url ?? (typeof page === 'string' ? page : ''), thrown.code))
    : String(thrown);
  const failure = message('page.notLoaded', { page, reason });
  return new AppError('load-failed', failure, undefined, { cause: thrown });
}

/** Returns the error of a page that a local page leads to, and that it gets no file for. */
export function localLoadFailure({ resource, reason, folder }: LocalFailure): AppError {
  const failure = message('page.notLoaded', { page: resource, reason });
  return new AppError('load-failed', failure, undefined, { folder });
}

/** Null for a status below 400. */
export function statusFailure(status: number, page: string | Message): AppError | null {
  if (status < 400) return null;
  const failure = { page, reason: statusMeaning(status) };
  return new AppError('load-failed', message('page.notLoaded', failure));
}

/** The server no longer accepts the sign-in. @param reason what it did, as the end of a sentence */
export function signedOut({ label }: PageAccess, reason: Message): AppError {
  const failure = message('signIns.expired', { signIn: label, reason });
  return new AppError('load-failed', failure, [{ field: 'signIn', message: failure }]);
}

/** Returns true for the URL of a page that is usually there to sign in. */
export function isLoginUrl(url: string): boolean {
  const { pathname } = new URL(url);
  return /[/._-](?:log-?in|log-?on|sign-?in|sign-?on|sso|oauth2?|authorize|saml2?|cas|sessions?[/]new)(?:[/._-]|$)/i.test(
    pathname,
  );
}

/** The end of a sentence. @param status 400 or above */
export function statusMeaning(status: number): Message {
  const other = status < 500 ? message('page.requestRefused') : message('page.serverFailed');
  return message('page.answered', { status, meaning: statusMeanings[status] ?? other });
}

const statusMeanings: Readonly<Record<number, Message>> = {
  401: message('page.status401'),
  403: message('page.status403'),
  404: message('page.status404'),
  407: message('page.status407'),
  410: message('page.status410'),
  429: message('page.status429'),
  502: message('page.status502'),
  503: message('page.status503'),
  504: message('page.status504'),
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
export function refusedBox(name: string): Message | null {
  return boxes.has(name) ? message('preflight.dialog', { name }) : null;
}

export function refusedWindow(address: string): Message {
  return message('preflight.newWindow', { url: shortened(address) });
}

/** @param permission as Electron names it (`setPermissionRequestHandler`) */
export function refusedPermission(permission: string): Message {
  return message('preflight.permission', { permission });
}

export function refusedProgram(address: string): Message {
  return message('preflight.otherProgram', { url: shortened(address) });
}

export function refusedDownload(address: string): Message {
  return message('preflight.download', { url: shortened(address) });
}
