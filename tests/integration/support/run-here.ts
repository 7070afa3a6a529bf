import { closeEngine, engine } from './convert.js';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { app } from 'electron';
import { afterAll } from 'vitest';
import { electronKeychain } from '../../../electron/main/app/electron-keychain.js';
import type { CommandIo } from '../../../electron/main/cli/command-io.js';
import { runBucket } from '../../../electron/main/cli/bucket/bucket.js';
import { runConvert } from '../../../electron/main/cli/convert/convert.js';
import { runOutbox } from '../../../electron/main/cli/outbox/outbox.js';
import { runServe } from '../../../electron/main/cli/serve/serve.js';
import {
  readDeliverySettings,
  readRemoteSettings,
  readSignIns,
} from '../../../electron/main/settings/open-settings.js';
import { namedSignIns } from '../../../electron/main/settings/sign-ins.js';
import { type Run, type RunOptions, linesOf } from './run-convert.js';
import type { RunningService } from './run-serve.js';
import { temporaryFolder } from './temporary-folder.js';

// Commands in the test's process, which saves the start of Node and Chromium. Signals, exit
// statuses, closed streams, the umask and kills need a process (`run-convert.ts`, `run-serve.ts`).

const root = resolve(import.meta.dirname, '../../..');
const version = '1.2.3';
const emptyFolder = temporaryFolder();

afterAll(async () => {
  await closeEngine();
  emptyFolder.remove();
});

/** The output of a command so far. */
interface Written {
  stdout: string;
  stderr: string;
}

/** What a command's standard output is. */
interface OutputOptions {
  readonly isTTY?: boolean;
  /** The error of each write. */
  readonly outputError?: Error;
  /** Called with what is written. */
  readonly onBytes?: (bytes: Buffer) => void;
}

function commandIo(
  written: Written,
  cwd: string,
  input: string | Buffer = '',
  { isTTY = false, outputError, onBytes }: OutputOptions = {},
): CommandIo {
  return {
    stdin: Readable.from([input]),
    stdout: {
      isTTY,
      write: (data, done) => {
        const bytes = Buffer.from(data);
        written.stdout += bytes.toString();
        onBytes?.(bytes);
        done?.(outputError);
      },
    },
    stderr: { write: (data) => (written.stderr += String(data)) },
    cwd: () => cwd,
  };
}

/** Runs `convert` in this process. */
export async function convertHere(
  args: readonly string[],
  {
    cwd = root,
    input,
    env = {},
    configFolder = emptyFolder.path,
    ...output
  }: Pick<RunOptions, 'cwd' | 'input' | 'env' | 'configFolder'> & OutputOptions = {},
): Promise<Run> {
  return runHere({ env, configFolder }, async (written, { data, ...parts }) =>
    runConvert(args, {
      ...parts,
      io: commandIo(written, cwd, input, output),
      engine,
      version,
      remoteServices: async (log) => readRemoteSettings(data, electronKeychain, log),
      signIns: async (log) => namedSignIns(await readSignIns(data, electronKeychain, log)),
    }),
  );
}

/** Runs `outbox` in this process. */
export async function outboxHere(args: readonly string[], place: Place): Promise<Run> {
  return runHere(place, async (written, { spoolFolder, deliverySettings, stop }) =>
    runOutbox(args, { io: commandIo(written, root), spoolFolder, deliverySettings, stop }),
  );
}

/** Runs `bucket` in this process. */
export async function bucketHere(args: readonly string[], place: Place): Promise<Run> {
  return runHere(place, async (written, { deliverySettings, stop }) =>
    runBucket(args, { io: commandIo(written, root), deliverySettings, stop }),
  );
}

interface Place {
  readonly env: NodeJS.ProcessEnv;
  readonly configFolder: string;
}

/** Runs a command with variables and the settings of a folder. */
async function runHere(
  { env, configFolder }: Place,
  work: (written: Written, parts: ReturnType<typeof partsIn>) => Promise<number>,
): Promise<Run> {
  await app.whenReady();
  const written: Written = { stdout: '', stderr: '' };
  const restore = setVariables(env);
  try {
    const status = await work(written, partsIn(join(configFolder, 'Platen')));
    return { status, ...written, lines: linesOf(written.stdout) };
  } finally {
    restore();
  }
}

/** Returns what both commands read from a folder of settings. */
function partsIn(data: string) {
  return {
    data,
    spoolFolder: join(data, 'kept-by-convert'),
    deliverySettings: async (log: (line: string) => void) =>
      readDeliverySettings(data, electronKeychain, log),
    stop: new AbortController().signal,
  };
}

/** Sets variables of this process. @returns a function that restores the earlier ones */
function setVariables(variables: NodeJS.ProcessEnv): () => void {
  const before = Object.keys(variables).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, variables);
  return () => {
    for (const [name, value] of before) {
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
    }
  };
}

/** Starts `serve` in this process on any free port and waits until it listens. */
export async function serveHere(
  args: readonly string[],
  configFolder: string,
): Promise<ServiceHere> {
  await app.whenReady();
  const written: Written = { stdout: '', stderr: '' };
  const stop = new AbortController();
  let reportLine = (): void => undefined;
  const line = new Promise<void>((resolved) => (reportLine = resolved));
  const ended = serve(['--port', '0', ...args], configFolder, {
    written,
    stop: stop.signal,
    onStdout: reportLine,
  });
  await Promise.race([line, ended]);
  if (written.stdout === '') throw new Error(`serve ended: ${written.stderr}`);
  const [address = '', key = ''] = written.stdout.trim().split(' ');
  return {
    address,
    key,
    log: () => written.stderr,
    stop: async () => {
      stop.abort();
      return ended;
    },
  };
}

/** A service in this process. */
export type ServiceHere = Omit<RunningService, 'signal' | 'ended'>;

/** Runs `serve` in this process until it ends, for invalid options. */
export async function runServeHere(args: readonly string[], configFolder: string) {
  const written: Written = { stdout: '', stderr: '' };
  const stop = AbortSignal.abort();
  const status = await serve(args, configFolder, { written, stop, onStdout: () => undefined });
  return { status, ...written };
}

async function serve(
  args: readonly string[],
  configFolder: string,
  {
    written,
    stop,
    onStdout,
  }: { readonly written: Written; readonly stop: AbortSignal; readonly onStdout: () => void },
): Promise<number> {
  const data = join(configFolder, 'Platen');
  const io = commandIo(written, configFolder);
  const stdout = {
    write: (text: string) => {
      io.stdout.write(text);
      onStdout();
    },
  };
  return runServe(args, {
    io: { ...io, stdout },
    engine,
    version,
    resultsFolder: join(data, 'results'),
    deliverySettings: async (note) => readDeliverySettings(data, electronKeychain, note),
    sandbox: { kind: 'on' },
    stop,
    onHangup: () => undefined,
  });
}
