import { message } from '../../shared/messages/message.js';
import { quotePath } from '../../shared/request/text.js';
import { isLoopbackHost } from '../../shared/request/url.js';
import { serverParts } from '../../shared/upload-location.js';
import { readCertificates } from '../network/certificates.js';
import { RequestFault } from '../network/http-client.js';
import { KeptConnections } from '../network/kept-connections.js';
import { lastingRefusal } from '../uploads/server-failure.js';
import { serverUploader } from '../uploads/server-uploader.js';
import type { LookUpOptions } from '../uploads/upload.js';
import { SharedValues } from '../util/shared-values.js';
import type { WebdavAccess } from './webdav-access.js';
import { webdavReason } from './webdav-failure.js';
import { webdavFiles } from './webdav-files.js';
import { WebdavSignIn } from './webdav-sign-in.js';

/** What the kept connections of a destination depend on. */
interface ConnectionSettings {
  readonly origin: string;
  readonly user: string | null;
  readonly ca: readonly string[];
}

const connections = new SharedValues(
  ({ ca }: ConnectionSettings) => new KeptConnections(ca),
  (kept) => kept.destroy(),
);

/** Uploads to WebDAV servers. The uploads to a destination share its connections. */
export const webdavUploader = serverUploader<WebdavAccess>({
  withFiles: async (access, { signal, encryptedOnly }, task) => {
    signal.throwIfAborted();
    const { origin, user, signIn } = serverOf(access, { encryptedOnly });
    const ca = await certificatesIn(access.caFile);
    return connections.use({ origin, user, ca }, async (kept) => {
      try {
        return await task(webdavFiles({ origin, signIn, ca, connections: kept, signal }));
      } catch (thrown) {
        // Certificates and proxies are read again, as they may have been corrected.
        if (thrown instanceof RequestFault) connections.forget(kept);
        throw thrown;
      }
    });
  },
  reasonOf: webdavReason,
});

/** @throws DeliveryFailure if the connection must be encrypted and is not, or without a login */
function serverOf({ server, password }: WebdavAccess, { encryptedOnly }: LookUpOptions) {
  const { user, host, port } = serverParts(server);
  const isEncrypted = server.startsWith('davs:');
  if (!isEncrypted && !isLoopbackHost(host) && (encryptedOnly || password !== null)) {
    throw lastingRefusal(message('servers.unencrypted', { host }), 'server');
  }
  if (password === null && user !== null) {
    throw lastingRefusal(message('servers.passwordMissing', { host, user }), 'login');
  }
  if (password !== null && user === null) {
    throw lastingRefusal(message('servers.userMissing', { host }), 'user');
  }
  const authority = port === null ? host : `${host}:${port}`;
  return {
    user,
    origin: `${isEncrypted ? 'https' : 'http'}://${authority}`,
    signIn: new WebdavSignIn(user === null || password === null ? null : { user, password }),
  };
}

/** @throws DeliveryFailure if the file cannot be read or contains no certificates */
async function certificatesIn(caFile: string | null): Promise<readonly string[]> {
  if (caFile === null) return [];
  const found = await readCertificates(caFile).catch(() => []);
  if (found.length > 0) return found;
  const params = { path: quotePath(caFile) };
  throw lastingRefusal(message('s3.certificatesUnreadable', params), 'caFile');
}
