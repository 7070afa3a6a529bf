import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'vite';
import type { StorePlace } from '../../../../../electron/main/service/store/open-store.js';

const root = resolve(import.meta.dirname, '../../../../..');

/** Servers that are processes of their own. */
export class ServerProcesses {
  readonly #running = new Set<ServerProcess>();

  private constructor(private readonly folder: string) {}

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

  /** Starts one. @param leaseSeconds how long it counts as alive without a sign of life */
  start(place: StorePlace, leaseSeconds = 2): ServerProcess {
    const script = join(this.folder, 'server.mjs');
    const child = spawn(process.execPath, [script, JSON.stringify([place, leaseSeconds])]);
    const server = new ServerProcess(child);
    this.#running.add(server);
    return server;
  }

  async end(): Promise<void> {
    await Promise.all([...this.#running].map((server) => server.kill()));
    rmSync(this.folder, { recursive: true });
  }
}

export class ServerProcess {
  /** What it has told, by its first word. */
  readonly #told = new Map<string, string[]>();
  readonly #closed: Promise<unknown>;
  #stderr = '';

  constructor(private readonly child: ChildProcessWithoutNullStreams) {
    this.#closed = once(child, 'close');
    child.stderr.on('data', (data: Buffer) => (this.#stderr += data.toString()));
    // What is written to one that was killed goes nowhere.
    child.stdin.on('error', () => undefined);
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [what = '', subject = ''] = line.split(' ');
      this.#told.set(what, [...this.told(what), subject]);
      child.emit('told');
    });
  }

  told(what: string): readonly string[] {
    return this.#told.get(what) ?? [];
  }

  tell(command: string, subject = ''): void {
    this.child.stdin.write(`${command} ${subject}\n`);
  }

  /** Resolves with what it has told once that is so much. */
  async until(what: string, count = 1): Promise<readonly string[]> {
    while (this.told(what).length < count) {
      const ended = this.#closed.then(() => {
        if (this.told(what).length < count)
          throw new Error(`It ended without "${what}": ${this.#stderr}`);
      });
      await Promise.race([once(this.child, 'told'), ended]);
    }
    return this.told(what);
  }

  signal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }

  /** Ends it at once, and resolves when it is gone. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.#closed;
  }
}
