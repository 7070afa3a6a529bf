import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PoolOptions, PoolRunnerInitializer, PoolWorker, WorkerRequest } from 'vitest/node';
import { localScheme } from '../../electron/main/engine/page/page-address.js';
import { testProgram } from './test-process.js';

/** How long a process may take to end after it was asked to, in milliseconds. */
const endLimitMs = 5000;

/**
 * A pool of vitest's whose workers are Electron's main process: each test file runs in one of its
 * own.
 */
export const electronPool: PoolRunnerInitializer = {
  name: 'electron',
  createPoolWorker: (options) => new ElectronPoolWorker(options),
};

/**
 * Speaks with one such process. Its messages are those of vitest's own worker for child processes,
 * which `worker/main.cjs` loads, over Node's IPC channel, which Electron's main process has like
 * any Node.
 */
class ElectronPoolWorker implements PoolWorker {
  readonly name = 'electron';
  readonly cacheFs = true;
  readonly #options: PoolOptions;
  #child: ChildProcess | null = null;
  #files: readonly string[] = [];
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
    const child = this.#running();
    // A process that has ended is reported by its end.
    if (child.connected) child.send(message, (error) => error && child.emit('error', error));
  }

  deserialize(data: unknown): unknown {
    return data;
  }

  /** @throws Error where the program cannot be started */
  async start(): Promise<void> {
    const { env, execArgv, distPath } = this.#options;
    const userData = mkdtempSync(join(tmpdir(), 'platen-electron-test-'));
    const { path, args } = testProgram(process.env, execArgv, userData);
    const child = spawn(path, args, {
      env: {
        ...env,
        // Set, these would make it plain Node, and change its folder.
        ELECTRON_RUN_AS_NODE: undefined,
        INIT_CWD: undefined,
        PLATEN_TEST_LOCAL_SCHEME: localScheme,
        PLATEN_TEST_VITEST: distPath,
      },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      serialization: 'advanced',
    });
    this.#child = child;
    await new Promise<void>((started, failed) => {
      child.once('spawn', started);
      child.once('error', failed);
    });
    child.once('exit', (code, signal) => {
      rmSync(userData, { recursive: true, force: true, maxRetries: 5 });
      if (!this.#isStopping) this.#reportEnd(code, signal);
    });
  }

  async stop(): Promise<void> {
    const child = this.#child;
    // It could not be started.
    if (child === null) return;
    this.#isStopping = true;
    const ended = hasEnded(child) ? undefined : new Promise((end) => child.once('exit', end));
    const limit = setTimeout(() => child.kill('SIGKILL'), endLimitMs);
    child.kill();
    await ended;
    clearTimeout(limit);
    this.#child = null;
  }

  #running(): ChildProcess {
    if (this.#child === null) throw new Error('The process for test files does not run.');
    return this.#child;
  }

  /**
   * Vitest only says that a worker has ended: this says which files it ran, and by what it ended.
   */
  #reportEnd(code: number | null, signal: NodeJS.Signals | null): void {
    const files = this.#files.join(', ') || 'no file yet';
    process.stderr.write(
      `The process for test files ended with ${signal ?? `status ${String(code)}`}, running ${files}\n`,
    );
  }
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
