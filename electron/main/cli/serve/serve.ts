import { join, posix } from 'node:path';
import { isatty } from 'node:tty';
import { AppError, errorData, errorText, issueText } from '../../../shared/messages/errors.js';
import { message } from '../../../shared/messages/message.js';
import { englishText } from '../../../shared/messages/translator.js';
import { isLoopbackHost } from '../../../shared/request/url.js';
import { invalidRequest } from '../../../shared/request/validation.js';
import type { LocalEngine } from '../../engine/contract/pdf-engine.js';
import type { SandboxState } from '../../engine/sandbox-check.js';
import { createPrivateFolder } from '../../files/private-files.js';
import { type EphemeralService, createEphemeralService } from '../../service/ephemeral-service.js';
import { Service } from '../../service/service.js';
import { type ServiceLog, serviceLog } from '../../service/contract/service-log.js';
import type { ReadDelivery } from '../../service/contract/service-options.js';
import type { ResultsStorage } from '../../service/store/results.js';
import { ResultsFolder } from '../../service/tasks/results-folder.js';
import { once } from '../../util/async.js';
import { endWhenStuck } from '../../util/end-when-stuck.js';
import {
  secretVariable,
  secretVariableIssue,
  signingSecretOfCommand,
} from '../../webhooks/signing-secret.js';
import { type CommandIo, type ExitStatus, exitStatus, reportError } from '../command-io.js';
import { optionField } from '../command-line.js';
import { runKeys } from '../keys/keys.js';
import { type OptionFolder, prepareFolders, readTlsFiles } from '../option-files.js';
import { helpText } from '../help.js';
import { type ServeTask, parseServeArguments } from './arguments.js';
import { servePage, serveOptions } from './options.js';

export interface ServeParts {
  readonly io: CommandIo;
  readonly engine: LocalEngine;
  readonly version: string;
  /** Full path of the default folder of stored PDFs. */
  readonly resultsFolder: string;
  /** @param note receives a sentence about a setting that is ignored */
  readonly deliverySettings: (note: (line: string) => void) => ReturnType<ReadDelivery>;
  /** Without a sandbox the service doesn't start, because it would refuse each request. */
  readonly sandbox: SandboxState;
  readonly stop: AbortSignal;
  /** Sets what SIGHUP does, which otherwise stops the service; null: that again. */
  readonly onHangup: (reload: (() => void) | null) => void;
}

/**
 * Runs until it is stopped. Never throws: errors go to standard error and determine the exit
 * status.
 */
export async function runServe(args: readonly string[], parts: ServeParts): Promise<ExitStatus> {
  const { io, version } = parts;
  if (args[0] === 'keys') return runKeys(args.slice(1), io);
  try {
    const task = parseServeArguments(args, io.cwd());
    if (task.action === 'serve') return await serve(task, parts);
    io.stdout.write(task.action === 'help' ? helpText(servePage()) : `${version}\n`);
    return exitStatus.success;
  } catch (error) {
    return reportError(error, io, optionField(serveOptions));
  }
}

/** The longest work that holds the main thread takes some seconds, on a busy machine too. */
const stuckSeconds = 60;

async function serve(task: ServeTask, parts: ServeParts): Promise<ExitStatus> {
  const { io, stop, sandbox } = parts;
  if (sandbox.kind === 'off') throw sandbox.error;
  if (sandbox.kind === 'missing') refuseOthers(task);
  const issue = secretVariableIssue();
  if (issue !== null) throw invalidRequest([{ field: secretVariable, message: issue }]);
  const metricsKey = operatorKey();
  const log = serviceLog(task.quiet ? 'warn' : 'info', (line) => io.stderr.write(line));
  const { service, key, end } = await open(task, parts, { log, metricsKey });
  const endWatch = endWhenStuck({ limitSeconds: stuckSeconds });
  try {
    await service.start();
    if (task.tls !== null) parts.onHangup(certificateReload(task.tls, service, log));
    else if (!hasTerminal()) parts.onHangup(() => log.info('nothing to reload'));
    io.stdout.write(urlLine(service.address, key, task.json));
    if (!stop.aborted) {
      await new Promise<void>((stopped) => stop.addEventListener('abort', () => stopped()));
    }
  } finally {
    parts.onHangup(null);
    await end();
    endWatch();
  }
  return exitStatus.success;
}

/**
 * Without a sandbox, the page of an untrusted client could take over this machine.
 * @throws AppError `sandbox-off` if other machines can reach the service
 */
function refuseOthers({ options, allowsNoSandbox }: ServeTask): void {
  const { host, behindProxy } = options;
  if (allowsNoSandbox || (isLoopbackHost(host) && !behindProxy)) return;
  throw new AppError('sandbox-off', message('serve.sandboxRequired'));
}

/** The variable with the operator's key for the metrics, and how long that must be. */
const metricsVariable = 'PLATEN_METRICS_KEY';
const minKeyLength = 16;

