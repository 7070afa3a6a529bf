import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'vite';
import { baselineWasm } from '../../../../support/baseline-wasm.js';
import type { StorePlace } from '../../../../../electron/main/service/store/open-store.js';

const root = resolve(import.meta.dirname, '../../../../..');

/** Servers in their own processes. */
export class ServerProcesses {
  readonly #folder: string;
  readonly #running = new Set<ServerProcess>();

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async create(): Promise<ServerProcesses> {
    const cache = join(root, 'node_modules', '.cache', 'platen');
    mkdirSync(cache, { recursive: true });
    const folder = mkdtempSync(join(cache, 'test-'));
    await build({
      configFile: false,
      logLevel: 'silent',
      build: {
        ssr: join(import.meta.dirname, 'server-process.ts'),
        outDir: folder,
        minify: false,
        rolldownOptions: { output: { format: 'es', entryFileNames: 'server.mjs' } },
      },
    });
    return new ServerProcesses(folder);
  }

  /** Starts one. @param leaseSeconds the time after which it counts as dead without a renewal */
  start(place: StorePlace, leaseSeconds = 5): ServerProcess {
    const script = join(this.#folder, 'server.mjs');
    const child = spawn(process.execPath, [
      baselineWasm,
      script,
      JSON.stringify([place, leaseSeconds]),
    ]);
    const server = new ServerProcess(child);
    this.#running.add(server);
    return server;
  }

  async end(): Promise<void> {
    await Promise.all([...this.#running].map((server) => server.kill()));
    rmSync(this.#folder, { recursive: true });
  }
}

export class ServerProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  /** Its reports, by their first word. */
  readonly #reports = new Map<string, string[]>();
  readonly #closed: Promise<unknown>;
  #stderr = '';

  constructor(child: ChildProcessWithoutNullStreams) {
    this.#child = child;
    this.#closed = once(child, 'close');
    child.stderr.on('data', (data: Buffer) => (this.#stderr += data.toString()));
    // Commands to a killed process are dropped.
    child.stdin.on('error', () => undefined);
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [what = '', subject = ''] = line.split(' ');
      this.#reports.set(what, [...this.reports(what), subject]);
      child.emit('report');
    });
  }

  reports(what: string): readonly string[] {
    return this.#reports.get(what) ?? [];
  }

  tell(command: string, subject = ''): void {
    this.#child.stdin.write(`${command} ${subject}\n`);
  }

  /** Resolves with the reports once there are so many. */
  async until(what: string, count = 1): Promise<readonly string[]> {
    while (this.reports(what).length < count) {
      const ended = this.#closed.then(() => {
        if (this.reports(what).length < count)
          throw new Error(`It ended without "${what}": ${this.#stderr}`);
      });
      await Promise.race([once(this.#child, 'report'), ended]);
    }
    return this.reports(what);
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name);
  }

  /** Kills it, and resolves when it has exited. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#closed;
  }
}
