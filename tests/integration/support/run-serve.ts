import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { type StorePlace, openAccounts } from '../../../electron/main/service/store/open-store.js';
import { baselineWasm } from '../../support/baseline-wasm.js';

const root = resolve(import.meta.dirname, '../../..');

/** A service in its own process. */
export interface RunningService {
  /** Its base URL, as printed. */
  readonly address: string;
  /** The key of the run; empty if there is none. */
  readonly key: string;
  /** All of stderr so far. */
  readonly log: () => string;
  readonly signal: (name: NodeJS.Signals) => void;
  /** Resolves with the exit status. */
  readonly ended: Promise<number | null>;
  /** Stops it and waits for the exit. */
  readonly stop: () => Promise<number | null>;
}

export interface ServeOptions {
  /** Platen's data folder, on Linux. */
  readonly configFolder: string;
  readonly env?: NodeJS.ProcessEnv | undefined;
}

function spawnServe(args: readonly string[], { configFolder, env: variables }: ServeOptions) {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ELECTRON_SKIP_BINARY_DOWNLOAD: '1',
    ...variables,
    XDG_CONFIG_HOME: configFolder,
  };
  // npm sets it for tests; it would replace the current folder of the command.
  delete env['INIT_CWD'];
  return spawn(process.execPath, [baselineWasm, resolve(root, 'tools/run.mjs'), 'serve', ...args], {
    cwd: configFolder,
    env,
  });
}

/** Starts `serve` on any free port and waits until it listens. */
export async function startServe(
  args: readonly string[],
  options: ServeOptions,
): Promise<RunningService> {
  const child = spawnServe(['--port', '0', ...args], options);
  let log = '';
  child.stderr.on('data', (data: Buffer) => (log += data.toString()));
  const ended = new Promise<number | null>((end) => child.on('close', end));
  const line = await new Promise<string>((listening, failed) => {
    let stdout = '';
    child.stdout.on('data', (data: Buffer) => {
      stdout += data.toString();
      if (stdout.includes('\n')) listening(stdout.trim());
    });
    void ended.then((status) => failed(new Error(`serve ended with ${String(status)}: ${log}`)));
  });
  const [address = '', key = ''] = line.split(' ');
  return {
    address,
    key,
    log: () => log,
    signal: (name) => child.kill(name),
    ended,
    stop: async () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

/**
 * Adds an account with a key, which is cheap while a server uses the folder of accounts.
 * @returns the key
 */
export async function addKey(
  accounts: string | StorePlace,
  name: string,
  limits: { readonly credits?: number; readonly rate?: number } = {},
): Promise<string> {
  const place: StorePlace =
    typeof accounts === 'string' ? { kind: 'folder', folder: accounts } : accounts;
  const { accounts: repository, close } = await openAccounts(place);
  const { key } = await repository.addKey(name);
  await repository.addCredits(name, limits.credits ?? 0);
  await repository.change(name, { rate: limits.rate ?? null });
  await close();
  return key;
}

/** Runs `serve` until it exits, for invalid options and other commands. */
export async function runServe(args: readonly string[], options: ServeOptions) {
  const child = spawnServe(args, options);
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (data: Buffer) => (stdout += data.toString()));
  child.stderr.on('data', (data: Buffer) => (stderr += data.toString()));
  const status = await new Promise<number | null>((end) => child.on('close', end));
  return { status, stdout, stderr };
}

export interface PostOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Requests a PDF with the key of the run. */
export async function postPdf(
  { address, key }: Pick<RunningService, 'address' | 'key'>,
  body: unknown,
  { headers = {}, signal }: PostOptions = {},
): Promise<Response> {
  return fetch(`${address}/v1/pdf`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(key !== '' && { authorization: basic(key) }),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...(signal && { signal }),
  });
}

/** Returns the header with an API key (the API, section 5). */
export function basic(user: string, password = ''): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

export interface ErrorBody {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly fields: readonly { readonly field: string; readonly message: string }[];
  };
}

/** Returns the error of a response. */
export async function errorOf(answer: Response): Promise<ErrorBody['error']> {
  return ((await answer.json()) as ErrorBody).error;
}

export interface ResultBody {
  readonly url: string;
  readonly file: { readonly name: string; readonly size: number };
  readonly compliance: { readonly hipaa: boolean; readonly gdpr: boolean };
}

/** Returns the body of a response (the API, section 2.5). */
export async function resultOf(answer: Response): Promise<ResultBody> {
  return (await answer.json()) as ResultBody;
}
