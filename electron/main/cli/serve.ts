import { readFile } from 'node:fs/promises';
import { AppError, codeOf, errorData } from '../../shared/errors.js';
import type { PdfEngine } from '../conversion/pdf-engine.js';
import { newRunKey } from '../service/run-store/digest.js';
import { RunStore } from '../service/run-store/run-store.js';
import { Service } from '../service/service.js';
import { serviceLog } from '../service/service-log.js';
import type { ReadDelivery, TlsFiles } from '../service/service-options.js';
import type { ServiceStore } from '../service/store/service-store.js';
import { RunResults } from '../service/run-store/run-results.js';
import type { CommandIo } from './command-io.js';
import { type ExitStatus, exitStatus, exitStatusOf } from './exit-status.js';
import { errorLines } from './result-lines.js';
import { type ServeTask, parseServeArguments } from './serve-arguments.js';
import { serveHelp } from './serve-help.js';
import { runKeys } from './serve-keys.js';

/** What `serve` works with. */
export interface ServeParts {
  readonly io: CommandIo;
  readonly engine: PdfEngine;
  readonly version: string;
  /** Full path of the folder for PDFs where nothing says another. */
  readonly resultsFolder: string;
  readonly deliverySettings: ReadDelivery;
  /** Ends the service. */
  readonly stop: AbortSignal;
}

/** Runs `serve` until it is told to stop. Never throws: what goes wrong is told on stderr and by the status. */
export async function runServe(args: readonly string[], parts: ServeParts): Promise<ExitStatus> {
  const { io, version } = parts;
  if (args[0] === 'keys') return runKeys(args.slice(1), io);
  try {
    const task = parseServeArguments(args, io.cwd());
    if (task.action === 'serve') return await serve(task, parts);
    io.stdout.write(task.action === 'help' ? serveHelp() : `${version}\n`);
    return exitStatus.allMade;
  } catch (error) {
    const data = errorData(error);
    io.stderr.write(`${errorLines(null, data).join('\n')}\n`);
    return exitStatusOf(0, [data]);
  }
}

async function serve(task: ServeTask, parts: ServeParts): Promise<ExitStatus> {
  const { io, engine, version, stop, deliverySettings } = parts;
  const { accounts, json, quiet } = task;
  const write = (line: string) => io.stderr.write(line);
  const log = serviceLog(quiet ? 'warn' : 'info', write);
  const tls = await readTls(task);
  const opened = await openAll(task, parts, (line) => log.warn(line));
  const service = new Service({
    engine,
    store: opened.store,
    delivery: once(deliverySettings),
    options: { ...task.options, tls, results: opened.results },
    hasCredits: accounts.kind !== 'none',
    version,
    log,
  });
  try {
    await service.start().catch((error: unknown) => {
      throw cannotListen(error, task);
    });
    io.stdout.write(addressLine(service.address, opened.key, json));
    if (!stop.aborted)
      await new Promise<void>((stopped) => stop.addEventListener('abort', () => stopped()));
  } finally {
    await service.stop();
    await opened.close();
  }
  return exitStatus.allMade;
}

interface Opened {
  readonly store: ServiceStore;
  readonly results: string;
  /** Of this run; null where there are accounts, or nobody is asked for one. */
  readonly key: string | null;
  readonly close: () => Promise<void>;
}

async function openAll(
  task: ServeTask,
  parts: ServeParts,
  log: (line: string) => void,
): Promise<Opened> {
  const { accounts, options } = task;
  if (accounts.kind === 'none') {
    const key = options.isOpen ? null : newRunKey();
    const results = await RunResults.make(task.results ?? parts.resultsFolder);
    return {
      store: new RunStore(key ?? '', log),
      results: results.folder,
      key,
      close: async () => results.remove(),
    };
  }
  const { openStore } = await import('../service/store/open-store.js');
  const { store } = await openStore(accounts, {
    onError: (error) => log(errorData(error).message),
  });
  const results =
    task.results ??
    (accounts.kind === 'folder' ? `${accounts.folder}/results` : parts.resultsFolder);
  return { store, results, key: null, close: async () => Promise.resolve() };
}

async function readTls({ tls }: ServeTask): Promise<TlsFiles | null> {
  if (tls === null) return null;
  const [cert, key] = await Promise.all([
    readPem(tls.cert, 'tls-cert'),
    readPem(tls.key, 'tls-key'),
  ]);
  return { cert, key };
}

async function readPem(path: string, field: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw wrongOption(field, `The file ${path} of --${field} cannot be read (${codeOf(error)}).`);
  });
  if (text.includes('-----BEGIN ')) return text;
  throw wrongOption(
    field,
    `The file ${path} of --${field} is not in the PEM format; write one that begins with -----BEGIN.`,
  );
}

function wrongOption(field: string, message: string): AppError {
  return new AppError('invalid-request', message, [{ field, message }]);
}

function cannotListen(error: unknown, { options: { host, port } }: ServeTask): unknown {
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: 'another program listens there. Choose another --port',
    EACCES: 'this user may not listen there. Choose a --port above 1023',
    EADDRNOTAVAIL: 'this computer does not have that address. Correct --host',
    ENOTFOUND: 'there is no such name. Correct --host',
  };
  const reason = reasons[codeOf(error)];
  if (reason === undefined) return error;
  return new AppError('internal', `The service cannot listen at ${host}, port ${port}: ${reason}.`);
}

function addressLine(address: string, key: string | null, json: boolean): string {
  if (json) return `${JSON.stringify({ address, ...(key !== null && { key }) })}\n`;
  return key === null ? `${address}\n` : `${address} ${key}\n`;
}

function once<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  return async () => (reading ??= read());
}
