import type { ObjectLocation } from '../../shared/request/storage.js';
import type { OutcomeAt, UploadHooks, UploadTo } from '../uploads/upload.js';
import type { BucketAccess } from './bucket-access.js';
import type { BucketConnection } from './bucket-connection.js';

export type { UploadHooks, UploadState } from '../uploads/upload.js';

export interface Upload extends UploadTo<BucketAccess, ObjectLocation> {
  /** Consecutive parts of a PDF that is not on the disk; `path` is ignored then. */
  readonly bytes?: readonly Buffer[];
}

export type UploadOutcome = OutcomeAt<ObjectLocation>;

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
