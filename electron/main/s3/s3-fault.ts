/** Failures that neither the server nor the system reports. */
export type TransportFaultKind =
  /** The server requests a longer pause than one attempt allows. */
  | 'pause-requested'
  /** The connection is not encrypted but must be. */
  | 'unencrypted'
  /** The file with certificates to trust is unusable. */
  | 'certificates'
  /** The machine has no credentials. */
  | 'no-credentials'
  /** The AWS configuration of the machine contradicts itself. */
  | 'machine-settings'
  /** The profile has an unknown `addressing_style`. */
  | 'addressing-style'
  /** The URL of the server has no `http://` or `https://`. */
  | 'endpoint-scheme'
  /** The server refuses to start a multipart upload. */
  | 'parts-refused'
  /** The object cannot be looked up, and the server does not support conditional writes. */
  | 'no-condition'
  /** The server accepted the bytes, but does not respond as a bucket does. */
  | 'no-bucket-answer';

/** A failure of the transport; `bucketFailure` turns it into a message. */
export class TransportFault extends Error {
  override readonly name = 'TransportFault';

  constructor(
    readonly kind: TransportFaultKind,
    readonly details: {
      /** What the server requests, in milliseconds. */
      readonly retryAfterMs?: number;
      /** What it concerns, such as a path or a host. */
      readonly subject?: string;
      readonly cause?: unknown;
    } = {},
  ) {
    super(kind, { cause: details.cause });
  }
}

/** A server's response in an error of the SDK, without its text, which may quote signatures. */
export interface ServerAnswer {
  /** Name of the error, such as `NoSuchBucket`; `Unknown` or similar without a body. */
  readonly name: string;
  readonly status: number;
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The region of the bucket, if the server names it. */
  readonly region: string | undefined;
  /** How often the request was sent. */
  readonly attempts: number;
}

/** Null if what the SDK threw has no response. */
export function serverAnswer(thrown: unknown): ServerAnswer | null {
  if (!(thrown instanceof Error)) return null;
  const metadata = recordOf('$metadata' in thrown ? thrown.$metadata : undefined);
  const response = recordOf('$response' in thrown ? thrown.$response : undefined);
  const status = metadata['httpStatusCode'] ?? response['statusCode'];
  if (typeof status !== 'number') return null;
  const headers = textsOf(recordOf(response['headers']));
  const named = 'Region' in thrown ? thrown.Region : undefined;
  const { attempts } = metadata;
  return {
    name: thrown.name,
    status,
    headers,
    region: typeof named === 'string' ? named : headers['x-amz-bucket-region'],
    attempts: typeof attempts === 'number' ? attempts : 1,
  };
}

/** Returns true if a server does not allow or support a request. */
export function isRefusal(thrown: unknown): boolean {
  const status = serverAnswer(thrown)?.status;
  return status === 400 || status === 403 || status === 405 || status === 501;
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function textsOf(record: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const texts = Object.entries(record).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(texts.map(([name, text]) => [name.toLowerCase(), text]));
}
