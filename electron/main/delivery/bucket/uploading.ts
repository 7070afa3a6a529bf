import type { BucketConnection } from './bucket-connection.js';
import type { Upload, UploadHooks } from './upload.js';

/** How large an object may be to go in one piece, and how large the pieces of others are; in bytes. */
export interface PartSizes {
  readonly multipartAbove: number;
  /** 5 MiB at least (Amazon S3, "Multipart upload limits"). */
  readonly part: number;
}

export const usualSizes: PartSizes = { multipartAbove: 64 * 2 ** 20, part: 16 * 2 ** 20 };

/** One try of an upload. */
export interface Uploading {
  readonly upload: Upload;
  readonly hooks: UploadHooks;
  readonly connection: BucketConnection;
  readonly sizes: PartSizes;
  /** Whether an object is written only where there is none. */
  readonly isConditional: boolean;
}

/** An object that is at the server. */
export interface Stored {
  readonly etag?: string | undefined;
  readonly versionId?: string | undefined;
}

/** What all ways of writing an object say of it. */
export function objectHeaders({ upload: { access, id } }: Uploading, deliveryMetadata: string) {
  return {
    ContentType: 'application/pdf',
    Metadata: { [deliveryMetadata]: id },
    ...(access.acl !== null && { ACL: access.acl }),
  };
}
