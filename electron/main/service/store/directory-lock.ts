import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { type Server, type Socket, connect, createServer } from 'node:net';
import { basename, join, resolve } from 'node:path';
import { AppError, codeOf } from '../../../shared/messages/errors.js';
import { message } from '../../../shared/messages/message.js';
import { modesOf } from '../../files/private-files.js';
import { sleep } from '../../util/async.js';

/** The lock of a folder. It ends with the process, however that ends. */
export interface DirectoryLock {
  /**
   * Sets the handler for lines that other processes send with {@link callOwner}; earlier ones have
   * waited for it.
   */
  answer(handler: LineHandler): void;
  /** Releases the folder when running calls have been answered. */
  release(): Promise<void>;
}

type LineHandler = (line: string) => Promise<string>;

const maxAttempts = 10;
/** Asks the owner for its process ID; the lock itself answers it. */
const pidRequest = 'who';

/**
 * Locks a folder for this process. The owner listens on a socket in the folder, which the system
 * releases when the process ends. A file with a process ID would not work, because IDs are reused.
 * @param folder created if it does not exist; on a local disk, because sockets don't cross machines
 * @throws AppError `refused` with the process that has locked it
 */
export async function lockDirectory(
  folder: string,
  platform = process.platform,
): Promise<DirectoryLock> {
  mkdirSync(folder, { recursive: true, mode: modesOf('private').folder });
  const sockets = socketsOf(folder, platform);
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const before = sockets.present();
    const owner = await findOwner(before);
    if (owner !== null) throw await lockedBy(folder, owner);
    const ownPath = sockets.next(before);
    const lock = await listen(ownPath);
    if (lock === null) continue;
    const others = sockets.present().filter((path) => path !== ownPath);
    if ((await findOwner(others)) === null) {
      for (const path of others) rmSync(path, { force: true });
      return lock;
    }
    // Another process started at the same time. Both release, and one of them gets the lock first.
    await lock.release();
    await sleep(Math.random() * 200);
  }
  throw new AppError('refused', message('service.folderBusy', { folder }));
}

export async function isLocked(folder: string, platform = process.platform): Promise<boolean> {
  return (await findOwner(socketsOf(folder, platform).present())) !== null;
}

/**
 * Sends a line to the process that has locked a folder.
 * @returns its response, empty if it ends before it has responded; null if the folder is not locked
 */
export async function callOwner(
  folder: string,
  line: string,
  platform = process.platform,
): Promise<string | null> {
  const owner = await findOwner(socketsOf(folder, platform).present());
  return owner === null ? null : sendLine(owner, line);
}

/** Returns the first of these sockets that a process listens on. */
async function findOwner(paths: readonly string[]): Promise<string | null> {
  for (const path of paths) if (await isAlive(path)) return path;
  return null;
}

/** Returns null if another process listens there. */
async function listen(path: string): Promise<DirectoryLock | null> {
  const server = createServer();
  const lock = lockOf(server);
  const listening = new Promise<boolean>((settle, reject) => {
    server.once('listening', () => settle(true));
    server.once('error', (error) =>
      codeOf(error) === 'EADDRINUSE' ? settle(false) : reject(error),
    );
  });
  // `listen` creates the socket before it returns; the mask makes it private.
  const mask = process.umask(0o177);
  try {
    server.listen(path);
  } finally {
    process.umask(mask);
  }
  return (await listening) ? lock : null;
}

function lockOf(server: Server): DirectoryLock {
  let setHandler: (handler: LineHandler) => void = () => undefined;
  const handler = new Promise<LineHandler>((resolve) => (setHandler = resolve));
  const running = answerLines(server, async (line) =>
    line === pidRequest ? String(process.pid) : (await handler)(line),
  );
  return {
    answer: setHandler,
    release: async () => {
      setHandler(() => Promise.reject(new Error('The folder is being released.')));
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await Promise.all([closed, ...running]);
    },
  };
}

async function lockedBy(folder: string, owner: string): Promise<AppError> {
  const pid = await sendLine(owner, pidRequest);
  return new AppError('refused', message('service.folderLocked', { pid, folder }));
}

