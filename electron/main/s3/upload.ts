import type { ExistingObjectPolicy } from '../../shared/output.js';
import type { ObjectLocation } from '../../shared/request/storage.js';
import type { BucketAccess } from './bucket-access.js';
import type { BucketConnection } from './bucket-connection.js';

/** The upload of a PDF. */
export interface Upload {
  /** ID of the delivery; in the object's metadata, identifies an object after a lost response. */
  readonly id: string;
  readonly access: BucketAccess;
  readonly place: ObjectLocation;
  readonly existing: ExistingObjectPolicy;
  /** Full path of the PDF, which does not change. */
  readonly path: string;
  /** Consecutive parts of a PDF that is not on the disk; `path` is ignored then. */
  readonly bytes?: readonly Buffer[];
  /** In bytes. */
  readonly size: number;
  /** Refuses unencrypted connections, except to this machine (hipaa). */
  readonly encryptedOnly: boolean;
  /** State of an interrupted attempt; absent on the first. */
  readonly uploadState?: UploadState | undefined;
}

/** What an attempt may have left in the bucket. */
export interface UploadState {
  /** The key that was written to; differs from the requested one if that was numbered. */
  readonly key: string;
  /** ID of an open multipart upload. */
  readonly multipart?: string | undefined;
}

export interface UploadHooks {
  readonly signal: AbortSignal;
  /** Receives the bytes sent by this attempt. */
  readonly onProgress: (sent: number) => void;
  /**
   * Awaited before anything is sent, and when the state changes: after that, a kill may leave
   * something in the bucket.
   */
  readonly beforeSending: (uploadState: UploadState) => Promise<void>;
  /**
   * Returns whether another attempt follows an interruption now. Then the parts that were sent stay
   * in the bucket. Absent: none follows.
   */
  readonly isResumed?: (() => boolean) | undefined;
}

/** The result of an upload. */
export interface UploadOutcome {
  readonly kind: 'uploaded' | 'skipped';
  readonly place: ObjectLocation;
  /** URL of the object (the API, section 2.5). */
  readonly url: string;
  readonly etag?: string | undefined;
  readonly versionId?: string | undefined;
}

/** When an upload is split into parts, and their size; in bytes. */
export interface PartSizes {
  readonly multipartAbove: number;
  /** At least 5 MiB (Amazon S3, "Multipart upload limits"). */
  readonly part: number;
}

/** The bytes that an attempt has sent, of all its requests. */
export class SentBytes {
  readonly #onChange: (total: number) => void;
  /** By the number of a part. */
  readonly #parts = new Map<number, number>();

  constructor(onChange: (total: number) => void) {
    this.#onChange = onChange;
  }

  get total(): number {
    return [...this.#parts.values()].reduce((sum, part) => sum + part, 0);
  }

  /** Returns the function that counts a request with a part. */
  of(part: number): (bytes: number) => void {
    return (bytes) => {
      this.#parts.set(part, bytes);
      this.#onChange(this.total);
    };
  }
}

/** An attempt of an upload. */
export interface Uploading {
  readonly upload: Upload;
  readonly hooks: UploadHooks;
  readonly connection: BucketConnection;
  readonly sent: SentBytes;
  readonly sizes: PartSizes;
  /** Whether an existing object is never replaced. */
  readonly isConditional: boolean;
}
