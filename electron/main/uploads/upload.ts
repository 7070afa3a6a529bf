import type { ExistingObjectPolicy } from '../../shared/output.js';

/** The upload of a PDF: what all kinds of destinations have in common. */
export interface UploadTo<Access, Place> {
  /** ID of the delivery, the same in each attempt. */
  readonly id: string;
  readonly access: Access;
  readonly place: Place;
  readonly existing: ExistingObjectPolicy;
  /** Full path of the PDF, which does not change. */
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  /** Refuses unencrypted connections, except to this machine (hipaa). */
  readonly encryptedOnly: boolean;
  /** State of an interrupted attempt; absent on the first. */
  readonly uploadState?: UploadState | undefined;
}

/** What an attempt may have left at the destination. */
export interface UploadState {
  /** The key that was written to; differs from the requested one if that was numbered. */
  readonly key: string;
  /** ID of an open multipart upload to a bucket. */
  readonly multipart?: string | undefined;
  /** Path of a temporary file on a server. */
  readonly temporary?: string | undefined;
}

/** Returns whether an attempt may have left something that has to be removed. */
export function hasLeftovers(state: UploadState | undefined): state is UploadState {
  return state?.multipart !== undefined || state?.temporary !== undefined;
}

export interface UploadHooks {
  readonly signal: AbortSignal;
  /** Receives the bytes sent by this attempt. */
  readonly onProgress: (sent: number) => void;
  /**
   * Awaited before anything is sent, and when the state changes: after that, a kill may leave
   * something at the destination.
   */
  readonly beforeSending: (uploadState: UploadState) => Promise<void>;
  /**
   * Returns whether another attempt follows an interruption now. Then what was sent stays at the
   * destination. Absent: none follows.
   */
  readonly isResumed?: (() => boolean) | undefined;
}

export interface OutcomeAt<Place> {
  readonly kind: 'uploaded' | 'skipped';
  readonly place: Place;
  /** URL of the file or object (the API, section 2.5). */
  readonly url: string;
  readonly etag?: string | undefined;
  readonly versionId?: string | undefined;
}

/** Options of the requests that look before a PDF is made. */
export interface LookUpOptions {
  /** Refuses unencrypted connections, except to this machine (hipaa). */
  readonly encryptedOnly: boolean;
}

/** Uploads to one kind of destination. */
export interface Uploader<Access, Place> {
  /**
   * Uploads a PDF. Can be repeated for the same delivery, also after a kill: nothing is delivered
   * twice.
   * @throws DeliveryFailure; anything once its signal is aborted
   */
  readonly uploadPdf: (
    upload: UploadTo<Access, Place>,
    hooks: UploadHooks,
  ) => Promise<OutcomeAt<Place>>;
  /** Removes what interrupted attempts left. @throws DeliveryFailure */
  readonly abortUpload: (
    access: Access,
    place: Place,
    state: UploadState,
    signal: AbortSignal,
  ) => Promise<void>;
  /**
   * Checks without writing anything that no upload is bound to fail.
   * @throws DeliveryFailure that concerns all uploads, such as a wrong key
   */
  readonly checkAccess: (access: Access, place: Place, options: LookUpOptions) => Promise<void>;
  /** Returns the URL of a file or object that is known to exist, else null. */
  readonly existingObject: (
    access: Access,
    place: Place,
    options: LookUpOptions,
  ) => Promise<string | null>;
}
