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
  /** It could not be seen whether an object is there, and the server knows no writing on the condition that none is. */
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
