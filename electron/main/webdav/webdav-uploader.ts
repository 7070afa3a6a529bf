import { message } from '../../shared/messages/message.js';
import { isLoopbackHost } from '../../shared/request/url.js';
import { type ServerLocation, serverParts } from '../../shared/upload-location.js';
import { basicLogin } from '../network/basic-login.js';
import { lastingRefusal } from '../uploads/server-failure.js';
import { serverUploader } from '../uploads/server-uploader.js';
import type { LookUpOptions } from '../uploads/upload.js';
import type { WebdavAccess } from './webdav-access.js';
import { webdavReason } from './webdav-failure.js';
import { webdavFiles } from './webdav-files.js';

/** Uploads to WebDAV servers. */
export const webdavUploader = serverUploader<WebdavAccess>({
  withFiles: async (access, place, { signal, encryptedOnly }, task) => {
    signal.throwIfAborted();
    return task(webdavFiles({ ...connectionTo(access, place, { encryptedOnly }), signal }));
  },
  reasonOf: webdavReason,
});

/** @throws DeliveryFailure if the connection must be encrypted and is not, or without a login */
function connectionTo(
  { password }: WebdavAccess,
  { server }: ServerLocation,
  { encryptedOnly }: LookUpOptions,
) {
  const { user, host, port } = serverParts(server);
  const isEncrypted = server.startsWith('davs:');
  if (!isEncrypted && !isLoopbackHost(host) && (encryptedOnly || password !== null)) {
    throw lastingRefusal(message('servers.unencrypted', { host }), 'host');
  }
  if (password === null && user !== null) {
    throw lastingRefusal(message('servers.passwordMissing', { host, user }), 'secret');
  }
  if (password !== null && user === null) {
    throw lastingRefusal(message('servers.userMissing', { host }), 'host');
  }
  const authority = port === null ? host : `${host}:${port}`;
  return {
    origin: `${isEncrypted ? 'https' : 'http'}://${authority}`,
    authorization: user === null || password === null ? null : basicLogin(user, password),
  };
}
