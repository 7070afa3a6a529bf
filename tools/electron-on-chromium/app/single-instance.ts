import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { type Server, type Socket, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What a second instance sends to the first one. */
export interface SecondStart {
  readonly argv: string[];
  readonly workingDirectory: string;
  readonly additionalData: unknown;
}

/** How long the first instance may take to receive a message, in milliseconds. */
const messageLimitMs = 30_000;
/** Maximum length of a socket's path on any system. */
const socketPathLimit = 100;

/**
 * The lock of the one instance that listens on the socket in the application's data folder.
 * Released when the process ends, however it ends.
 */
export class SingleInstance {
  readonly #limitMs: number;
  #server: Server | undefined;

  constructor(limitMs = messageLimitMs) {
    this.#limitMs = limitMs;
  }

  /**
   * Acquires the lock and returns whether that succeeded. If another instance has it, notifies that
   * one.
   * @param onSecondStart called for each later instance
   */
  request(folder: string, own: SecondStart, onSecondStart: (start: SecondStart) => void): boolean {
    if (this.#server) return true;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const path = socketPath(folder);
    this.#server = listen(path, onSecondStart);
    if (this.#server) return true;
    if (notify(path, own, this.#limitMs)) return false;
    // A stale socket after a crash.
    rmSync(path, { force: true });
    this.#server = listen(path, onSecondStart);
    return this.#server !== undefined;
  }

  release(): void {
    this.#server?.close();
    this.#server = undefined;
  }
}

function socketPath(folder: string): string {
  const name = `platen-${createHash('sha256').update(folder).digest('hex').slice(0, 24)}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  const path = join(folder, 'SingletonSocket');
  return path.length <= socketPathLimit ? path : join(tmpdir(), name);
}

/** Node binds a path before `listen` returns: failure is visible at once, its reason only later. */
function listen(path: string, onSecondStart: (start: SecondStart) => void): Server | undefined {
  const server = createServer((socket) => receive(socket, onSecondStart));
  server.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
  });
  // Only the user's own processes may connect. The socket exists before this returns.
  const mask = process.umask(0o177);
  try {
    server.listen(path);
  } finally {
    process.umask(mask);
  }
  if (!server.listening) return undefined;
  server.unref();
  return server;
}

function receive(socket: Socket, onSecondStart: (start: SecondStart) => void): void {
  let text = '';
  socket.setEncoding('utf8');
  socket.on('data', (part: string) => (text += part));
  // The second instance was killed.
  socket.on('error', () => socket.destroy());
  socket.on('end', () => {
    socket.end();
    const start = readStart(text);
    if (start) onSecondStart(start);
  });
}

/** Parses what an instance sent; null if the connection sent nothing complete. */
function readStart(text: string): SecondStart | null {
  try {
    return JSON.parse(text) as SecondStart;
  } catch {
    return null;
  }
}

/**
 * Notifies the holder of the lock and returns whether there is one, which may be too busy to
 * respond. Must be synchronous, so another process waits for the response.
 */
function notify(path: string, start: SecondStart, limitMs: number): boolean {
  const script = `
    const socket = require('node:net').connect(process.argv[1]);
    socket.on('error', () => process.exit(1));
    socket.on('connect', () => require('node:fs').createReadStream(null, { fd: 0 }).pipe(socket));
    socket.on('close', () => process.exit(0));
    socket.resume();
  `;
  const { status } = spawnSync(process.execPath, ['--eval', script, path], {
    input: JSON.stringify(start),
    stdio: ['pipe', 'ignore', 'ignore'],
    timeout: limitMs,
  });
  return status !== 1;
}
