import { serverUploader } from '../uploads/server-uploader.js';
import type { SftpAccess } from './sftp-access.js';
import { sftpReason } from './sftp-failure.js';
import { sftpFiles } from './sftp-files.js';
import { type SftpSessions, sftpSessions } from './sftp-session.js';

export function uploaderOf(sessions: SftpSessions) {
  return serverUploader<SftpAccess>({
    withFiles: async (access, { signal }, task) =>
      sessions.use(access, signal, async (session) => task(sftpFiles(session))),
    reasonOf: sftpReason,
  });
}

/** Uploads over the sessions of this process. */
export const sftpUploader = uploaderOf(sftpSessions);
