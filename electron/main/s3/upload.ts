import type { ExistingObjectPolicy } from '../../shared/output.js';
import type { ObjectLocation } from '../../shared/request/storage.js';
import type { BucketAccess } from './bucket-access.js';
import type { BucketConnection } from './bucket-connection.js';

/** One PDF that is to be put into a bucket. */
export interface Upload {
  /**
   * Id of the delivery: it goes into the object's metadata, so that an object is known again whose
   * answer was lost.
   */
  readonly id: string;
  readonly access: BucketAccess;
  readonly place: ObjectLocation;
  readonly existing: ExistingObjectPolicy;
  /** Full path of the PDF, which does not change. */
  readonly path: string;
  /**
   * The PDF itself in pieces that follow one another, where it is on no disk; `path` is not read
   * then.
   */
  readonly bytes?: readonly Buffer[];
  /** In bytes. */
  readonly size: number;
  /**
   * Refuses to send anything over an unencrypted connection, but for this computer itself (hipaa).
   */
  readonly encryptedOnly: boolean;
  /** What an interrupted attempt left; absent on the first. */
  readonly uploadState?: UploadState | undefined;
}

/**
 * What an attempt may have left in the bucket: enough to find out what became of it, or to abort
 * it.
 */
export interface UploadState {
  /** The key that was being written: another one than was wished for where that was numbered. */
  readonly key: string;
  /** Id of an open multipart upload. */
  readonly multipart?: string | undefined;
}

export interface UploadHooks {
  readonly signal: AbortSignal;
  /** Bytes sent so far, of this try. */
  readonly onProgress: (sent: number) => void;
  /**
   * Awaited before the first byte is sent, and again when there is more to say: from then on a kill
   * may leave something there.
   */
  readonly beforeSending: (uploadState: UploadState) => Promise<void>;
}

/** What became of an upload. */
export interface UploadOutcome {
  readonly kind: 'uploaded' | 'skipped';
  readonly place: ObjectLocation;
  /** Address of the object (the interface, section 2.5). */
  readonly url: string;
  readonly etag?: string | undefined;
  readonly versionId?: string | undefined;
}

/**
 * How large an object may be to go in one piece, and how large the pieces of others are; in bytes.
 */
export interface PartSizes {
  readonly multipartAbove: number;
  /** 5 MiB at least (Amazon S3, "Multipart upload limits"). */
  readonly part: number;
}

/** One try of an upload. */
export interface Uploading {
  readonly upload: Upload;
  readonly hooks: UploadHooks;
  readonly connection: BucketConnection;
  readonly sizes: PartSizes;
  /** Whether an object is written only where there is none. */
  readonly isConditional: boolean;
}
