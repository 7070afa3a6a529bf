import type { FileHandle } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { type ReadBody, RequestFault, readLimited, sendRequest } from '../network/http-client.js';
import { foldersIn } from './multistatus.js';
import type { WebdavSignIn } from './webdav-sign-in.js';
import type { KeptConnections } from '../network/kept-connections.js';
import { type ServerOperation, listTooLong } from '../uploads/server-failure.js';
import { type ServerFiles, type WriteHooks, folderOf, withFile } from '../uploads/server-upload.js';

/** Where the files of a server are, and how to sign in to it. */
export interface WebdavServer {
  /** `https://host:port` */
  readonly origin: string;
  readonly signIn: WebdavSignIn;
  /** Certificates to trust in addition to the default ones, as PEM. */
  readonly ca: readonly string[];
  /** With the same certificates. */
  readonly connections: KeptConnections;
  readonly signal: AbortSignal;
}

/** A response other than those that an operation expects. */
export class WebdavFault extends Error {
  override readonly name = 'WebdavFault';

  constructor(
    readonly operation: ServerOperation,
    readonly status: number,
    readonly key: string,
    readonly headers: IncomingMessage['headers'],
  ) {
    super(`${operation}: ${status}`);
  }
}

/** How long a list of files and folders may be: some 30,000 names. */
const maxListBytes = 16 * 1024 ** 2;

const limits = { connectMs: 20_000, idleMs: 30_000, responseMs: 60_000 };

/** @see RFC 4918 */
export function webdavFiles(server: WebdavServer): ServerFiles {
  return {
    sizeOf: async (key) => sizeOf(server, key),
    isSame: async (key, path) => withFile(path, async (file) => isSame(server, key, file)),
    makeFolderOf: async (key) => makeFolder(server, folderOf(key)),
    write: async (key, path, hooks) =>
      withFile(path, async (file) => write(server, key, file, hooks)),
    move: async (from, to, replaces) => {
      const headers = { destination: urlOf(server, to), overwrite: replaces ? 'T' : 'F' };
      const response = await ended(await send(server, 'MOVE', from, { headers }));
      // Without permission to replace, "Precondition Failed" says that the name is taken.
      if (response.statusCode === 412 && !replaces) return false;
      expected(response, 'move', to);
      return true;
    },
    remove: async (key) => {
      const response = await ended(await send(server, 'DELETE', key));
      if (response.statusCode !== 404) expected(response, 'remove', key);
    },
    listFolders: async (folder) => listFolders(server, folder),
  };
}

const propertyRequest = Buffer.from(
  '<?xml version="1.0" encoding="utf-8"?><propfind xmlns="DAV:"><prop><resourcetype/></prop></propfind>',
);

/** @see RFC 4918, section 9.1 */
async function listFolders(server: WebdavServer, folder: string): Promise<readonly string[]> {
  const key = folder === '' ? '' : `${folder}/`;
  const headers = { depth: '1', 'content-type': 'application/xml; charset=utf-8' };
  const response = await send(server, 'PROPFIND', key, { headers, body: propertyRequest });
  if (response.statusCode !== 207) {
    const { statusCode = 0, headers: received } = await ended(response);
    // A success without the list is that of another protocol.
    throw new WebdavFault('list', statusCode < 300 ? 501 : statusCode, folder, received);
  }
  const list = await readLimited(response, maxListBytes).catch((thrown: unknown) => {
    throw broken(thrown);
  });
  if (list === null) throw listTooLong(folder);
  return foldersIn(String(list), urlOf(server, key));
}

/** Not the same for a folder: its URL ends in a slash. */
function urlOf({ origin }: WebdavServer, key: string): string {
  return `${origin}/${key.split('/').map(encodeURIComponent).join('/')}`;
}

interface RequestParts {
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: ReadBody | Buffer;
  readonly onSent?: (bytes: number) => void;
}

/**
 * Sends a request, and repeats it if the server asks for Digest authentication. Redirects are not
 * followed, as they could lead a password elsewhere.
 */
