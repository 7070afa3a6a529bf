import { message } from '../../shared/messages/message.js';
import {
  type ServerReason,
  connectionReason,
  failedFolder,
  listingDenied,
  listingMissing,
} from '../uploads/server-failure.js';
import { SftpFault, sftpStatus } from './sftp-files.js';
import { SessionFault, defaultLimits } from './sftp-session.js';

/** Returns why an operation of SFTP failed; null for another error. */
export function sftpReason(thrown: unknown, host: string): ServerReason | null {
  if (thrown instanceof SessionFault) return sessionReason(thrown, host);
  if (thrown instanceof SftpFault) return fileReason(thrown, host);
  return null;
}

function sessionReason({ problem, cause }: SessionFault, host: string): ServerReason {
  switch (problem) {
    case 'no-connection': {
      const seconds = defaultLimits.connectMs / 1000;
      const text = message('servers.noConnection', { host, seconds });
      return { text, isTransient: true, field: 'server' };
    }
    case 'not-ssh':
      return { text: message('servers.notSsh', { host }), isTransient: false, field: 'server' };
    case 'no-sftp':
      return { text: message('servers.noSftp', { host }), isTransient: false, field: 'server' };
    case 'sign-in':
    case 'broken-off': {
      const brokenOff = { text: message('servers.brokenOff', { host }), isTransient: true };
      return connectionReason(cause, host) ?? brokenOff;
    }
  }
}

function fileReason({ operation, status, key }: SftpFault, host: string): ServerReason {
  const folder = failedFolder(operation, key);
  const listing = operation === 'list' ? listingReason(status, folder) : null;
  if (listing !== null) return listing;
  if (status === null && operation === 'folder') {
    return { text: message('servers.notFolder', { folder }), isTransient: false, field: 'folder' };
  }
  switch (status) {
    case null:
      return { text: message('servers.brokenOff', { host }), isTransient: true };
    case sftpStatus.permissionDenied:
      return { text: message('servers.denied', { folder }), isTransient: false, field: 'folder' };
    case sftpStatus.noSuchFile:
      return {
        text: message('servers.folderMissing', { folder }),
        isTransient: false,
        field: 'folder',
      };
    case 'full':
      return { text: message('servers.full', { folder }), isTransient: false };
    default:
      return { text: message('servers.failed', { status }), isTransient: false };
  }
}

function listingReason(status: SftpFault['status'], folder: string): ServerReason | null {
  if (status === sftpStatus.permissionDenied) return listingDenied(folder);
  return status === sftpStatus.noSuchFile ? listingMissing(folder) : null;
}