/** The longest socket path that every system allows, in bytes; macOS has the shortest. */
const maxPathLength = 103;

/** Where the owner of a folder listens. */
interface FolderSockets {
  /** Paths that exist; ended processes may have left some. */
  readonly present: () => readonly string[];
  /**
   * Returns the path to listen on.
   * @param present those that existed just before, with no process listening on them
   * @throws AppError `invalid-request` if the folder's path is too long for a socket in it
   */
  readonly next: (present: readonly string[]) => string;
}

function socketsOf(folder: string, platform: NodeJS.Platform): FolderSockets {
  return platform === 'win32' ? pipeOf(folder) : filesIn(folder);
}

/** A named pipe ends with its process, and one process can listen on it. */
function pipeOf(folder: string): FolderSockets {
  const id = createHash('sha256').update(resolve(folder).toLowerCase()).digest('hex');
  const pipe = `\\\\.\\pipe\\platen-${id}`;
  return { present: () => [pipe], next: () => pipe };
}

/** Socket files outlast their processes, so each new one has the next number. */
function filesIn(folder: string): FolderSockets {
  return {
    present: () =>
      namesIn(folder)
        .filter((name) => numberIn(name) !== null)
        .map((name) => join(folder, name)),
    next: (present) => {
      const number = Math.max(0, ...present.map((path) => numberIn(path) ?? 0)) + 1;
      const path = join(folder, `holder-${number}.sock`);
      const bytes = Buffer.byteLength(path);
      if (bytes <= maxPathLength) return path;
      const issue = message('service.folderPathTooLong', { folder, bytes, max: maxPathLength });
      throw new AppError('invalid-request', issue, [{ field: 'accounts', message: issue }]);
    },
  };
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

function numberIn(path: string): number | null {
  const digits = /^holder-(\d+)\.sock$/.exec(basename(path))?.[1];
  return digits === undefined ? null : Number(digits);
}

/** A socket looks unused between its creation and its first connection, so it is checked twice. */
const secondLookMs = 50;
const noListener: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ENOENT']);

async function isAlive(path: string): Promise<boolean> {
  if (await acceptsConnections(path)) return true;
  await sleep(secondLookMs);
  return acceptsConnections(path);
}

async function acceptsConnections(path: string): Promise<boolean> {
  const socket = connect({ path });
  try {
    return await new Promise<boolean>((settle, reject) => {
      socket.once('connect', () => settle(true));
      socket.once('error', (error) =>
        noListener.has(codeOf(error)) ? settle(false) : reject(error),
      );
    });
  } finally {
    socket.destroy();
  }
}

/** Sends a line to a socket. @returns the response, empty if the other side ends before it */
export async function sendLine(path: string, line: string): Promise<string> {
  const socket = connect({ path });
  socket.write(`${line}\n`);
  try {
    return await readLine(socket);
  } finally {
    socket.destroy();
  }
}

/** Answers the line of each connection. @returns the running calls */
function answerLines(server: Server, handler: LineHandler): ReadonlySet<Promise<void>> {
  const running = new Set<Promise<void>>();
  server.on('connection', (socket) => {
    const call = answerLine(socket, handler).finally(() => running.delete(call));
    running.add(call);
  });
  return running;
}

async function answerLine(socket: Socket, handler: LineHandler): Promise<void> {
  try {
    const line = await readLine(socket);
    // `isAlive` connects without sending a line.
    if (line !== '') socket.write(`${await handler(line)}\n`);
    socket.end();
  } catch {
    // The other process has ended or its connection is broken.
    socket.destroy();
  }
}

/**
 * Reads up to a line feed, because a Windows pipe cannot be closed in one direction. Empty if none
 * arrives.
 */
function readLine(socket: Socket): Promise<string> {
  let text = '';
  socket.setEncoding('utf8');
  return new Promise((settle, reject) => {
    socket.on('data', (chunk: string) => {
      text += chunk;
      if (chunk.includes('\n')) settle(text.slice(0, text.indexOf('\n')));
    });
    socket.once('end', () => settle(''));
    // Not removed: the other process may disconnect before it has the response.
    socket.on('error', reject);
  });
}
