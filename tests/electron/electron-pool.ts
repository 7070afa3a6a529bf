import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { type Server, type Socket, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PoolOptions, PoolRunnerInitializer, PoolWorker, WorkerRequest } from 'vitest/node';
import { localScheme } from '../../electron/main/engine/addresses/page-address.js';
import { testProgram } from './test-process.js';
import { receiveMessages, sendMessage } from './worker/messages.cjs';

/** How long a process may take to exit when asked to, in milliseconds. */
const endLimitMs = 5000;

/** A vitest pool whose workers are Electron's main process, one per test file. */
export const electronPool: PoolRunnerInitializer = {
  name: 'electron',
  createPoolWorker: (options) => new ElectronPoolWorker(options),
};

/**
 * Communicates with one worker, with the messages of vitest's worker for child processes (loaded by
 * `worker/main.cjs`), over a socket.
 */
class ElectronPoolWorker implements PoolWorker {
  readonly name = 'electron';
  readonly cacheFs = true;
  readonly #options: PoolOptions;
  #child: ChildProcess | null = null;
  #socket: Socket | null = null;
  #files: readonly string[] = [];
  #cleaned: Promise<void> | undefined;
  #isStopping = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  on(event: string, callback: (value: unknown) => void): void {
    this.#running().on(event, callback);
  }

  off(event: string, callback: (value: unknown) => void): void {
    this.#child?.off(event, callback);
  }

  send(message: WorkerRequest): void {
    if (message.type === 'run' || message.type === 'collect') {
      this.#files = message.context.files.map(({ filepath }) => filepath);
    }
    // The exit of a process, which ends the connection, is reported separately.
    if (this.#socket?.writable === true) sendMessage(this.#socket, message);
  }

  deserialize(data: unknown): unknown {
    return data;
  }

  /** @throws Error if the program cannot be started, or ends before it can receive messages */
  async start(): Promise<void> {
    const { env, execArgv, distPath } = this.#options;
    const userData = mkdtempSync(join(tmpdir(), 'platen-electron-test-'));
    const { path, args } = testProgram(process.env, execArgv, userData);
    const address =
      process.platform === 'win32'
        ? `\\\\.\\pipe\\platen-test-${randomUUID()}`
        : join(userData, 'messages');
    const server = createServer();
    server.listen(address);
    await once(server, 'listening');
    const child = spawn(path, args, {
      env: {
        ...env,
        // These variables would turn it into plain Node and change its folder.
        ELECTRON_RUN_AS_NODE: undefined,
        INIT_CWD: undefined,
        PLATEN_TEST_LOCAL_SCHEME: localScheme,
        PLATEN_TEST_SOCKET: address,
        PLATEN_TEST_VITEST: distPath,
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    this.#child = child;
    child.once('exit', (code, signal) => {
      // Processes of Chromium outlive the main one, and still write.
      this.#cleaned = rm(userData, { recursive: true, force: true, maxRetries: 10 });
      if (!this.#isStopping) this.#reportEnd(code, signal);
    });
    this.#socket = await connection(server, child);
    // The end of the process is reported instead.
    this.#socket.on('error', () => undefined);
    receiveMessages(this.#socket, (message) => child.emit('message', message));
  }

  async stop(): Promise<void> {
    const child = this.#child;
    // The start failed.
    if (child === null) return;
    this.#isStopping = true;
    const ended = hasEnded(child) ? undefined : new Promise((end) => child.once('exit', end));
    const limit = setTimeout(() => child.kill('SIGKILL'), endLimitMs);
    child.kill();
    await ended;
    clearTimeout(limit);
    await this.#cleaned;
    this.#child = null;
  }

  #running(): ChildProcess {
    if (this.#child === null) throw new Error('The process for test files does not run.');
    return this.#child;
  }

  /** Vitest reports only that a worker has ended; this adds its files and the reason. */
  #reportEnd(code: number | null, signal: NodeJS.Signals | null): void {
    const files = this.#files.join(', ') || 'no file yet';
    process.stderr.write(
      `The process for test files ended with ${signal ?? `status ${String(code)}`}, running ${files}\n`,
    );
  }
}

/** Returns the connection from a process. @throws Error if it cannot be started, or ends first */
async function connection(server: Server, child: ChildProcess): Promise<Socket> {
  const connected = new Promise<Socket>((resolve, reject) => {
    server.once('connection', resolve);
    child.once('error', reject);
    child.once('exit', () => reject(new Error('The process for test files ended at its start.')));
  });
  return connected.finally(() => server.close());
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
