import { type Message, message } from './messages/message.js';
import type { PlaceholderValues } from './request/filename.js';
import {
  type ObjectLocation,
  bucketDestinationIssue,
  filledKey,
  keyIssue,
  objectLocation,
  s3Uri,
} from './request/storage.js';
import { excerpt, valueMessage } from './request/text.js';
import { checkedText } from './request/validation.js';

/** Where a file is on a server: the two parts of an `sftp://`, `davs://` or `dav://` URL. */
export interface ServerLocation {
  /** Such as `sftp://me@files.example.org:2222`; the user may be missing. */
  readonly server: string;
  /**
   * The path with the name, unencoded and without a slash at its start. `~/` at its start stands
   * for the folder that an SFTP server opens first.
   */
  readonly key: string;
}

/** Where a PDF is uploaded to. */
export type UploadLocation = ObjectLocation | ServerLocation;

/** The parts of the server of a location. */
export interface ServerParts {
  /** Null: none is named. */
  readonly user: string | null;
  /** A name or an IP address; IPv6 in brackets. */
  readonly host: string;
  /** Null: the default one. */
  readonly port: number | null;
}

const serverForm = /^((?:sftp|davs?):\/\/[^/]*)\/?(.*)$/s;
const authorityForm =
  /^(?:sftp|davs?):\/\/(?:([^@]*)@)?(\[[0-9a-fA-F:.]+\]|[^\s:@[\]{}]+)(?::(\d+))?$/;

export function isServerDestination(destination: string): boolean {
  return serverForm.test(destination);
}

/** Of a valid destination, with the user; null for one in a bucket. */
export function serverIn(destination: string): string | null {
  return serverForm.exec(destination)?.[1] ?? null;
}

/** Of a valid destination, without the user; null for one in a bucket. */
export function serverOfDestination(destination: string): string | null {
  const server = serverIn(destination);
  return server === null ? null : publicServer(server).toLowerCase();
}

/** Rather than on a WebDAV server. */
export function isSftpDestination(destination: string): boolean {
  return destination.startsWith('sftp://');
}

/** The destination of an upload: a bucket's or a server's; may contain placeholders. */
export const uploadDestinationSchema = checkedText(
  (input) => message('request.destinationType', { value: valueMessage(input) }),
  uploadDestinationIssue,
);

export function uploadDestinationIssue(text: string): Message | null {
  const [, server, key] = serverForm.exec(text) ?? [];
  if (server !== undefined && key !== undefined) {
    return serverAddressIssue(server) ?? pathIssue(withoutPassword(text), key);
  }
  if (!otherSchemes.test(text)) return bucketDestinationIssue(text);
  return message('servers.schemeUnknown', { url: excerpt(withoutPassword(text)) });
}

/** Schemes of other programs that upload files. */
const otherSchemes = /^(?:ftps?|scp|ssh|https?|webdavs?|rsync):\/\//i;

function pathIssue(destination: string, key: string): Message | null {
  const name = key.slice(key.lastIndexOf('/') + 1);
  if (/[^/]\.pdf$/.test(name) && key !== '~') return keyIssue(destination, key);
  return message('servers.noFileName', { destination: excerpt(destination) });
}

/** Of its scheme, user, host and port; or null. */
export function serverAddressIssue(server: string): Message | null {
  const [, user, host, port] = authorityForm.exec(server) ?? [];
  const url = excerpt(withoutPassword(server));
  if (/:\/\/[^@]*:[^@]*@/.test(server)) return message('servers.passwordInUrl', { url });
  if (host === undefined || user === '' || (user !== undefined && decoded(user) === null)) {
    return message('servers.hostInvalid', { url });
  }
  if (port !== undefined && !isPort(Number(port))) {
    return message('servers.portInvalid', { url, port: excerpt(port) });
  }
  return null;
}

/** For messages. */
function withoutPassword(url: string): string {
  return url.replace(/^(\w+:\/\/[^/@:]*):[^/@]*@/, '$1@');
}

function isPort(port: number): boolean {
  return Number.isInteger(port) && port >= 1 && port <= 65_535;
}

/** Of a valid destination, with its placeholders filled in. */
export function uploadLocation(destination: string, values: PlaceholderValues): UploadLocation {
  const [, server, key = ''] = serverForm.exec(destination) ?? [];
  if (server === undefined) return objectLocation(destination, values);
  return { server, key: filledKey(key, values) };
}

/** Of a valid server. */
export function serverParts(server: string): ServerParts {
  const [, user, host = '', port] = authorityForm.exec(server) ?? [];
  return {
    user: user === undefined ? null : decoded(user),
    host: host.toLowerCase(),
    port: port === undefined ? null : Number(port),
  };
}

/** As a user signs in to it. @param user null: none is named */
export function serverWithUser(server: string, user: string | null): string {
  if (user === null) return server;
  return server.replace('://', `://${encodeURIComponent(user)}@`);
}

const defaultPorts: Readonly<Record<string, number>> = { sftp: 22, davs: 443, dav: 80 };

/** Whoever signs in to them. */
export function isSameServer(one: string, other: string): boolean {
  const identity = (server: string) => {
    const { host, port } = serverParts(server);
    const [scheme = ''] = server.split(':');
    return `${scheme}://${host}:${port ?? defaultPorts[scheme] ?? 0}`;
  };
  return identity(one) === identity(other);
}

/** Null for a text that is not percent-encoded correctly. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Without the user: `sftp://files.example.org/reports/name.pdf`. */
export function locationUri(location: UploadLocation): string {
  if ('bucket' in location) return s3Uri(location);
  return `${publicServer(location.server)}/${location.key}`;
}

/** Without the user. */
function publicServer(server: string): string {
  return server.replace(/^(\w+:\/\/)[^@]*@/, '$1');
}

/** The bucket or the server, as messages name it. */
export function containerOf(location: UploadLocation): string {
  return 'bucket' in location ? location.bucket : publicServer(location.server);
}

/** A fingerprint, as OpenSSH prints it. */
export function isHostKey(text: string): boolean {
  return /^SHA256:[A-Za-z0-9+/]{43}$/.test(text);
}
