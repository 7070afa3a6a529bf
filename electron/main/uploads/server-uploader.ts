import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../../shared/messages/errors.js';
import { type Message, literal, message } from '../../shared/messages/message.js';
import { quote } from '../../shared/request/text.js';
import { folderIssue } from '../../shared/server-targets.js';
import {
  type ServerLocation,
  containerOf,
  locationUri,
  serverParts,
} from '../../shared/upload-location.js';
import {
  type FailureReason,
  MissingSecret,
  isLastingFailure,
} from '../network/delivery-failure.js';
import { untilAborted } from '../util/async.js';
import { type FailedOperation, serverFailure, shownFolder } from './server-failure.js';
import { type ServerFiles, uploadToServer } from './server-upload.js';
import type { LookUpOptions, UploadHooks, UploadTo, Uploader } from './upload.js';

/** How long looking up may delay a conversion, in milliseconds. */
const lookUpMs = 5_000;

/** The server of an access decides, because a target may have changed since an upload was added. */
export type AccessToServer = Pick<ServerLocation, 'server'>;

/** A kind of server. */
export interface ServerProtocol<Access extends AccessToServer> {
  /** Runs a task with the files of a server. @throws anything */
  readonly withFiles: <T>(
    access: Access,
    options: LookUpOptions & { readonly signal: AbortSignal },
    task: (files: ServerFiles) => Promise<T>,
  ) => Promise<T>;
  /** For errors of the protocol; null for others. */
  readonly reasonOf: (thrown: unknown, host: string) => FailureReason | null;
}

/** Uploads to a kind of server, and tests of targets on one. */
export interface ServerUploader<Access> extends Uploader<Access, ServerLocation> {
  /**
   * Uploads a tiny file into a folder, and deletes it. Creates the folder if it is missing.
   * @param folder as in a {@link ServerLocation}
   * @returns the result, which also mentions a missing permission to delete: uploads don't need it
   * @throws DeliveryFailure with the faulty field, MissingSecret
   */
  readonly test: (access: Access, folder: string) => Promise<Message>;
  /**
   * Lists the folders in a folder, in the order of their names, without those that no destination
   * can have.
   * @param folder as in a {@link ServerLocation}
   * @throws DeliveryFailure with the faulty field, MissingSecret
   */
  readonly listFolders: (access: Access, folder: string) => Promise<readonly string[]>;
}

export function serverUploader<Access extends AccessToServer>({
  withFiles,
  reasonOf,
}: ServerProtocol<Access>): ServerUploader<Access> {
  const failure = (thrown: unknown, failed: FailedOperation) =>
    serverFailure(thrown, failed, reasonOf);
  return {
    uploadPdf: async (upload, hooks) => {
      const { encryptedOnly } = upload;
      const place = placeAt(upload.access, upload.place);
      try {
        return await onServer(withFiles, { ...upload, place }, hooks, { encryptedOnly });
      } catch (thrown) {
        if (!(thrown instanceof AppError) && hooks.signal.aborted) {
          throw new AppError('canceled', message('s3.canceled'));
        }
        throw failure(thrown, { place, operation: 'upload' });
      }
    },

    abortUpload: async (access, { key }, { temporary }, signal) => {
      if (temporary === undefined) return;
      const place = placeAt(access, { key });
      const options = { encryptedOnly: false, signal };
      try {
        await withFiles(access, options, async (files) =>
          untilAborted(signal, files.remove(temporary)),
        );
      } catch (thrown) {
        throw failure(thrown, { place, operation: 'upload' });
      }
    },

    checkAccess: async (access, { key }, options) => {
      const place = placeAt(access, { key });
      const signal = AbortSignal.timeout(lookUpMs);
      try {
        await withFiles(access, { ...options, signal }, async (files) =>
          untilAborted(signal, files.sizeOf(key)),
        );
      } catch (thrown) {
        if (signal.aborted) return;
        const described = failure(thrown, { place, operation: 'check' });
        if (described instanceof MissingSecret || isLastingFailure(described)) throw described;
      }
    },

    existingObject: async (access, { key }, options) => {
      const place = placeAt(access, { key });
      const signal = AbortSignal.timeout(lookUpMs);
      try {
        const size = await withFiles(access, { ...options, signal }, async (files) =>
          untilAborted(signal, files.sizeOf(key)),
        );
        return size === null ? null : urlOf(place);
      } catch {
        // Whatever prevents looking it up is reported by the upload.
        return null;
      }
    },

    test: async (access, folder) => {
      const id = randomUUID();
      const place = placeAt(access, { key: keyIn(folder, `platen-test-${id}.txt`) });
      const { signal } = new AbortController();
      const options = { encryptedOnly: false, signal };
      try {
        return await withTestFile(async (file) =>
          withFiles(access, options, async (files) => {
            const upload = { id, access, place, existing: 'number', ...file } as const;
            const hooks = {
              signal,
              onProgress: ignore,
              beforeSending: async () => Promise.resolve(),
            };
            const { key } = await uploadToServer(files, { ...upload, ...options }, hooks);
            return testMessage({ ...place, key }, await isRemoved(files, key));
          }),
        );
      } catch (thrown) {
        throw failure(thrown, { place, operation: 'check' });
      }
    },

    listFolders: async (access, folder) => {
      const { signal } = new AbortController();
      try {
        const found = await withFiles(access, { encryptedOnly: false, signal }, async (files) =>
          files.listFolders(folder),
        );
        return found.filter((name) => isFolderName(name, folder)).toSorted(byName);
      } catch (thrown) {
        throw failure(thrown, { place: placeAt(access, { key: folder }), operation: 'check' });
      }
    },
  };
}

