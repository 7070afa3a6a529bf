/** What can go wrong on the way to a bucket that no server and no system names. */
export type TransportFaultKind =
  /** The server asks for a longer wait than is waited inside one try. */
  | 'told-to-wait'
  /** Something would have gone over an unencrypted connection that may not. */
  | 'unencrypted'
  /** The file with certificates to trust cannot be used. */
  | 'certificates'
  /** The credentials of this computer could not be had. */
  | 'no-credentials'
  /** The AWS settings of this computer cannot be read. */
  | 'machine-settings'
  /** The server refuses to begin an upload in parts. */
  | 'parts-refused'
  /**
   * It could not be seen whether an object is there, and the server knows no writing on the
   * condition that none is.
   */
  | 'no-condition'
  /** The server took the bytes, but does not answer as a bucket does. */
  | 'no-bucket-answer';

/** A fault on the way to a bucket. It becomes a sentence in bucket-failure.ts. */
export class TransportFault extends Error {
  override readonly name = 'TransportFault';

  constructor(
    readonly kind: TransportFaultKind,
    readonly details: {
      /** What the server asks for, in milliseconds. */
      readonly retryAfterMs?: number;
      /** What the fault is about, such as a path or how long it took. */
      readonly subject?: string;
      readonly cause?: unknown;
    } = {},
  ) {
    super(kind, { cause: details.cause });
  }
}

/**
 * What the error of an S3 client says about the server's answer. Its message is not among it:
 * servers word it as they like, and some quote signatures.
 */
export interface ServerAnswer {
  /**
   * The error's name, such as `NoSuchBucket`; `Unknown` and the like where the answer had no body.
   */
  readonly name: string;
  readonly status: number;
  /** With names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The region that the server names, if it does. */
  readonly region: string | undefined;
  /** How often the request was made. */
  readonly attempts: number;
}

/** Reads the answer out of what the SDK threw; null where there was none. */
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

/** Whether a server does not allow or does not know something. */
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
