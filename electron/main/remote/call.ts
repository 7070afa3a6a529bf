import type { OutgoingHttpHeaders } from 'node:http';
import { type RemoteEndpoint, pdfPath } from '../../shared/endpoints.js';
import type { ObjectLocation } from '../../shared/request/storage.js';
import { type Message, type ParamValue, isMessage } from '../../shared/messages/message.js';
import { canceledError } from '../engine/contract/canceled.js';
import type { ConversionProgress, SourceInliner } from '../engine/contract/pdf-engine.js';
import { basicLogin } from '../network/basic-login.js';
import type { BucketAccess } from '../s3/bucket-access.js';
import { sleep } from '../util/async.js';

/** In milliseconds. */
export interface RemoteLimits {
  /** Until there is a connection, including TLS. */
  readonly connectMs: number;
  /** Without progress while a request is sent or a body is received. */
  readonly idleMs: number;
  /** Delays before a request that did not reach the service is sent again. */
  readonly retriesMs: readonly number[];
  /** Delays between the polls for a PDF; the last one is repeated. */
  readonly pollMs: readonly number[];
}

export const defaultLimits: RemoteLimits = {
  connectMs: 10_000,
  idleMs: 30_000,
  retriesMs: [500, 1_500, 4_000],
  pollMs: [250, 500, 1_000, 2_000, 5_000],
};

/** The services of the settings. */
export interface RemoteEndpoints {
  /** The environment variable that holds secrets; absent if they are from the settings. */
  readonly secretVariable?: string | undefined;
  /** Returns undefined for an unknown id. */
  get(id: string): RemoteEndpoint | undefined;
  /**
   * Key or password; empty if the endpoint needs none.
   * @throws AppError `remote-refused` if it is missing or unreadable
   */
  secretOf(endpoint: RemoteEndpoint): Promise<string>;
}

/**
 * Finds the access to the user's target that contains a place, or null. @throws AppError if its
 * secret is missing
 */
export type BucketAccessAt = (place: ObjectLocation) => Promise<BucketAccess | null>;

export interface RemoteRendererParts {
  readonly endpoints: RemoteEndpoints;
  /** Inlines resources; without it, files are refused. */
  readonly inliner?: SourceInliner | undefined;
  /** Finds the user's own access to a bucket that a service has uploaded to. */
  readonly bucketAccess?: BucketAccessAt | undefined;
  /** Platen's version, for `User-Agent`. */
  readonly version: string;
  /** Certificates to trust in addition to the default ones, as PEM. */
  readonly ca?: readonly string[] | undefined;
  readonly limits?: Partial<RemoteLimits> | undefined;
  readonly log: (line: string) => void;
}

/** What all requests of one conversion have in common. */
export interface RemoteCall {
  readonly endpoint: RemoteEndpoint;
  /** Key or password; empty if the endpoint needs none. Sent only to the endpoint's own origin. */
  readonly secret: string;
  /** The environment variable that holds the secret; absent if it is from the settings. */
  readonly secretVariable?: string | undefined;
  /** Value of `User-Agent`. */
  readonly agent: string;
  /** Certificates to trust in addition to the default ones, as PEM. */
  readonly ca?: readonly string[] | undefined;
  /** Whether unencrypted connections are refused, except to this machine. */
  readonly encryptedOnly: boolean;
  readonly limits: RemoteLimits;
  readonly deadline: Deadline;
  readonly onProgress: (progress: ConversionProgress) => void;
  /** Logs a line without content, URLs or secrets. */
  readonly log: (line: string) => void;
}

/** The timeout of a conversion, and its cancellation. */
export class Deadline {
  /** Aborted when the timeout has passed or the conversion is canceled. */
  readonly signal: AbortSignal;
  readonly #canceled: AbortSignal | undefined;
  readonly #expired: AbortSignal;
  readonly #end: number;

  constructor(
    readonly seconds: number,
    canceled?: AbortSignal,
  ) {
    this.#canceled = canceled;
    this.#expired = AbortSignal.timeout(seconds * 1000);
    this.#end = performance.now() + seconds * 1000;
    this.signal =
      canceled === undefined ? this.#expired : AbortSignal.any([canceled, this.#expired]);
  }

  get isExpired(): boolean {
    return this.#expired.aborted;
  }

