import { AppError } from '../../shared/errors.js';
import { message } from '../../shared/messages/message.js';
import { type ServerLocation, containerOf } from '../../shared/upload-location.js';
import { DeliveryFailure } from '../network/delivery-failure.js';
import { untilAborted } from '../util/async.js';
import { type FailedOperation, type ServerReason, serverFailure } from './server-failure.js';
import { type ServerFiles, uploadToServer } from './server-upload.js';
import type { LookUpOptions, UploadHooks, UploadTo, Uploader } from './upload.js';

/** How long looking up may delay a conversion, in milliseconds. */
const lookUpMs = 5_000;

/** A kind of server. */
export interface ServerProtocol<Access> {
  /** Runs a task with the files of a server. @throws anything */
  readonly withFiles: <T>(
    access: Access,
    place: ServerLocation,
    options: LookUpOptions & { readonly signal: AbortSignal },
    task: (files: ServerFiles) => Promise<T>,
  ) => Promise<T>;
  /** Returns why an operation failed, for errors of the protocol; null for others. */
  readonly reasonOf: (thrown: unknown, host: string) => ServerReason | null;
}

/** Returns the uploads to a kind of server. */
export function serverUploader<Access>({
  withFiles,
  reasonOf,
}: ServerProtocol<Access>): Uploader<Access, ServerLocation> {
  const failure = (thrown: unknown, failed: FailedOperation) =>
    serverFailure(thrown, failed, reasonOf);
  return {
    uploadPdf: async (upload, hooks) => {
      const { place, encryptedOnly } = upload;
      try {
        return await onServer(withFiles, upload, hooks, { encryptedOnly });
      } catch (thrown) {
        if (!(thrown instanceof AppError) && hooks.signal.aborted) {
          throw new AppError('canceled', message('s3.canceled'));
        }
        throw failure(thrown, { place, operation: 'upload' });
      }
    },

    abortUpload: async (access, place, { temporary }, signal) => {
      if (temporary === undefined) return;
      const options = { encryptedOnly: false, signal };
      try {
        await withFiles(access, place, options, async (files) =>
          untilAborted(signal, files.remove(temporary)),
        );
      } catch (thrown) {
        throw failure(thrown, { place, operation: 'upload' });
      }
    },

    checkAccess: async (access, place, options) => {
      const signal = AbortSignal.timeout(lookUpMs);
      try {
        await withFiles(access, place, { ...options, signal }, async (files) =>
          untilAborted(signal, files.sizeOf(place.key)),
        );
      } catch (thrown) {
        if (signal.aborted) return;
        const described = failure(thrown, { place, operation: 'check' });
        if (described instanceof DeliveryFailure && described.details.isLasting === true) {
          throw described;
        }
      }
    },

    existingObject: async (access, place, options) => {
      const signal = AbortSignal.timeout(lookUpMs);
      try {
        const size = await withFiles(access, place, { ...options, signal }, async (files) =>
          untilAborted(signal, files.sizeOf(place.key)),
        );
        return size === null ? null : urlOf(place);
      } catch {
        // Whatever prevents looking it up is reported by the upload.
        return null;
      }
    },
  };
}

type WithFiles<Access> = ServerProtocol<Access>['withFiles'];

async function onServer<Access>(
  withFiles: WithFiles<Access>,
  upload: UploadTo<Access, ServerLocation>,
  hooks: UploadHooks,
  options: LookUpOptions,
) {
  const { access, place } = upload;
  const { signal } = hooks;
  signal.throwIfAborted();
  const { kind, key } = await withFiles(access, place, { ...options, signal }, async (files) => {
    // A canceled upload must not wait for a server that hangs.
    const task = uploadToServer(files, upload, hooks);
    return untilSettledOrLate(signal, task);
  });
  const at = { ...place, key };
  return { kind, place: at, url: urlOf(at) };
}

/** How long an aborted upload may take to remove its temporary file, in milliseconds. */
const cleanUpMs = 3_000;

/** Gives an aborted task a little time to clean up. */
async function untilSettledOrLate<T>(signal: AbortSignal, task: Promise<T>): Promise<T> {
  const late = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const start = () => {
    timer = setTimeout(() => late.abort(signal.reason), cleanUpMs);
  };
  if (signal.aborted) start();
  signal.addEventListener('abort', start, { once: true });
  try {
    return await untilAborted(late.signal, task);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', start);
  }
}

/** Returns the URL of a file: that of a browser for WebDAV. */
function urlOf(place: ServerLocation): string {
  const server = containerOf(place).replace(/^dav(s?):/, 'http$1:');
  return `${server}/${place.key.split('/').map(encodeURIComponent).join('/')}`;
}
