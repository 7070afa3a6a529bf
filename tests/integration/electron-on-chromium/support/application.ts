import { type ChildProcess, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'vite';

const root = resolve(import.meta.dirname, '../../../..');

/** Applications of one test, each in its own process, as a launcher starts them. */
export class Applications implements Disposable {
  readonly #folder: string;
  readonly #bundle: string;
  readonly #running = new Set<ChildProcess>();

  /** Bundles the run-time as it is delivered: one CommonJS file. */
  static async create(): Promise<Applications> {
    const cache = join(root, 'node_modules', '.cache', 'platen');
    mkdirSync(cache, { recursive: true });
    const bundle = mkdtempSync(join(cache, 'test-'));
    await build({
      configFile: false,
      logLevel: 'silent',
      build: {
        ssr: join(root, 'tools/electron-on-chromium/index.ts'),
        outDir: bundle,
        minify: false,
        rolldownOptions: {
          external: ['@sparticuz/chromium'],
          output: { format: 'cjs', entryFileNames: 'index.cjs' },
        },
      },
    });
    return new Applications(bundle);
  }

  private constructor(bundle: string) {
    this.#bundle = bundle;
    this.#folder = mkdtempSync(join(tmpdir(), 'platen-applications-'));
  }

  /** The data folder of the applications. */
  get userData(): string {
    return join(this.#folder, 'user-data');
  }

  /** Starts an application with this main script. */
  start(main: string, ...args: string[]): RunningApplication {
    const folder = mkdtempSync(join(this.#folder, 'app-'));
    writeFileSync(join(folder, 'package.json'), '{ "name": "test-app", "version": "1.2.3" }');
    writeFileSync(join(folder, 'main.cjs'), main);
    const launcher = `
      const Module = require('node:module');
      process.argv = [process.execPath, ${JSON.stringify(folder)}, ...process.argv.slice(1)];
      const runtime = require(${JSON.stringify(join(this.#bundle, 'index.cjs'))});
      const load = Module._load;
      Module._load = (request, ...rest) => (request === 'electron' ? runtime : load(request, ...rest));
      require(${JSON.stringify(join(folder, 'main.cjs'))});
    `;
    const child = spawn(process.execPath, ['--eval', launcher, '--', ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, DISPLAY: '', WAYLAND_DISPLAY: '', NODE_OPTIONS: '' },
    });
    this.#running.add(child);
    return new RunningApplication(child);
  }

  [Symbol.dispose](): void {
    for (const child of this.#running) child.kill('SIGKILL');
    rmSync(this.#folder, { recursive: true, force: true });
    rmSync(this.#bundle, { recursive: true, force: true });
  }
}

/** One running application. */
export class RunningApplication {
  readonly #child: ChildProcess;
  readonly #ended: Promise<number | null>;
  #output = '';
  #errors = '';
  #onOutput: () => void = () => undefined;

  constructor(child: ChildProcess) {
    this.#child = child;
    this.#ended = new Promise((done) => child.once('close', (code) => done(code)));
    child.stdout?.on('data', (data: Buffer) => {
      this.#output += data.toString();
      this.#onOutput();
    });
    child.stderr?.on('data', (data: Buffer) => (this.#errors += data.toString()));
  }

  get lines(): readonly string[] {
    return this.#output.split('\n').filter((line) => line !== '');
  }

  get errors(): string {
    return this.#errors;
  }

  /** Waits until the application has printed this line. */
  async printed(line: string): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#onOutput = () => {
        if (this.lines.includes(line)) resolve();
      };
      this.#onOutput();
      void this.#ended.then(() => {
        reject(
          new Error(
            `The application ended without printing "${line}":\n${this.#output}${this.#errors}`,
          ),
        );
      });
    });
  }

  /** Waits until it exits; null if a signal ended it. */
  async exitCode(): Promise<number | null> {
    return this.#ended;
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Returns the ids of its running descendants. Linux only. */
  descendants(): readonly number[] {
    return descendantsOf(this.#child.pid ?? 0);
  }
}

/** Returns whether a process runs; a zombie does not. */
export function isRunning(pid: number): boolean {
  if (!existsSync(`/proc/${pid}/stat`)) return false;
  return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
}

function descendantsOf(pid: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((id) => parentOf(id) === pid);
  return children.flatMap((id) => [id, ...descendantsOf(id)]);
}

function parentOf(pid: number): number {
  try {
    return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
  } catch {
    // It ended while the list was read.
    return 0;
  }
}
