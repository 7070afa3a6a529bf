import { AppError } from '../../shared/errors.js';
import { type Message, literal, message } from '../../shared/messages/message.js';
import { quote } from '../../shared/request/text.js';
import { type ServerLocation, locationUri, serverParts } from '../../shared/upload-location.js';
import { connectionFault } from '../network/connection-fault.js';
import { DeliveryFailure, type DeliveryFailureDetails } from '../network/delivery-failure.js';
import type { FailedOperation } from '../uploads/server-uploader.js';
import { SftpFault, sftpStatus } from './sftp-files.js';
import { SessionFault, defaultLimits } from './sftp-session.js';

interface Reason extends Pick<DeliveryFailureDetails, 'field' | 'isLasting'> {
  readonly text: Message;
  readonly isTransient: boolean;
}

/**
 * Returns the error of a failed operation. It omits the server's own message. An AppError about an
 * existing file or a cancellation is returned unchanged.
 */
export function sftpFailure(thrown: unknown, failed: FailedOperation): AppError {
  if (thrown instanceof DeliveryFailure && thrown.details.reason !== undefined) {
    const { reason } = thrown.details;
    const code = thrown.code === 'delivery-interrupted' ? thrown.code : 'delivery-refused';
    return new DeliveryFailure(code, worded(reason, failed), thrown.details);
  }
  if (thrown instanceof AppError) return thrown;
  const { text, isTransient, ...details } = reasonOf(thrown, failed.place);
  return new DeliveryFailure(
    isTransient ? 'delivery-interrupted' : 'delivery-refused',
    worded(text, failed),
    { ...details, reason: text, cause: thrown },
  );
}

function worded(reason: Message, { place, operation }: FailedOperation): Message {
  if (operation === 'check') return reason;
  return message('servers.uploadFailed', { file: literal(locationUri(place)), reason });
}

function reasonOf(thrown: unknown, { server }: ServerLocation): Reason {
  const { host } = serverParts(server);
  if (thrown instanceof SessionFault) return sessionReason(thrown, host);
  if (thrown instanceof SftpFault) return fileReason(thrown, host);
  const fault = connectionFault(thrown);
  if (fault === null) {
    const name = thrown instanceof Error ? thrown.name : typeof thrown;
    return { text: message('servers.unknown', { name }), isTransient: false };
  }
  const text = message('servers.connectionFailed', { host, reason: fault.reason });
  return { text, isTransient: true, field: 'host' };
}

function sessionReason({ problem, cause }: SessionFault, host: string): Reason {
  switch (problem) {
    case 'no-connection': {
      const seconds = defaultLimits.connectMs / 1000;
      const text = message('servers.noConnection', { host, seconds });
      return { text, isTransient: true, field: 'host' };
    }
    case 'not-ssh':
      return { text: message('servers.notSsh', { host }), isTransient: false, field: 'host' };
    case 'no-sftp':
      return { text: message('servers.noSftp', { host }), isTransient: false, field: 'host' };
    case 'sign-in':
    case 'broken-off': {
      const fault = connectionFault(cause);
      if (fault === null)
        return { text: message('servers.brokenOff', { host }), isTransient: true };
      const text = message('servers.connectionFailed', { host, reason: fault.reason });
      return { text, isTransient: true, field: 'host' };
    }
  }
}

function fileReason({ operation, status, key }: SftpFault, host: string): Reason {
  const folder = quote(shownFolder(operation === 'folder' ? `${key}/` : key));
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

/** Returns the folder of a key, as users write it. */
function shownFolder(key: string): string {
  const folder = key.slice(0, Math.max(0, key.lastIndexOf('/')));
  if (folder === '~' || folder.startsWith('~/')) return folder;
  return `/${folder}`;
}