  get remainingMs(): number {
    return Math.max(0, this.#end - performance.now());
  }

  /** Returns a deadline of the same length that starts now. */
  restart(): Deadline {
    return new Deadline(this.seconds, this.#canceled);
  }

  /** @throws AppError `canceled` */
  throwIfCanceled(): void {
    if (this.#canceled?.aborted === true) throw canceledError();
  }

  /** Waits, at most until the deadline. @throws AppError `canceled` */
  async wait(milliseconds: number): Promise<void> {
    try {
      // A service may ask for any time; timers end at once if it exceeds 24 days.
      await sleep(Math.min(milliseconds, this.remainingMs + 1), { signal: this.signal });
    } catch (thrown) {
      this.throwIfCanceled();
      if (!this.isExpired) throw thrown;
    }
  }
}

export function requestUrl({ address }: Pick<RemoteEndpoint, 'address'>): URL {
  return new URL(`${address.trim().replace(/\/+$/, '')}${pdfPath}`);
}

/** The key is only for the endpoint's own origin. */
export function isSameOrigin(endpoint: RemoteEndpoint, url: URL): boolean {
  return url.origin === requestUrl(endpoint).origin;
}

/** Only those for the endpoint's own origin contain the key. */
export function headersFor(
  { endpoint, secret, agent }: Pick<RemoteCall, 'endpoint' | 'secret' | 'agent'>,
  url: URL,
): OutgoingHttpHeaders {
  const login = isSameOrigin(endpoint, url) ? authorization(endpoint, secret) : null;
  return { 'user-agent': agent, ...(login !== null && { authorization: login }) };
}

/** `Authorization` (the API, section 5); null if the endpoint needs none. */
function authorization({ login }: RemoteEndpoint, secret: string): string | null {
  if (login.kind === 'none') return null;
  return login.kind === 'key' ? basicLogin(secret, '') : basicLogin(login.user, secret);
}

/** Minimum time between two reports of bytes, in milliseconds. */
const progressIntervalMs = 100;

/** Reports bytes: the first and last count, and some in between. */
export function transferProgress(
  { onProgress }: Pick<RemoteCall, 'onProgress'>,
  stage: 'sending' | 'fetching',
  total: number | undefined,
): (done: number) => void {
  let next = 0;
  return (done) => {
    const now = performance.now();
    if (now < next && done !== total) return;
    next = now + progressIntervalMs;
    onProgress({ stage, bytes: { done, ...(total !== undefined && { of: total }) } });
  };
}

const maxShownLength = 300;
const mask = '•••';

/** For display: one line of at most 300 characters, without the key. */
export function displayText(text: string, call: Pick<RemoteCall, 'endpoint' | 'secret'>): string {
  const shown = maskSecret(singleLine(text), call).trim();
  const characters = Array.from(shown);
  return characters.length <= maxShownLength
    ? shown
    : `${characters.slice(0, maxShownLength - 1).join('')}…`;
}

/** Replaces the key in a text, in any encoding that a service may echo. */
export function maskSecret(
  text: string,
  { endpoint, secret }: Pick<RemoteCall, 'endpoint' | 'secret'>,
): string {
  const [, encoded = ''] = authorization(endpoint, secret)?.split(' ') ?? [];
  const spellings = [encoded, encodeURIComponent(encoded), secret, encodeURIComponent(secret)]
    .map(singleLine)
    .filter((spelling) => spelling !== '');
  return spellings.reduce((shown, spelling) => shown.replaceAll(spelling, mask), text);
}

export function maskMessage(
  { key, params }: Message,
  call: Pick<RemoteCall, 'endpoint' | 'secret'>,
): Message {
  if (params === undefined) return { key };
  const masked = Object.entries(params).map(
    ([name, value]) => [name, maskParam(value, call)] as const,
  );
  return { key, params: Object.fromEntries(masked) };
}

function maskParam(value: ParamValue, call: Pick<RemoteCall, 'endpoint' | 'secret'>): ParamValue {
  if (typeof value === 'number') return value;
  if (typeof value === 'string') return maskSecret(value, call);
  if (isMessage(value)) return maskMessage(value, call);
  const maskItem = (item: string | Message) =>
    typeof item === 'string' ? maskSecret(item, call) : maskMessage(item, call);
  return 'or' in value ? { or: value.or.map(maskItem) } : value.map(maskItem);
}

/** Removes control characters and bidirectional marks first: they could split the key. */
function singleLine(text: string): string {
  return (
    text
      .replace(/\s+/gu, ' ')
      // eslint-disable-next-line no-control-regex -- control characters must not reach a terminal
      .replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/g, '')
  );
}
