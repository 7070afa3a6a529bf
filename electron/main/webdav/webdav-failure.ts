import { literal, message } from '../../shared/messages/message.js';
import { RequestFault, retryAfterMs } from '../network/http-client.js';
import {
  type ServerReason,
  connectionReason,
  failedFolder,
  listingDenied,
  listingMissing,
} from '../uploads/server-failure.js';
import { digestChallenge, offers } from './digest.js';
import { WebdavFault } from './webdav-files.js';

/** Returns why an operation of WebDAV failed; null for another error. */
export function webdavReason(thrown: unknown, host: string): ServerReason | null {
  if (thrown instanceof RequestFault) return requestReason(thrown, host);
  if (thrown instanceof WebdavFault) return responseReason(thrown, host);
  return null;
}

function requestReason({ problem, details, cause }: RequestFault, host: string): ServerReason {
  if (problem === 'no-connection') {
    const seconds = (details.limitMs ?? 0) / 1000;
    const text = message('servers.noConnection', { host, seconds });
    return { text, isTransient: true, field: 'server' };
  }
  const brokenOff = { text: message('servers.brokenOff', { host }), isTransient: true };
  return connectionReason(cause, host) ?? brokenOff;
}

/** @see RFC 4918, section 9 */
function responseReason(
  { status, operation, key, headers }: WebdavFault,
  host: string,
): ServerReason {
  const folder = failedFolder(operation, key);
  if (status >= 300 && status < 400) {
    const { location = '' } = headers;
    const text = message('servers.redirected', { host, url: originOf(location) });
    return { text, isTransient: false, isLasting: true, field: 'server' };
  }
  switch (status) {
    case 401:
      return signInReason(headers['www-authenticate'], host);
    case 403:
      if (operation === 'list') return listingDenied(folder);
      return { text: message('servers.denied', { folder }), isTransient: false, field: 'folder' };
    case 404:
    case 409:
      if (operation === 'list') return listingMissing(folder);
      return {
        text: message('servers.folderMissing', { folder }),
        isTransient: false,
        field: 'folder',
      };
    case 405:
    case 501:
      return {
        text: message('servers.notWebdav', { host }),
        isTransient: false,
        field: 'server',
      };
    case 413:
      return { text: message('servers.tooLarge', { host }), isTransient: false };
    case 423:
      return { text: message('servers.locked', { folder }), isTransient: true };
    case 507:
      return { text: message('servers.full', { folder }), isTransient: false };
    default: {
      const text = message('servers.failedHttp', { status });
      const isTransient = status === 429 || status >= 500;
      return { text, isTransient, retryAfterMs: retryAfterMs(headers['retry-after']) };
    }
  }
}

function signInReason(offered: string | undefined, host: string): ServerReason {
  const isKnown =
    offered === undefined || offers(offered, 'basic') || digestChallenge(offered) !== null;
  const text = isKnown
    ? message('servers.webdavSignIn', { host })
    : message('servers.unknownSignIn', { host });
  return { text, isTransient: false, isLasting: true, field: 'login' };
}

/** The rest of the URL may contain a secret. */
function originOf(location: string) {
  return literal(URL.canParse(location) ? new URL(location).origin : '/');
}
