import { AppError } from '../../shared/messages/errors.js';
import { type Message, literal, message } from '../../shared/messages/message.js';
import { quote } from '../../shared/request/text.js';
import { type ServerLocation, locationUri, serverParts } from '../../shared/upload-location.js';
import {
  type ConnectionFault,
  type ConnectionProblem,
  connectionFault,
} from '../network/connection-fault.js';
import { DeliveryFailure, type FailureReason, failureFor } from '../network/delivery-failure.js';
import { RequestFault } from '../network/http-client.js';
import { folderOf } from './server-upload.js';

/** Returns the error of a server that no later attempt will accept. */
export function lastingRefusal(reason: Message, field: string): DeliveryFailure {
  return new DeliveryFailure('delivery-refused', reason, { field, reason, isLasting: true });
}

/** What failed, for the message. */
export interface FailedOperation {
  readonly place: ServerLocation;
  /** `check`: the message names no file, as nothing is uploaded yet. */
  readonly operation: 'upload' | 'check';
}

/**
 * An AppError about an existing file or a cancellation is returned unchanged.
 * @param reasonOf describes an error of the protocol
 */
export function serverFailure(
  thrown: unknown,
  failed: FailedOperation,
  reasonOf: (thrown: unknown, host: string) => FailureReason | null,
): AppError {
  if (thrown instanceof DeliveryFailure && thrown.details.reason !== undefined) {
    const { reason } = thrown.details;
    const code = thrown.code === 'delivery-interrupted' ? thrown.code : 'delivery-refused';
    return new DeliveryFailure(code, worded(reason, failed), thrown.details);
  }
  if (thrown instanceof AppError) return thrown;
  const { host } = serverParts(failed.place.server);
  const reason = reasonOf(thrown, host) ?? connectionReason(thrown, host) ?? unknownReason(thrown);
  return failureFor(reason, worded(reason.text, failed), thrown);
}

/** What the reasons of a failed operation on a server depend on. */
export interface FailedRequest {
  readonly host: string;
  readonly operation: ServerOperation;
  /** Quoted for messages. */
  readonly folder: string;
}

export type ServerOperation = 'read' | 'write' | 'folder' | 'list' | 'move' | 'remove';

/** Describes a failed operation on a file or folder. @param key of either */
export function failedRequest(
  host: string,
  operation: ServerOperation,
  key: string,
): FailedRequest {
  const isOfFolder = operation === 'folder' || operation === 'list';
  return { host, operation, folder: quote(shownFolder(isOfFolder ? `${key}/` : key)) };
}

/** A folder that cannot be listed may still take uploads. */
export function folderDenied({ operation, folder }: FailedRequest): FailureReason {
  const key = operation === 'list' ? 'servers.listDenied' : 'servers.denied';
  return { text: message(key, { folder }), field: 'folder' };
}

/** @see folderDenied */
export function folderMissing({ operation, folder }: FailedRequest): FailureReason {
  const key = operation === 'list' ? 'servers.listMissing' : 'servers.folderMissing';
  return { text: message(key, { folder }), field: 'folder' };
}

export function serverFull({ folder }: FailedRequest): FailureReason {
  return { text: message('servers.full', { folder }) };
}

export function brokenOff({ host }: Pick<FailedRequest, 'host'>): FailureReason {
  return { text: message('servers.brokenOff', { host }), isTransient: true };
}

/** @param folder its key */
export function listTooLong(folder: string): DeliveryFailure {
  const reason = message('servers.listTooLong', { folder: quote(shownFolder(`${folder}/`)) });
  return new DeliveryFailure('delivery-refused', reason, { field: 'folder', reason });
}

type ConnectionText = (host: string, reason: Message, seconds: number) => Message;

const certificateExpired: ConnectionText = (host, reason) =>
  message('servers.certificateExpired', { host, reason });

const connectionTexts: Readonly<Partial<Record<ConnectionProblem, ConnectionText>>> = {
  'no-connection': (host, _reason, seconds) => message('servers.noConnection', { host, seconds }),
  'certificate-untrusted': (host, reason) =>
    message('servers.certificateUntrusted', { host, reason }),
  'certificate-expired': certificateExpired,
  'certificate-early': certificateExpired,
};

/** Null for an error that is not about the connection. */
export function connectionReason(thrown: unknown, host: string): FailureReason | null {
  const fault = connectionFault(thrown);
  if (fault === null) return thrown instanceof RequestFault ? brokenOff({ host }) : null;
  return fault.problem === 'stalled' ? brokenOff({ host }) : faultReason(fault, host);
}

function faultReason(fault: ConnectionFault, host: string): FailureReason {
  const { kind, problem, reason, concerns, limitMs } = fault;
  const text = connectionTexts[problem]?.(host, reason, limitMs / 1000);
  return {
    text: text ?? message('servers.connectionFailed', { host, reason }),
    isTransient: kind === 'network',
    isLasting: kind !== 'network',
    field: concerns === 'certificates' ? 'caFile' : 'server',
  };
}

function unknownReason(thrown: unknown): FailureReason {
  const name = thrown instanceof Error ? thrown.name : typeof thrown;
  return { text: message('servers.unknown', { name }) };
}

function worded(reason: Message, { place, operation }: FailedOperation): Message {
  if (operation === 'check') return reason;
  return message('servers.uploadFailed', { file: literal(locationUri(place)), reason });
}

/** As users write it. */
export function shownFolder(key: string): string {
  const folder = folderOf(key);
  if (folder === '~' || folder.startsWith('~/')) return folder;
  return `/${folder}`;
}
