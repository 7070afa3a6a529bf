import type { FieldIssue } from '../errors.js';
import { quote } from './text.js';
import { type Parsed, invalid, valid } from './validation.js';

const schemeAtStart = /^([a-z][a-z0-9+.-]*):/i;
const documentEnding = /\.(html?|xhtml|pdf|txt|md|docx?)$/i;

/**
 * The scheme of a text that is meant as an address, in small letters; null if it is no address. An address is a single word
 * that starts with a scheme, a line that starts with `scheme://`, or anything that starts with `javascript:`.
 */
export function urlScheme(text: string): string | null {
  const written = text.trim();
  const scheme = schemeAtStart.exec(written)?.[1]?.toLowerCase();
  if (scheme === undefined) return null;
  const isWord = !/[\s<]/.test(written) || (scheme === 'data' && !/\s/.test(written));
  const isLine = /^[^:]+:\/\/[^<\r\n]*$/.test(written);
  return isWord || isLine || scheme === 'javascript' ? scheme : null;
}

/** Checks an http or https address; gives it trimmed, else as written. */
export function parseHttpUrl(text: string, subject: string): Parsed<string> {
  const written = text.trim();
  if (written === '') return invalid(`${subject} is empty; write an http or https address.`);
  if (/\s/.test(written)) {
    return invalid(
      `${subject} ${quote(written)} holds a space; an address has none (write %20 for it).`,
    );
  }
  if (!/^https?:/i.test(written)) {
    return invalid(
      `${subject} ${quote(written)} is no http or https address; write one such as https://example.org/page.`,
    );
  }
  if (!/^https?:\/\/[^/?#]/i.test(written) || !URL.canParse(written)) {
    return invalid(
      `${subject} ${quote(written)} cannot be read as an address; write one such as https://example.org/page.`,
    );
  }
  return valid(written);
}

/**
 * Checks an address that others begin with: http or https, a host, and a path at most. No sentence tells a user or a password that stands in it.
 * @param loginAdvice what to do with these, if anything: the end of its sentence
 */
export function parseBaseUrl(text: string, subject: string, loginAdvice = ''): Parsed<string> {
  const withoutLogin = parseHttpUrl(text.replace(/\/\/.*@/, '//'), subject);
  if (!withoutLogin.ok) return withoutLogin;
  const example = 'write one such as https://pdf.example.org';
  const parsed = parseHttpUrl(text, subject);
  if (!parsed.ok || hasLogin(parsed.value)) {
    return invalid(`${subject} has a user or a password in it; ${example}${loginAdvice}.`);
  }
  if (/[?#]/.test(parsed.value)) {
    return invalid(`${subject} ${quote(text)} has more than a host and a path; ${example}.`);
  }
  return parsed;
}

function hasLogin(address: string): boolean {
  const { username, password } = new URL(address);
  return username !== '' || password !== '';
}

/** Whether a text is, by its look, an address: with http or https in front, or a host such as `example.org/page`. */
export function looksLikeUrl(text: string): boolean {
  const written = text.trim();
  if (written === '' || /[\s<>"]/.test(written)) return false;
  if (/^https?:\/\//i.test(written)) return URL.canParse(written);
  return isLocalHost(written) || isNamedHost(written);
}

/** Puts a scheme before an address that has none: http for localhost and IP addresses, else https. */
export function withScheme(text: string): string {
  const written = text.trim();
  if (written.startsWith('//')) return `https:${written}`;
  return `${isLocalHost(written) ? 'http' : 'https'}://${written}`;
}

/** Whether a text is a host with a port, which only looks as if it had a scheme: `localhost:3000`. */
export function isHostWithPort(text: string): boolean {
  return /^[\w.-]+:\d{1,5}([/?#]|$)/.test(text.trim());
}

function isLocalHost(text: string): boolean {
  return /^(localhost|[\w-]+\.localhost|\d{1,3}(\.\d{1,3}){3}|\[[\da-f:.]+\])(:\d{1,5})?([/?#]|$)/i.test(
    text,
  );
}

function isNamedHost(text: string): boolean {
  const [, host = '', after = ''] =
    /^((?:[\p{L}\p{N}_-]+\.)+[\p{L}][\p{L}\p{N}-]+)(?::\d{1,5})?((?:[/?#].*)?)$/u.exec(text) ?? [];
  if (host === '') return false;
  return after !== '' || !documentEnding.test(host);
}

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
