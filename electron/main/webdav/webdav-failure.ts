import { literal, message } from '../../shared/messages/message.js';
import type { FailureReason } from '../network/delivery-failure.js';
import { retryAfterMs } from '../network/http-client.js';
import {
  type FailedRequest,
  failedRequest,
  folderDenied,
  folderMissing,
  serverFull,
} from '../uploads/server-failure.js';
import { entryOf } from '../util/code-table.js';
import { digestChallenge, offers } from './digest.js';
import { WebdavFault } from './webdav-files.js';

interface FailedResponse extends FailedRequest, Pick<WebdavFault, 'status' | 'headers'> {}

type Reason = (failed: FailedResponse) => FailureReason;

const notWebdav: Reason = ({ host }) => ({
  text: message('servers.notWebdav', { host }),
  field: 'server',
});

const failed: Reason = ({ status, headers }) => ({
  text: message('servers.failedHttp', { status }),
  retryAfterMs: retryAfterMs(headers['retry-after']),
});

const failedForNow: Reason = (response) => ({ ...failed(response), isTransient: true });

/** @see RFC 4918, section 9 */
const byStatus: Readonly<Record<string, Reason>> = {
  '3*': ({ host, headers: { location = '' } }) => ({
    text: message('servers.redirected', { host, url: originOf(location) }),
    isLasting: true,
    field: 'server',
  }),
  401: ({ host, headers }) => ({
    text: canSignIn(headers['www-authenticate'])
      ? message('servers.webdavSignIn', { host })
      : message('servers.unknownSignIn', { host }),
    isLasting: true,
    field: 'login',
  }),
  403: folderDenied,
  404: folderMissing,
  405: notWebdav,
  409: folderMissing,
  413: ({ host }) => ({ text: message('servers.tooLarge', { host }) }),
  423: ({ folder }) => ({ text: message('servers.locked', { folder }), isTransient: true }),
  429: failedForNow,
  501: notWebdav,
  507: serverFull,
  '5*': failedForNow,
};

/** Null for an error that is not of WebDAV. */
export function webdavReason(thrown: unknown, host: string): FailureReason | null {
  if (!(thrown instanceof WebdavFault)) return null;
  const { operation, key, status, headers } = thrown;
  const response = { ...failedRequest(host, operation, key), status, headers };
  return (entryOf(byStatus, status) ?? failed)(response);
}

function canSignIn(offered: string | undefined): boolean {
  return offered === undefined || offers(offered, 'basic') || digestChallenge(offered) !== null;
}

/** The rest of the URL may contain a secret. */
function originOf(location: string) {
  return literal(URL.canParse(location) ? new URL(location).origin : '/');
}
