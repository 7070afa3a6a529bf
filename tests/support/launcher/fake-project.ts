import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Runtime, chooseRuntime } from '../../../tools/launch/choose-runtime.mjs';
import { applicationArguments } from '../../../tools/launch/command-line.mjs';
import { downloadLimits, electronDownload } from '../../../tools/launch/download.mjs';
import { type FakeHost, hostOf } from './fake-host.mjs';

const launcher = join(import.meta.dirname, 'launch.mjs');

export interface LaunchOptions {
  readonly host?: FakeHost;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
}

export interface Launched {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The launcher's choice of a run-time. */
export interface Choice {
  readonly runtime: Runtime;
  /** What a download has written. */
  readonly written: string;
}

const user: FakeHost = { platform: 'linux', uid: 1000, hasTerminal: false };

/** A project in its own folder, with fakes of Electron's package and of the stand-in. */
export class FakeProject {
  readonly root = mkdtempSync(join(tmpdir(), 'platen-launcher-'));
  readonly electronFolder = join(this.root, 'node_modules', 'electron');
  readonly #log = join(this.root, 'log.jsonl');

  constructor({ isInstalled }: { readonly isInstalled: boolean }) {
    const standIn = join(this.root, 'dist', 'electron-on-chromium');
    mkdirSync(standIn, { recursive: true });
    writeFileSync(
      join(standIn, 'index.cjs'),
      `exports.canShowWindow = () => true;
       exports.describeChromium = () => 'Fakeium 1';
       exports.missingSandbox = () => process.env['FAKE_SANDBOX'] ?? null;`,
    );
    this.#write('package.json', '{ "main": "main.cjs" }');
    this.#write(
      'main.cjs',
      `const { join } = require('node:path');
       const { existsSync, readFileSync } = require('node:fs');
       const file = join(process.env['PLATEN_LAUNCH_FOLDER'] ?? '/nowhere', 'stdin');
       const input = existsSync(file) ? readFileSync(file, 'utf8') : '';
       process.stdout.write('stand-in:' + JSON.stringify(process.argv.slice(2)) + input + '\\n');`,
    );
    this.#write('node_modules/electron/package.json', '{ "version": "45.4.1", "type": "module" }');
    cpSync(
      join(import.meta.dirname, 'fake-installer.mjs'),
      join(this.electronFolder, 'install.js'),
    );
    const program = readFileSync(join(import.meta.dirname, 'fake-electron.mjs'), 'utf8');
    const binary = this.#write('node_modules/electron/fake-electron', program, process.execPath);
    if (isInstalled) this.#install(binary);
    onTestFinished(() => rmSync(this.root, { recursive: true, force: true, maxRetries: 5 }));
  }

  /** The events recorded by Electron and its installer, in order. */
  events(): readonly Readonly<Record<string, unknown>>[] {
    if (!existsSync(this.#log)) return [];
    const lines = readFileSync(this.#log, 'utf8').trim().split('\n');
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  /** Returns the path of a file in the project. */
  path(...parts: readonly string[]): string {
    return join(this.root, ...parts);
  }

  /** Starts the launcher. */
  spawn(args: readonly string[], options: LaunchOptions = {}): ChildProcessWithoutNullStreams {
    return spawn(process.execPath, [launcher, this.root, ...args], {
      cwd: this.root,
      env: this.environment(options),
    });
  }

  /** Returns the command line of the launcher, for a shell. */
  commandLine(args: readonly string[]): string {
    return [process.execPath, launcher, this.root, ...args].map((word) => `'${word}'`).join(' ');
  }

  /** Returns the environment of the launcher. */
  environment({ host, env }: LaunchOptions): NodeJS.ProcessEnv {
    return {
      PATH: process.env['PATH'] ?? '',
      TMPDIR: this.root,
      DISPLAY: ':0',
      XDG_CACHE_HOME: this.path('cache'),
      FAKE_LOG: this.#log,
      LAUNCH_HOST: JSON.stringify({ ...user, ...host }),
      ...env,
    };
  }

  /** Runs the launcher until it exits. */
  async run(args: readonly string[], options: LaunchOptions = {}): Promise<Launched> {
    const child = this.spawn(args, options);
    child.stdin.on('error', () => undefined);
    child.stdin.end(options.input ?? '');
    return ended(child);
  }

  /** Chooses the run-time like the launcher, in this process, which starts an installer at most. */
  async choose(args: readonly string[], options: LaunchOptions = {}): Promise<Choice> {
    const host = hostOf({ ...user, ...options.host }, this.environment(options));
    let written = '';
    const write = (text: string) => (written += text);
    const download = electronDownload({
      root: this.root,
      host,
      write,
      isTerminal: false,
      // The servers of a test are in its process, which may be busy.
      limits: { ...downloadLimits, connectMs: 20_000 },
    });
    const runtime = await chooseRuntime(this.root, host, applicationArguments(args), download);
    return { runtime, written };
  }

  #install(binary: string): void {
    const dist = join(this.electronFolder, 'dist');
    mkdirSync(dist);
    cpSync(binary, join(dist, 'electron'));
    writeFileSync(join(dist, 'version'), '45.4.1');
    writeFileSync(join(this.electronFolder, 'path.txt'), 'electron');
  }

  #write(name: string, text: string, interpreter?: string): string {
    const path = this.path(name);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, interpreter === undefined ? text : `#!${interpreter}\n${text}`);
    if (interpreter !== undefined) chmodSync(path, 0o755);
    return path;
  }
}

/** Waits until a launcher exits. */
export async function ended(child: ChildProcessWithoutNullStreams): Promise<Launched> {
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (data: Buffer) => (stdout += data.toString()));
  child.stderr.on('data', (data: Buffer) => (stderr += data.toString()));
  const status = await new Promise<number | null>((end) => child.on('close', end));
  return { status, stdout, stderr };
}
