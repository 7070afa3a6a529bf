import type { AppErrorCode, AppErrorData } from '@shared/errors.js';
import { type Message, type MessageKey, isMessage, message } from '@shared/messages/message.js';
import { t, textOf } from '../i18n/t.js';

/** What an HTTP status means, by RFC 9110 and 6585; the same in all languages. */
const statusPhrases: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  407: 'Proxy Authentication Required',
  408: 'Request Timeout',
  410: 'Gone',
  413: 'Content Too Large',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** Reasons within messages, in two or three words. */
const reasons: Readonly<Partial<Record<MessageKey, Message>>> = {
  'page.hostNotFound': message('queue.hostNotFound'),
  'network.noName': message('queue.hostNotFound'),
  'page.connectionRefused': message('queue.connectionRefused'),
  'network.connectionRefused': message('queue.connectionRefused'),
  'page.connectionTimedOut': message('queue.noResponse'),
  'network.noResponse': message('queue.noResponse'),
  'page.connectionReset': message('queue.connectionLost'),
  'page.connectionClosed': message('queue.connectionLost'),
  'page.interrupted': message('queue.connectionLost'),
  'network.brokenOff': message('queue.connectionLost'),
  'page.offline': message('queue.offline'),
  'network.offline': message('queue.offline'),
  'page.unreachable': message('queue.unreachable'),
  'page.tooManyRedirects': message('queue.tooManyRedirects'),
  'page.keepsRedirecting': message('queue.tooManyRedirects'),
  'page.keepsRedirectingTo': message('queue.tooManyRedirects'),
  'page.certificateExpired': message('queue.certificateExpired'),
  'network.certificateExpired': message('queue.certificateExpired'),
  'page.certificateUntrusted': message('queue.certificateUntrusted'),
  'network.certificateUntrusted': message('queue.certificateUntrusted'),
  'page.certificateForOtherName': message('queue.certificateInvalid'),
  'network.certificateForOtherName': message('queue.certificateInvalid'),
  'page.certificateInvalid': message('queue.certificateInvalid'),
  'page.noTls': message('queue.tlsFailed'),
  'network.noTls': message('queue.tlsFailed'),
  'page.loginRequired': message('queue.loginRequired'),
  'remote.loginRequired': message('queue.loginRequired'),
  'remote.keyRefused': message('queue.keyRefused'),
  'remote.passwordRefused': message('queue.keyRefused'),
  'remote.noCredits': message('queue.noCredits'),
  'page.outOfMemory': message('queue.outOfMemory'),
  'page.outOfChromiumMemory': message('queue.outOfMemory'),
  'page.isDownload': message('queue.isDownload'),
  'page.isDownloadOfUnknownType': message('queue.isDownload'),
  'sources.missing': message('queue.fileNotFound'),
  'sources.removed': message('queue.fileNotFound'),
  'sources.denied': message('queue.accessDenied'),
  'files.denied': message('queue.accessDenied'),
  'files.diskFull': message('queue.diskFull'),
};

const byCode: Readonly<Record<AppErrorCode, Message>> = {
  'invalid-request': message('queue.invalidOptions'),
  'source-unreadable': message('queue.notReadable'),
  'load-failed': message('queue.notLoaded'),
  'timed-out': message('queue.timedOut'),
  'page-crashed': message('queue.pageCrashed'),
  'sandbox-off': message('queue.noSandbox'),
  'print-failed': message('queue.notPrinted'),
  'preflight-failed': message('queue.hasWarnings'),
  canceled: message('queue.canceled'),
  'write-failed': message('queue.notSaved'),
  'object-exists': message('uploads.nameConflict'),
  'delivery-refused': message('uploads.failed'),
  'delivery-interrupted': message('uploads.failed'),
  'remote-refused': message('queue.serviceRefused'),
  'remote-unreachable': message('queue.serviceUnreachable'),
  'remote-uncertain': message('queue.resultUnknown'),
  refused: message('queue.notAllowed'),
  internal: message('queue.internalError'),
};

/** Returns an error in two or three words, such as `404 Not Found`, for the row of a list. */
export function shortReason({ code, message: full }: AppErrorData): string {
  return reasonIn(full) ?? textOf(byCode[code]);
}

function reasonIn({ key, params = {} }: Message): string | null {
  const known = reasons[key];
  if (known) return textOf(known);
  const status = Number(params['status']);
  const phrase = statusPhrases[status];
  if (phrase !== undefined) return t('queue.httpStatus', { status: String(status), phrase });
  for (const value of Object.values(params)) {
    const found = isMessage(value) ? reasonIn(value) : null;
    if (found !== null) return found;
  }
  return null;
}
