import type { FieldIssue } from '../errors.js';
import { quote } from './wording.js';

/** The parts of a request that lead over the network, valid or not: the check runs beside those of the single fields. */
export interface NetworkOptions {
  readonly source?: unknown;
  readonly webhook?: unknown;
  readonly compliance?: unknown;
}

/**
 * What a request with the hipaa flag would send over an unencrypted connection, one mistake each; none without the flag. This computer itself is
 * excepted. What has a mistake of its own is not judged. Endpoints of buckets are judged as they are used, and what a page asks for as it loads.
 */
export function encryptionIssues(options: NetworkOptions): readonly FieldIssue[] {
  if (valueAt(options.compliance, 'hipaa') !== true) return [];
  const { source } = options;
  return [
    ...issueOf('source', 'The source', valueAt(source, 'url')),
    ...issueOf('source.base', 'The base', valueAt(source, 'base')),
    ...issueOf('webhook', 'The webhook', options.webhook),
  ];
}

/** Whether an address of the network is one that anybody on the way can read: http or ws, but not to this computer. */
export function isUnencrypted(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return (protocol === 'http:' || protocol === 'ws:') && !isLoopbackHost(hostname);
}

/** Whether the host of a URL is this computer itself: 127.0.0.0/8, ::1, and `localhost` with all below it (RFC 6761, section 6.3). */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.toLowerCase();
  return (
    /^127(\.\d{1,3}){3}$/.test(host) || /^\[?::1\]?$/.test(host) || /^(.+\.)?localhost$/.test(host)
  );
}

function issueOf(field: string, subject: string, address: unknown): readonly FieldIssue[] {
  if (typeof address !== 'string' || !isUnencrypted(address.trim())) return [];
  const message = `${subject} ${quote(address)} is not encrypted, which the hipaa flag does not allow; write an https address.`;
  return [{ field, message }];
}

function valueAt(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}
