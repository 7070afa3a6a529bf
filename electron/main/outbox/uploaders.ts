import { AppError } from '../../shared/messages/errors.js';
import { type Message, message } from '../../shared/messages/message.js';
import type { ObjectLocation } from '../../shared/request/storage.js';
import { type ServerLocation, type UploadLocation } from '../../shared/upload-location.js';
import type { AccessTo, BucketAccess } from '../s3/bucket-access.js';
import type { SftpAccess } from '../sftp/sftp-access.js';
import type { WebdavAccess } from '../webdav/webdav-access.js';
import type { UploadOverrides } from './delivery.js';
import type { ServerUploader } from '../uploads/server-uploader.js';
import type {
  LookUpOptions,
  OutcomeAt,
  UploadHooks,
  UploadState,
  UploadTo,
  Uploader,
} from '../uploads/upload.js';

export type UploadAccess = BucketAccess | ServerAccess;
export type ServerAccess = SftpAccess | WebdavAccess;

/**
 * Finds the access to a place: by the ID of a target, or for null by the target that the place is
 * in, otherwise by what this machine has. For buckets that is the AWS configuration (`AWS_*`
 * variables and profiles), which `aws` names. Only commands have overrides.
 * @throws AppError `delivery-refused` if the target was removed; MissingSecret if its secret is
 * unknown or unreadable
 */
export type UploadAccessTo = (
  target: string | null,
  place: UploadLocation,
  overrides?: UploadOverrides,
) => Promise<UploadAccess>;

/** Returns the access to buckets only. */
export function bucketAccessTo(accessTo: UploadAccessTo, overrides?: UploadOverrides): AccessTo {
  return async (target, place) => {
    const access = await accessTo(target, place, overrides);
    if (!('kind' in access)) return access;
    throw new AppError('delivery-refused', message('servers.otherKind'));
  };
}

export type AnyUpload = UploadTo<UploadAccess, UploadLocation>;
export type AnyOutcome = OutcomeAt<UploadLocation>;

/** Where a PDF goes, and with which access. */
type Destination =
  | { readonly kind: 'bucket'; readonly access: BucketAccess; readonly place: ObjectLocation }
  | { readonly kind: 'sftp'; readonly access: SftpAccess; readonly place: ServerLocation }
  | { readonly kind: 'webdav'; readonly access: WebdavAccess; readonly place: ServerLocation };

/** @throws AppError `delivery-refused` for an access of another kind */
function destinationOf(access: UploadAccess, place: UploadLocation): Destination {
  if (!('kind' in access)) {
    if ('bucket' in place) return { kind: 'bucket', access, place };
  } else if ('server' in place) {
    if (access.kind === 'sftp') return { kind: 'sftp', access, place };
    return { kind: 'webdav', access, place };
  }
  throw new AppError('delivery-refused', message('servers.otherKind'));
}

/** Calls the uploader of a destination's kind, which is loaded with its first use. */
async function withUploader<R>(
  access: UploadAccess,
  place: UploadLocation,
  use: <A, P extends UploadLocation>(uploader: Uploader<A, P>, access: A, place: P) => Promise<R>,
): Promise<R> {
  const destination = destinationOf(access, place);
  switch (destination.kind) {
    case 'bucket': {
      const { bucketUploader } = await import('../s3/bucket-uploader.js');
      return use(bucketUploader, destination.access, destination.place);
    }
    case 'sftp': {
      const { sftpUploader } = await import('../sftp/sftp-uploader.js');
      return use(sftpUploader, destination.access, destination.place);
    }
    case 'webdav': {
      const { webdavUploader } = await import('../webdav/webdav-uploader.js');
      return use(webdavUploader, destination.access, destination.place);
    }
  }
}

/** Calls the uploader of a server's kind, which is loaded with its first use. */
async function withServer<R>(
  access: ServerAccess,
  use: <A>(uploader: ServerUploader<A>, access: A) => Promise<R>,
): Promise<R> {
  if (access.kind === 'sftp') {
    const { sftpUploader } = await import('../sftp/sftp-uploader.js');
    return use(sftpUploader, access);
  }
  const { webdavUploader } = await import('../webdav/webdav-uploader.js');
  return use(webdavUploader, access);
}

/** Tests the access to a server with a tiny file; see `ServerUploader.test`. */
export async function testServer(access: ServerAccess, folder: string): Promise<Message> {
  return withServer(access, async (uploader, of) => uploader.test(of, folder));
}

/** Lists the folders in a folder of a server; see `ServerUploader.listFolders`. */
export async function listServerFolders(
  access: ServerAccess,
  folder: string,
): Promise<readonly string[]> {
  return withServer(access, async (uploader, of) => uploader.listFolders(of, folder));
}

/** Uploads to destinations of all kinds; neither window nor command waits for their clients. */
export const uploaders = {
  upload: async (upload: AnyUpload, hooks: UploadHooks): Promise<AnyOutcome> =>
    withUploader<AnyOutcome>(upload.access, upload.place, async (uploader, access, place) =>
      uploader.uploadPdf({ ...upload, access, place }, hooks),
    ),
  abortUpload: async (
    access: UploadAccess,
    place: UploadLocation,
    state: UploadState,
    signal: AbortSignal,
  ): Promise<void> =>
    withUploader(access, place, async (uploader, ...at) =>
      uploader.abortUpload(...at, state, signal),
    ),
  checkAccess: async (
    access: UploadAccess,
    place: UploadLocation,
    options: LookUpOptions,
  ): Promise<void> =>
    withUploader(access, place, async (uploader, ...at) => uploader.checkAccess(...at, options)),
  existingObject: async (
    access: UploadAccess,
    place: UploadLocation,
    options: LookUpOptions,
  ): Promise<string | null> =>
    withUploader(access, place, async (uploader, ...at) => uploader.existingObject(...at, options)),
};
