import { createHash } from 'node:crypto';

/** The part of a server's challenge that an answer needs (RFC 7616, section 3.3). */
export interface DigestChallenge {
  readonly realm: string;
  readonly nonce: string;
  readonly opaque: string | undefined;
  readonly algorithm: Algorithm;
  /** False for servers that follow RFC 2069. */
  readonly hasQuality: boolean;
  /** Whether only the nonce of the last answer was too old. */
  readonly isStale: boolean;
}

/** What an answer is for. */
export interface DigestRequest {
  readonly user: string;
  readonly password: string;
  readonly method: string;
  /** Path and query, as they are sent. */
  readonly target: string;
  /** How often the nonce has been used, with this request. */
  readonly count: number;
  /** Random text of the client. */
  readonly clientNonce: string;
}

/** The names of hashes in Node, the strongest first. */
const hashes = { 'SHA-256': 'sha256', MD5: 'md5' } as const;
const algorithms = ['SHA-256', 'SHA-256-sess', 'MD5', 'MD5-sess'] as const;
type Algorithm = (typeof algorithms)[number];

/** @param header `WWW-Authenticate` */
export function offers(header: string, scheme: string): boolean {
  return challengesIn(header).some((each) => each.scheme === scheme);
}

/**
 * The one with the strongest algorithm in a `WWW-Authenticate` header; null if there is none that
 * can be answered.
 */
export function digestChallenge(header: string): DigestChallenge | null {
  const found = challengesIn(header)
    .filter(({ scheme }) => scheme === 'digest')
    .flatMap(({ params }) => challengeOf(params) ?? []);
  const strength = ({ algorithm }: DigestChallenge) => algorithms.indexOf(algorithm);
  return found.toSorted((one, other) => strength(one) - strength(other))[0] ?? null;
}

function challengeOf(params: ReadonlyMap<string, string>): DigestChallenge | null {
  const named = (params.get('algorithm') ?? 'MD5').toLowerCase();
  const algorithm = algorithms.find((each) => each.toLowerCase() === named);
  const [nonce, realm = ''] = [params.get('nonce'), params.get('realm')];
  const qualities = params.get('qop')?.split(',') ?? [];
  const hasQuality = qualities.some((each) => each.trim().toLowerCase() === 'auth');
  if (algorithm === undefined || nonce === undefined) return null;
  if (qualities.length > 0 && !hasQuality) return null;
  const isStale = params.get('stale')?.toLowerCase() === 'true';
  return { realm, nonce, opaque: params.get('opaque'), algorithm, hasQuality, isStale };
}

/** The `Authorization` header (RFC 7616, section 3.4). */
export function digestAuthorization(challenge: DigestChallenge, request: DigestRequest): string {
  const { realm, nonce, opaque, algorithm, hasQuality } = challenge;
  const { user, password, method, target, count, clientNonce } = request;
  const [name] = algorithm.split('-sess');
  const hash = (...parts: readonly string[]) =>
    createHash(name === 'MD5' ? hashes.MD5 : hashes['SHA-256'])
      .update(parts.join(':'))
      .digest('hex');
  const secret = hash(user, realm, password);
  const session = algorithm.endsWith('-sess') ? hash(secret, nonce, clientNonce) : secret;
  const asked = hash(method, target);
  const uses = count.toString(16).padStart(8, '0');
  const response = hasQuality
    ? hash(session, nonce, uses, clientNonce, 'auth', asked)
    : hash(session, nonce, asked);
  const fields = [
    `username=${quoted(user)}`,
    `realm=${quoted(realm)}`,
    `uri=${quoted(target)}`,
    `algorithm=${algorithm}`,
    `nonce=${quoted(nonce)}`,
    ...(hasQuality ? [`nc=${uses}`, `cnonce=${quoted(clientNonce)}`, 'qop=auth'] : []),
    `response=${quoted(response)}`,
    ...(opaque === undefined ? [] : [`opaque=${quoted(opaque)}`]),
  ];
  // Node sends headers in Latin-1; servers expect the bytes of UTF-8.
  return Buffer.from(`Digest ${fields.join(', ')}`, 'utf8').toString('latin1');
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

interface Challenge {
  /** In lower case. */
  readonly scheme: string;
  /** With names in lower case. */
  readonly params: Map<string, string>;
}

/** A token, with a value if it is a parameter (RFC 9110, section 11.2). */
const part = /[\s,]*([\w!#$%&'*+.^`|~-]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]*)))?/gy;

/** Divides the challenges of a header, which Node joins by commas. */
function challengesIn(header: string): readonly Challenge[] {
  const challenges: Challenge[] = [];
  for (const [, name = '', quotedValue, plain] of header.matchAll(part)) {
    const value = quotedValue?.replace(/\\(.)/g, '$1') ?? plain;
    if (value === undefined) challenges.push({ scheme: name.toLowerCase(), params: new Map() });
    else challenges.at(-1)?.params.set(name.toLowerCase(), value);
  }
  return challenges;
}
