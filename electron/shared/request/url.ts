import type { FieldIssue } from '../messages/errors.js';
import { type Message, message } from '../messages/message.js';
import { excerpt } from './text.js';
import { type Parsed, fieldIssue, invalid, ownValue, valid } from './validation.js';

/** In characters. Chromium opens no longer URL, so that a longer text is meant as HTML. */
const maxUrlLength = 2 * 1024 ** 2;

/** In characters: a user, a password, a host of at most 253 and a port. */
const maxAuthorityLength = 1000;

const schemeAtStart = /^([a-z][a-z0-9+.-]*):/i;
/** Some of these are top-level domains, too. */
const documentEnding = /\.(html?|xhtml|mht|mhtml|svg|txt|md|markdown|zip|epub|docx?|pdf)$/i;

/**
 * In lowercase; null for text that is not meant as a URL. A URL is one word that starts with a
 * scheme, one line that starts with `scheme://`, or anything that starts with `javascript:`.
 */
export function urlScheme(text: string): string | null {
  if (text.length > maxUrlLength) return null;
  const written = text.trim();
  const scheme = schemeAtStart.exec(written)?.[1]?.toLowerCase();
  if (scheme === undefined) return null;
  const isWord = !/[\s<]/.test(written) || (scheme === 'data' && !/\s/.test(written));
  const isLine = /^[^:]+:\/\/[^<\r\n]*$/.test(written);
  return isWord || isLine || scheme === 'javascript' ? scheme : null;
}

/**
 * Checks an http or https URL and returns it trimmed.
 * @param name what the issue calls the URL
 * @param typed the URL as the issue shows it
 */
export function parseHttpUrl(
  text: string,
  name: Message | string,
  typed: string = text,
): Parsed<string> {
  const written = text.trim();
  if (written === '') return invalid(message('request.urlEmpty', { name }));
  const subject = { name, url: excerpt(typed.trim()) };
  if (text.length > maxUrlLength) return invalid(message('request.urlInvalid', subject));
  if (/[\r\n]/.test(written)) return invalid(message('request.urlLineBreak', subject));
  if (/\s/.test(written)) return invalid(message('request.urlSpace', subject));
  if (!/^https?:/i.test(written)) return invalid(message('request.urlScheme', subject));
  const [, authority = ''] = /^https?:\/\/([^/?#]*)/i.exec(written) ?? [];
  const isTooLong = authority.length > maxAuthorityLength;
  if (authority === '' || isTooLong || !URL.canParse(written)) {
    return invalid(message('request.urlInvalid', subject));
  }
  return valid(written);
}

/**
 * Checks a URL that others start with: http or https, a host and at most a path. Its message never
 * quotes a user name or password.
 * @param name what the issue calls the URL
 * @param loginIssue the issue with a user name or password
 */
export function parseBaseUrl(
  text: string,
  name: Message | string,
  loginIssue: Message = message('request.baseUrlLogin', { name }),
): Parsed<string> {
  const withoutLogin = parseHttpUrl(text.replace(/\/\/.*@/, '//'), name);
  if (!withoutLogin.ok) return withoutLogin;
  const parsed = parseHttpUrl(text, name);
  if (!parsed.ok || hasLogin(parsed.value)) return invalid(loginIssue);
  if (/[?#]/.test(parsed.value)) {
    return invalid(message('request.baseUrlExtra', { name, url: excerpt(text) }));
  }
  return parsed;
}

function hasLogin(url: string): boolean {
  const { username, password } = new URL(url);
  return username !== '' || password !== '';
}

/** A URL, or a host such as `example.org/page`. */
export function looksLikeUrl(text: string): boolean {
  const written = text.trim();
  if (written === '' || /[\s<>"]/.test(written)) return false;
  if (/^https?:\/\//i.test(written)) return URL.canParse(written);
  return isLocalHost(written) || isNamedHost(written);
}

/** Adds a scheme to a URL without one: http for localhost and IP addresses, else https. */
export function withScheme(text: string): string {
  const written = text.trim();
  if (written.startsWith('//')) return `https:${written}`;
  return `${isLocalHost(written) ? 'http' : 'https'}://${written}`;
}

/** With a scheme and without trailing slashes. */
export function typedUrl(text: string): string {
  const typed = text.trim().replace(/\/+$/, '');
  return looksLikeUrl(typed) && !/^https?:/i.test(typed) ? withScheme(typed) : typed;
}

/** Such as `localhost:3000`, which only looks like a scheme. */
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

/** The URLs of a request, unchecked: this runs beside the other checks. */
export interface NetworkOptions {
  readonly source?: unknown;
  readonly webhook?: unknown;
  readonly compliance?: unknown;
}

/**
 * What a request with the hipaa flag would send unencrypted. This machine is exempt, and invalid
 * values are ignored. Endpoints of buckets are checked when they are used, and the requests of a
 * page when it loads.
 */
export function encryptionIssues(options: NetworkOptions): readonly FieldIssue[] {
  if (ownValue(options.compliance, 'hipaa') !== true) return [];
  const parts = ownValue(options.source, 'parts');
  const sources: readonly unknown[] = Array.isArray(parts) ? parts : [options.source];
  return [
    ...sources.flatMap((source) => [
      ...issueOf('source', message('request.sourceName'), ownValue(source, 'url')),
      ...issueOf('source.base', message('request.baseName'), ownValue(source, 'base')),
    ]),
    ...issueOf('webhook', message('request.webhookName'), options.webhook),
  ];
}

/** An http or ws URL, except of this machine. */
export function isUnencrypted(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return (protocol === 'http:' || protocol === 'ws:') && !isLoopbackHost(hostname);
}

/** This machine: 127.0.0.0/8, ::1, and `localhost` with its subdomains (RFC 6761, section 6.3). */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.toLowerCase();
  return (
    /^127(\.\d{1,3}){3}$/.test(host) || /^\[?::1\]?$/.test(host) || /^(.+\.)?localhost$/.test(host)
  );
}

function issueOf(field: string, name: Message, url: unknown): readonly FieldIssue[] {
  if (typeof url !== 'string' || !parseHttpUrl(url, name).ok || !isUnencrypted(url.trim()))
    return [];
  return [fieldIssue(field, message('request.urlUnencrypted', { name, url: excerpt(url) }))];
}

/** Of percent-encoded text; unchanged if its encoding is invalid. */
export function decodedOrSame(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
