import { message } from '../../shared/messages/message.js';
import type { FailureReason } from '../network/delivery-failure.js';
import {
  type FailedRequest,
  brokenOff,
  connectionReason,
  failedRequest,
  folderDenied,
  folderMissing,
  serverFull,
} from '../uploads/server-failure.js';
import { entryOf } from '../util/code-table.js';
import { SftpFault, sftpStatus } from './sftp-files.js';
import { SessionFault, defaultLimits } from './sftp-session.js';

type SessionReason = (failed: { readonly host: string; readonly cause: unknown }) => FailureReason;

const interrupted: SessionReason = ({ host, cause }) =>
  connectionReason(cause, host) ?? brokenOff({ host });

const bySession: Readonly<Record<SessionFault['problem'], SessionReason>> = {
  'no-connection': ({ host }) => ({
    text: message('servers.noConnection', { host, seconds: defaultLimits.connectMs / 1000 }),
    isTransient: true,
    field: 'server',
  }),
  'not-ssh': ({ host }) => ({ text: message('servers.notSsh', { host }), field: 'server' }),
  'no-sftp': ({ host }) => ({ text: message('servers.noSftp', { host }), field: 'server' }),
  'sign-in': interrupted,
  'broken-off': interrupted,
};

const byStatus: Readonly<Record<string, (failed: FailedRequest) => FailureReason>> = {
  [sftpStatus.noSuchFile]: folderMissing,
  [sftpStatus.permissionDenied]: folderDenied,
  full: serverFull,
  null: (failed) => (failed.operation === 'folder' ? notFolder(failed) : brokenOff(failed)),
};

function notFolder({ folder }: FailedRequest): FailureReason {
  return { text: message('servers.notFolder', { folder }), field: 'folder' };
}

/** Null for an error that is not of SFTP. */
export function sftpReason(thrown: unknown, host: string): FailureReason | null {
  if (thrown instanceof SessionFault)
    return bySession[thrown.problem]({ host, cause: thrown.cause });
  if (!(thrown instanceof SftpFault)) return null;
  const { operation, key } = thrown;
  const status = String(thrown.status);
  const reason = entryOf(byStatus, status)?.(failedRequest(host, operation, key));
  return reason ?? { text: message('servers.failed', { status: Number(status) }) };
}