async function send(
  server: WebdavServer,
  method: string,
  key: string,
  { headers, ...parts }: RequestParts = {},
): Promise<IncomingMessage> {
  const { signIn, ca, signal, connections } = server;
  const url = new URL(urlOf(server, key));
  const requestOn = async (kept: KeptConnections | undefined) => {
    const authorization = signIn.authorization(method, url);
    return sendRequest({
      method,
      url,
      headers: {
        'user-agent': 'Platen',
        ...(authorization !== null && { authorization }),
        ...headers,
      },
      // An unencrypted request must not leave this machine by a proxy.
      usesProxy: url.protocol === 'https:',
      ca,
      connections: kept,
      signal,
      limits,
      ...parts,
    });
  };
  const request = async () =>
    requestOn(connections).catch(async (thrown: unknown) => {
      if (method === 'MOVE' || !isOfKeptConnection(thrown)) throw thrown;
      return requestOn(undefined);
    });
  const response = await request();
  if (response.statusCode !== 401) return response;
  if (!signIn.accepts(response.headers['www-authenticate'])) return response;
  await ended(response);
  return request();
}

/**
 * True if the server may have closed the kept connection before. Then the request is repeated on a
 * new one, which is harmless for all but a rename: whether that was done, the next attempt of the
 * upload finds out.
 */
function isOfKeptConnection(thrown: unknown): boolean {
  if (!(thrown instanceof RequestFault) || thrown.problem !== 'connection') return false;
  return thrown.details.isReused === true;
}

/** Reads and ignores the body of a response. @throws RequestFault if it is cut off */
async function ended(response: IncomingMessage): Promise<IncomingMessage> {
  try {
    await finished(response.resume());
  } catch (thrown) {
    throw broken(thrown);
  }
  return response;
}

function broken(thrown: unknown): unknown {
  if (thrown instanceof RequestFault) return thrown;
  return new RequestFault('connection', { mayHaveArrived: true, cause: thrown });
}

/** @throws WebdavFault for any other response than a success */
function expected(
  response: IncomingMessage,
  operation: ServerOperation,
  key: string,
): IncomingMessage {
  const { statusCode: status = 0, headers } = response;
  if (status >= 200 && status < 300) return response;
  throw new WebdavFault(operation, status, key, headers);
}

async function sizeOf(server: WebdavServer, key: string): Promise<number | null> {
  const response = await ended(await send(server, 'HEAD', key));
  if (response.statusCode === 404) return null;
  const { headers } = expected(response, 'read', key);
  return Number(headers['content-length'] ?? 0);
}

/** Creates a folder, and those above it if the server says that they are missing (409). */
async function makeFolder(server: WebdavServer, folder: string): Promise<void> {
  if (folder === '') return;
  const make = async () => ended(await send(server, 'MKCOL', `${folder}/`));
  let response = await make();
  if (response.statusCode === 409) {
    await makeFolder(server, folderOf(folder));
    response = await make();
  }
  // 405: the folder exists. 403: it may exist below one that the user may not change; if it does
  // not, the upload says so.
  if (response.statusCode !== 405 && response.statusCode !== 403) {
    expected(response, 'folder', folder);
  }
}

async function write(
  server: WebdavServer,
  key: string,
  file: FileHandle,
  { size, onProgress }: WriteHooks,
): Promise<void> {
  const body: ReadBody = {
    length: size,
    read: async (offset, length) => {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, offset);
      if (bytesRead === 0) throw new Error('The PDF has become shorter.');
      return buffer.subarray(0, bytesRead);
    },
  };
  const headers = { 'content-type': 'application/pdf' };
  const response = await send(server, 'PUT', key, { headers, body, onSent: onProgress });
  expected(await ended(response), 'write', key);
}

async function isSame(server: WebdavServer, key: string, file: FileHandle): Promise<boolean> {
  const response = expected(await send(server, 'GET', key), 'read', key);
  try {
    let at = 0;
    for await (const chunk of response) {
      const there = chunk as Buffer;
      const here = Buffer.alloc(there.length);
      const { bytesRead } = await file.read(here, 0, here.length, at);
      if (bytesRead !== there.length || !here.equals(there)) return false;
      at += there.length;
    }
    return at === (await file.stat()).size;
  } catch (thrown) {
    throw broken(thrown);
  } finally {
    response.destroy();
  }
}
