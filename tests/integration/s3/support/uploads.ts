import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { BucketAccess } from '../../../../electron/main/s3/bucket-access.js';
import { BucketClients } from '../../../../electron/main/s3/bucket-connection.js';
import type { UploadState, Upload } from '../../../../electron/main/s3/upload.js';
import { type UploadOptions, uploadPdf } from '../../../../electron/main/s3/upload-pdf.js';
import { AppError } from '../../../../electron/shared/messages/errors.js';
import type { Ceph } from '../../../support/bucket/ceph.js';
import type { TemporaryFolder } from '../../support/temporary-folder.js';

/** Returns access to the gateway as its owner, with changes. */
export function accessTo(ceph: Ceph, change: Partial<BucketAccess> = {}): BucketAccess {
  return {
    name: 'papers',
    endpoint: ceph.endpoint,
    region: 'us-east-1',
    pathStyle: true,
    acl: 'bucket-owner-full-control',
    publicBase: null,
    caFile: null,
    credentials: { kind: 'key', ...ceph.owner },
    ...change,
  };
}

/** A PDF to upload, with unique bytes. */
export interface UploadCase {
  readonly upload: Upload;
  readonly bytes: Buffer;
}

/** Creates a PDF of a given size and an upload of it to `s3://BUCKET/in/a.pdf`. */
export function uploadCase(
  folder: TemporaryFolder,
  access: BucketAccess,
  bucket: string,
  change: Partial<Upload> & { readonly size?: number } = {},
): UploadCase {
  const bytes = randomBytes(change.size ?? 10_000);
  const path = join(folder.with({ 'a.pdf': bytes }), 'a.pdf');
  const upload: Upload = {
    id: randomBytes(8).toString('hex'),
    access,
    place: { bucket, key: 'in/a.pdf' },
    existing: 'ask',
    path,
    encryptedOnly: false,
    ...change,
    size: bytes.length,
  };
  return { upload, bytes };
}

/** Small parts, so that tests send little: 5 MiB is S3's minimum. */
const smallParts = { multipartAbove: 6 * 2 ** 20, part: 5 * 2 ** 20 };

/** Timeouts short enough for a test, and long enough for a bucket on a slow machine. */
export const shortTimeouts = { connectMs: 2_000, idleMs: 2_000 };

/** Clients with these timeouts. */
export const impatientClients = new BucketClients(shortTimeouts);

/** One run of an upload, with its reports. */
export class UploadRun {
  readonly #upload: Upload;
  readonly progress: number[] = [];
  readonly uploadStates: UploadState[] = [];
  readonly canceling = new AbortController();
  /** Called with the number of bytes sent so far. */
  onProgress: (sent: number) => void = () => undefined;
  /** Whether another attempt follows. */
  isResumed = false;
  /** Awaited before anything is sent. */
  beforeSending: (uploadState: UploadState) => Promise<void> = async () => Promise.resolve();

  constructor(upload: Upload) {
    this.#upload = upload;
  }

  /** Uses new clients by default, as tests change the settings of the machine. */
  run(options: UploadOptions = {}) {
    return uploadPdf(
      this.#upload,
      {
        signal: this.canceling.signal,
        onProgress: (sent) => {
          this.progress.push(sent);
          this.onProgress(sent);
        },
        beforeSending: async (uploadState) => {
          this.uploadStates.push(uploadState);
          await this.beforeSending(uploadState);
        },
        isResumed: () => this.isResumed,
      },
      { sizes: smallParts, clients: new BucketClients(), ...options },
    );
  }

  /** Returns the error of the upload. */
  async failure(options?: UploadOptions): Promise<AppError> {
    const thrown: unknown = await this.run(options).then(
      (outcome) => outcome,
      (error: unknown) => error,
    );
    if (thrown instanceof AppError) return thrown;
    throw new Error(`It did not fail: ${JSON.stringify(thrown)}`);
  }
}
