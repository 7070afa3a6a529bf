import { mkdirSync, rmSync } from 'node:fs';
import { type Server, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError, codeOf } from '../../../shared/errors.js';
import { modesOf } from '../../files/private-files.js';
import { socketsOf } from './folder-sockets.js';
import { answerLines, askLine, isAlive } from './socket-lines.js';

/** A folder that is this process's until it is released, or until the process ends, in whatever way. */
export interface DirectoryLock {
  /** From now on, answers lines that other processes send with {@link callOwner}. Those that came before have waited. */
  answer(handler: LineHandler): void;
  /** Lets go of it, when what is being answered has been. */
  release(): Promise<void>;
}

type LineHandler = (line: string) => Promise<string>;

const attempts = 10;
/** Asks who it is; answered by the lock itself. */
const question = 'who';

/**
 * Makes a folder this process's alone. Whoever holds it listens on a socket of it, which the system lets one process have and ends with
 * the process, so that nobody has to believe in a process number that another may have by now.
 * @param folder made if it is not there; on a disk of this computer, as sockets are between processes of one computer
 * @throws AppError `refused` that names the process that holds it
 */
export async function lockDirectory(
  folder: string,
  platform = process.platform,
): Promise<DirectoryLock> {
  mkdirSync(folder, { recursive: true, mode: modesOf('private').folder });
  const sockets = socketsOf(folder, platform);
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const before = sockets.present();
    const holder = await findOwner(before);
    if (holder !== null) throw await heldBy(folder, holder);
    const mine = sockets.next(before);
    const hold = await listen(mine);
    if (hold === null) continue;
    const others = sockets.present().filter((path) => path !== mine);
    if ((await findOwner(others)) === null) {
      for (const path of others) rmSync(path, { force: true });
      return hold;
    }
    // Somebody came at the same moment. Both step back; one of them is the first to come again.
    await hold.release();
    await delay(Math.random() * 200);
  }
  throw new AppError('refused', `${folder} is being opened by another process at this moment.`);
}

/** Whether a process holds a folder. */
export async function isHeld(folder: string, platform = process.platform): Promise<boolean> {
  return (await findOwner(socketsOf(folder, platform).present())) !== null;
}

/**
 * Sends a line to the process that holds a folder.
 * @returns its answer, an empty one if it ends before it has given it; null if nobody holds the folder
 */
export async function callOwner(
  folder: string,
  line: string,
  platform = process.platform,
): Promise<string | null> {
  const holder = await findOwner(socketsOf(folder, platform).present());
  return holder === null ? null : askLine(holder, line);
}

/** The socket of these that a process listens on. */
async function findOwner(paths: readonly string[]): Promise<string | null> {
  for (const path of paths) if (await isAlive(path)) return path;
  return null;
}

/** Null if somebody else was quicker. Who asks is heard from the first moment on. */
async function listen(path: string): Promise<DirectoryLock | null> {
  const server = createServer();
  const hold = holdOf(server);
  const listening = new Promise<boolean>((settled, failed) => {
    server.once('listening', () => settled(true));
    server.once('error', (error) =>
      codeOf(error) === 'EADDRINUSE' ? settled(false) : failed(error),
    );
  });
  // The socket is made before this returns, for its owner alone.
  const mask = process.umask(0o177);
  try {
    server.listen(path);
  } finally {
    process.umask(mask);
  }
  return (await listening) ? hold : null;
}

function holdOf(server: Server): DirectoryLock {
  let handle: (handler: LineHandler) => void = () => undefined;
  const handler = new Promise<LineHandler>((given) => (handle = given));
  const underWay = answerLines(server, async (line) =>
    line === question ? String(process.pid) : (await handler)(line),
  );
  return {
    answer: handle,
    release: async () => {
      handle(() => Promise.reject(new Error('The folder is being released.')));
      await Promise.all([closed(server), underWay.end()]);
    },
  };
}

async function heldBy(folder: string, holder: string): Promise<AppError> {
  const pid = await askLine(holder, question);
  const message = `The accounts in ${folder} are in use by process ${pid}, and one process at a time can have them. Stop it, or let several servers share a PostgreSQL (--database).`;
  return new AppError('refused', message);
}

function closed(server: Server): Promise<void> {
  return new Promise((ended) => server.close(() => ended()));
}