/** @throws AppError `invalid-request` if it is too short to be secret */
function operatorKey(): string | null {
  const key = process.env[metricsVariable];
  if (key === undefined || (/^\S+$/.test(key) && key.length >= minKeyLength)) return key ?? null;
  const issue = message('serve.metricsKey', { variable: metricsVariable, min: minKeyLength });
  throw invalidRequest([{ field: metricsVariable, message: issue }]);
}

type OpenService = Pick<EphemeralService, 'service' | 'key' | 'end'>;

/** SIGHUP may mean that the terminal was closed, which ends the service. */
function hasTerminal(): boolean {
  return [0, 1, 2].some(isatty);
}

/** Reads the certificate again. If it cannot be used, the service keeps the earlier one. */
function certificateReload(
  paths: NonNullable<ServeTask['tls']>,
  service: Pick<Service, 'setTls'>,
  log: ServiceLog,
): () => void {
  return () => {
    readTlsFiles(paths)
      .then((tls) => {
        service.setTls(tls);
        log.info('certificate reloaded');
      })
      .catch((error: unknown) => {
        const { code, fields = [] } = errorData(error);
        const fault = fields.length === 0 ? errorText(error) : fields.map(issueText).join(' ');
        log.error({ code, fault }, 'certificate not reloaded');
      });
  };
}

interface Opening {
  readonly log: ServiceLog;
  readonly metricsKey: string | null;
}

async function open(
  task: ServeTask,
  parts: ServeParts,
  { log, metricsKey }: Opening,
): Promise<OpenService> {
  const { engine, version, resultsFolder, deliverySettings } = parts;
  const { accounts } = task;
  const options = { ...task.options, tls: task.tls && (await readTlsFiles(task.tls)), metricsKey };
  engine.setConcurrency(options.concurrency);
  engine.setMemoryLimit(task.memoryLimit);
  await prepareFolders(foldersOf(task));
  const delivery = once(async () => deliverySettings((line) => log.warn(line)));
  await reportUnsignedWebhooks(delivery, log, accounts !== null);
  const common = { engine, delivery, version, log };
  if (accounts === null) {
    return createEphemeralService({
      ...common,
      options,
      resultsFolder: task.results?.kind === 'folder' ? task.results.folder : resultsFolder,
    });
  }
  const { openStore } = await import('../../service/store/open-store.js');
  const { id, store } = await openStore(accounts, {
    onError: (error) => log.warn({ fault: errorText(error) }, 'store'),
  });
  const results = await openResults(task, id, { resultsFolder, delivery }).catch(
    async (error: unknown) => {
      await store.close();
      throw error;
    },
  );
  const databaseFolder = accounts.kind === 'folder' ? accounts.folder : null;
  const storage = { store, databaseFolder, results };
  const service = new Service({ ...common, ...storage, options, hasCredits: true });
  return { service, key: null, end: async () => service.stop() };
}

/** Writes one line if there is no secret that signs all webhooks, or if it cannot be read. */
async function reportUnsignedWebhooks(
  delivery: ReadDelivery,
  log: ServiceLog,
  hasAccounts: boolean,
): Promise<void> {
  try {
    const secretOfSettings = async () => (await delivery()).webhookSecret();
    if ((await signingSecretOfCommand(secretOfSettings)) !== null) return;
    const text = hasAccounts ? 'serve.webhooksUnsignedAccounts' : 'serve.webhooksUnsigned';
    log.warn(englishText(message(text)));
  } catch (error) {
    // Each webhook fails with it, too.
    log.warn({ fault: errorText(error) }, 'webhook secret');
  }
}

function foldersOf({ accounts, results }: ServeTask): readonly OptionFolder[] {
  return [
    ...(accounts?.kind === 'folder'
      ? [{ option: 'accounts', folder: accounts.folder } as const]
      : []),
    ...(results?.kind === 'folder' ? [{ option: 'results', folder: results.folder } as const] : []),
  ];
}

/**
 * A given folder may be used by several databases, so each has its own subfolder.
 * @param id of the database
 * @throws AppError if the bucket or the folder cannot be used
 */
async function openResults(
  { accounts, results }: ServeTask,
  id: string,
  { delivery, resultsFolder }: { readonly delivery: ReadDelivery; readonly resultsFolder: string },
): Promise<ResultsStorage> {
  if (results?.kind === 'bucket') {
    const { ResultsBucket } = await import('../../service/tasks/results-bucket.js');
    const prefix = posix.join(results.prefix, id);
    const bucket = new ResultsBucket(delivery, { ...results, prefix });
    await bucket.check();
    return bucket;
  }
  const ofAccounts = accounts?.kind === 'folder' ? join(accounts.folder, 'results') : resultsFolder;
  const folder = results === undefined ? ofAccounts : join(results.folder, id);
  createPrivateFolder(folder);
  return new ResultsFolder(folder);
}

function urlLine(address: string, key: string | null, json: boolean): string {
  if (json) return `${JSON.stringify({ address, ...(key !== null && { key }) })}\n`;
  return key === null ? `${address}\n` : `${address} ${key}\n`;
}
