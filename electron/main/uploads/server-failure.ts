import { AppError } from '../../shared/messages/errors.js';
import { type Message, literal, message } from '../../shared/messages/message.js';
import { quote } from '../../shared/request/text.js';
import { type ServerLocation, locationUri, serverParts } from '../../shared/upload-location.js';
import { type ConnectionFault, connectionFault } from '../network/connection-fault.js';
import { DeliveryFailure, type DeliveryFailureDetails } from '../network/delivery-failure.js';
import { folderOf } from './server-upload.js';

/** Returns the error of a server that no later attempt will accept. */
export function lastingRefusal(reason: Message, field: string): DeliveryFailure {
  return new DeliveryFailure('delivery-refused', reason, { field, reason, isLasting: true });
}

/** Why an operation failed, without the server's own words. */
export interface ServerReason extends Pick<
  DeliveryFailureDetails,
  'field' | 'isLasting' | 'retryAfterMs'
> {
  readonly text: Message;
  /** Whether another attempt may succeed. */
  readonly isTransient: boolean;
}

/** What failed, for the message. */
export interface FailedOperation {
  readonly place: ServerLocation;
  /** `check`: the message names no file, as nothing is uploaded yet. */
  readonly operation: 'upload' | 'check';
}

/**
 * Returns the error of a failed operation. An AppError about an existing file or a cancellation is
 * returned unchanged.
 * @param reasonOf describes an error of the protocol
 */
export function serverFailure(
  thrown: unknown,
  failed: FailedOperation,
  reasonOf: (thrown: unknown, host: string) => ServerReason | null,
): AppError {
  if (thrown instanceof DeliveryFailure && thrown.details.reason !== undefined) {
    const { reason } = thrown.details;
    const code = thrown.code === 'delivery-interrupted' ? thrown.code : 'delivery-refused';
    return new DeliveryFailure(code, worded(reason, failed), thrown.details);
  }
  if (thrown instanceof AppError) return thrown;
  const { host } = serverParts(failed.place.server);
  const reason = reasonOf(thrown, host) ?? connectionReason(thrown, host) ?? unknownReason(thrown);
  const { text, isTransient, ...details } = reason;
  const code = isTransient ? 'delivery-interrupted' : 'delivery-refused';
  return new DeliveryFailure(code, worded(text, failed), {
    ...details,
    reason: text,
    cause: thrown,
  });
}

/** Why a folder cannot be listed, which may still take uploads. */
export function listingDenied(folder: string): ServerReason {
  return { text: message('servers.listDenied', { folder }), isTransient: false, field: 'folder' };
}

/** @see listingDenied */
export function listingMissing(folder: string): ServerReason {
  return { text: message('servers.listMissing', { folder }), isTransient: false, field: 'folder' };
}

/** Returns the error of a folder with too much in it. @param folder its key */
export function listTooLong(folder: string): DeliveryFailure {
  const reason = message('servers.listTooLong', { folder: quote(shownFolder(`${folder}/`)) });
  return new DeliveryFailure('delivery-refused', reason, { field: 'folder', reason });
}

/** Returns why a connection failed; null for another error. */
export function connectionReason(thrown: unknown, host: string): ServerReason | null {
  const fault = connectionFault(thrown);
  if (fault === null) return null;
  const text = connectionText(fault, host);
  const isTransient = fault.kind === 'network';
  const field = fault.problem === 'certificate-untrusted' ? 'caFile' : 'server';
  return { text, isTransient, isLasting: !isTransient, field };
}

function connectionText({ problem, reason }: ConnectionFault, host: string): Message {
  const params = { host, reason };
  if (problem === 'certificate-untrusted') return message('servers.certificateUntrusted', params);
  return problem === 'certificate-expired' || problem === 'certificate-early'
    ? message('servers.certificateExpired', params)
    : message('servers.connectionFailed', params);
}

function unknownReason(thrown: unknown): ServerReason {
  const name = thrown instanceof Error ? thrown.name : typeof thrown;
  return { text: message('servers.unknown', { name }), isTransient: false };
}

function worded(reason: Message, { place, operation }: FailedOperation): Message {
  if (operation === 'check') return reason;
  return message('servers.uploadFailed', { file: literal(locationUri(place)), reason });
}

/** Returns the folder that a failed operation is about, quoted for its message. */
export function failedFolder(operation: string, key: string): string {
  const isOfFolder = operation === 'folder' || operation === 'list';
  return quote(shownFolder(isOfFolder ? `${key}/` : key));
}

/** Returns the folder of a key, as users write it. */
export function shownFolder(key: string): string {
  const folder = folderOf(key);
  if (folder === '~' || folder.startsWith('~/')) return folder;
  return `/${folder}`;
}