const { compare: byName } = new Intl.Collator('en', { numeric: true });

/** Returns false for a name that a destination cannot have, or would understand otherwise. */
function isFolderName(name: string, folder: string): boolean {
  if (name === '' || name.includes('/') || folderIssue(name) !== null) return false;
  // Bytes that are not UTF-8 are lost; "~" at the start is the folder that SFTP servers open first.
  return !name.includes('\uFFFD') && !(folder === '' && name === '~');
}

// Content of a file, for whoever finds it on the server.
// eslint-disable-next-line no-restricted-syntax -- stored data, which is not translated
const testText = 'Platen created this file to test a destination. It can be deleted.\n';

/** Runs a task with a tiny local file. */
async function withTestFile<T>(
  task: (file: { readonly path: string; readonly size: number }) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-test-'));
  try {
    const path = join(folder, 'test.txt');
    await writeFile(path, testText);
    return await task({ path, size: Buffer.byteLength(testText) });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function isRemoved(files: ServerFiles, key: string): Promise<boolean> {
  try {
    await files.remove(key);
    return true;
  } catch {
    // Uploads work, which is what was tested; the result names the file.
    return false;
  }
}

function testMessage(place: ServerLocation, isFileRemoved: boolean): Message {
  const { host } = serverParts(place.server);
  if (!isFileRemoved) {
    return message('servers.testNotRemoved', { host, file: literal(locationUri(place)) });
  }
  return message('servers.testPassed', { host, folder: quote(shownFolder(place.key)) });
}

function keyIn(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

const ignore = () => undefined;

function placeAt({ server }: AccessToServer, { key }: Pick<ServerLocation, 'key'>): ServerLocation {
  return { server, key };
}

type WithFiles<Access extends AccessToServer> = ServerProtocol<Access>['withFiles'];

async function onServer<Access extends AccessToServer>(
  withFiles: WithFiles<Access>,
  upload: UploadTo<Access, ServerLocation>,
  hooks: UploadHooks,
  options: LookUpOptions,
) {
  const { access, place } = upload;
  const { signal } = hooks;
  signal.throwIfAborted();
  const { kind, key } = await withFiles(access, { ...options, signal }, async (files) => {
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

/** That of a browser for WebDAV. */
function urlOf(place: ServerLocation): string {
  const server = containerOf(place).replace(/^dav(s?):/, 'http$1:');
  return `${server}/${place.key.split('/').map(encodeURIComponent).join('/')}`;
}
