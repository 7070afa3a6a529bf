import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { app, dialog, session } from 'electron';
import { z } from 'zod';
import {
  type Command,
  applicationArguments,
  commandFrom,
  unreadSwitches,
} from '../cli/command-line.js';
import { type CommandIo, exitStatus, standardInput } from '../cli/command-io.js';
import { runConvert } from '../cli/convert/convert.js';
import { ElectronEngine } from '../engine/electron-engine.js';
import { localScheme } from '../engine/addresses/page-address.js';
import { endWithNetworkService } from '../engine/page/network-service.js';
import { chromiumEnded, destroyPages, disableFeatures } from '../engine/page/pooled-window.js';
import { checkSandbox, guardEngine } from '../engine/sandbox-check.js';
import { modesOf, tightenFolder } from '../files/private-files.js';
import { writeReason } from '../files/write-failure.js';
import { certificateWarnings } from '../network/certificates.js';
import {
  readDeliverySettings,
  readRemoteSettings,
  readSignIns,
} from '../settings/open-settings.js';
import { useSystemProxy } from '../network/proxy.js';
import { registerSchemes } from '../window/app-protocol.js';
import { IncomingPaths, isLink, linkScheme } from '../window/incoming.js';
import { startWindow } from '../window/start-window.js';
import { errorText, thrownText } from '../../shared/messages/errors.js';
import { message } from '../../shared/messages/message.js';
import { englishText } from '../../shared/messages/translator.js';
import { namedSignIns } from '../settings/sign-ins.js';
import { electronKeychain } from './electron-keychain.js';
import { askForUpdate, describeInstallation, openElectronUpdater } from './electron-updates.js';
import { displayOf } from './display.js';
import { LaunchFolder } from './launch-folder.js';
import { hideSecrets } from './secret-variables.js';
import { Shutdown, StopRequest, stopSignals } from './shutdown.js';
import { startAgain } from './start-again.js';
import { endWithoutGpu, integrateWithSystem, suppressLoadWarnings } from './system-integration.js';
import { Updates } from './updates.js';

// Before anything else, as whatever starts a process passes the environment on.
const variables = hideSecrets(process);
const start = { isPackaged: app.isPackaged, platform: process.platform };
const command = commandFrom(applicationArguments(process.argv, start));
for (const { name, value } of unreadSwitches(process.argv, start)) useSwitch(name, value);
const display = displayOf({
  ...start,
  env: process.env,
  argv: process.argv,
  ozonePlatform: app.commandLine.getSwitchValue('ozone-platform'),
});
// Ends the process: Chromium crashes if it continues.
if (display === 'missing') {
  log(englishText(message('cli.noDisplay')));
  app.exit(1);
}
const startsAgain = display === 'xwayland' || variables.reachPages;
// The program that is started again communicates with the launcher.
const launch = new LaunchFolder(startsAgain ? {} : process.env, app.isPackaged);
const userData = openDataFolder();
const keptByConvert = join(userData, 'kept-by-convert');
const version = app.getVersion();

integrateWithSystem(app, {
  ...start,
  env: process.env,
  isCommand: command.name !== 'window',
});
suppressLoadWarnings(process);
registerSchemes(localScheme);
const sandbox = checkSandbox({
  ...start,
  env: process.env,
  commandLine: app.commandLine,
});
if (sandbox.kind === 'accepted' && display === 'present') log(englishText(sandbox.warning));
// It removes --no-sandbox, without which processes end at once where no sandbox can start.
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
// They would be findings of the pages that are converted; a packaged Electron has none.
process.env['ELECTRON_DISABLE_SECURITY_WARNINGS'] = '1';
refuseClientCertificates();
const devServer = app.isPackaged ? undefined : process.env['PLATEN_DEV_SERVER'];
if (devServer !== undefined) allowDevServer();
closeToOthers(userData);

const engine = guardEngine(
  endWithNetworkService(new ElectronEngine(version), app, chromiumEnded),
  sandbox,
);
run().catch((error: unknown) => {
  const reason = thrownText(error);
  // A dialog would wait for a user, and a command may have none.
  if (command.name === 'window')
    dialog.showErrorBox(englishText(message('desktop.startFailed')), reason);
  else log(reason);
  app.exit(1);
});

async function run(): Promise<void> {
  if (startsAgain) return startAgain(app, process.argv, display, variables);
  return command.name === 'window' ? openWindow(command.paths) : runCommand(command);
}

async function openWindow(paths: readonly string[]): Promise<void> {
  const absolute = paths.map((path) => (isLink(path) ? path : resolve(path)));
  if (!app.requestSingleInstanceLock({ paths: absolute })) {
    app.quit();
    return;
  }
  const shutdown = new Shutdown(app, { log });
  shutdown.onQuit('GPU', () => endWithoutGpu(app));
  shutdown.onQuit('pages', destroyPages);
  shutdown.beforeExit('pages', async () => engine.close());
  const incoming = new IncomingPaths(absolute);
  app.on('second-instance', (_event, _argv, _folder, data) => incoming.add(pathsIn(data)));
  app.on('open-file', (event, path) => {
    event.preventDefault();
    incoming.add([path]);
  });
  app.on('open-url', (event, url) => {
    event.preventDefault();
    incoming.add([url]);
  });
  await app.whenReady();
  useSystemProxy(async (url) => session.defaultSession.resolveProxy(url));
  const installation = describeInstallation();
  // A checkout has no installer that could remove the registration, and the portable program for
  // Windows runs from a temporary folder.
  if (installation.isPackaged && !installation.isPortable)
    app.setAsDefaultProtocolClient(linkScheme);
  launch.onStop(() => app.quit());
  launch.onLauncherGone(() => app.quit());
  launch.markStarted();
  await startWindow({
    engine,
    keychain: electronKeychain,
    shutdown,
    bundles: join(app.getAppPath(), 'dist'),
    incoming,
    devServer,
    createUpdates: (setting) =>
      new Updates({
        installation,
        version,
        openUpdater: async () => openElectronUpdater(log),
        setting,
        ask: askForUpdate,
        log,
      }),
    log,
  });
}

/** Reads the paths that another start of Platen sent with its request for the lock. */
function pathsIn(data: unknown): readonly string[] {
  const parsed = z.object({ paths: z.array(z.string()) }).safeParse(data);
  return parsed.success ? parsed.data.paths : [];
}

/** What SIGHUP does; null if it stops the command. */
let reload: (() => void) | null = null;

async function runCommand({ name, args }: Exclude<Command, { name: 'window' }>): Promise<void> {
  // Otherwise Electron quits when the last page is closed.
  app.on('window-all-closed', () => undefined);
  const stop = new StopRequest((status) => app.exit(status));
  stop.signal.addEventListener('abort', () => endWithoutGpu(app));
  const shutdown = new Shutdown(app, { log, command: stop });
  // Electron crashes if it exits while a window is being emptied over DevTools.
  shutdown.beforeExit('pages', async () => engine.close());
  process.stdout.on('error', (error: Error) => stop.byOutputError(error));
  process.stderr.on('error', () => undefined);
  await app.whenReady();
  // Not earlier, because Chromium replaces existing handlers.
  for (const signal of stopSignals)
    process.on(signal, () => {
      if (signal === 'SIGHUP' && reload !== null) reload();
      else stop.bySignal(signal);
    });
  launch.onStop(() => stop.bySignal('SIGINT'));
  launch.onLauncherGone(() => app.quit());
  launch.markStarted();
  if (!['completion', 'help', 'version'].includes(name)) {
    for (const warning of certificateWarnings()) log(englishText(warning));
  }
  const status = await commands[name](args, stop);
  await written(process.stdout);
  await shutdown.exit(
    reportOutput(stop) ?? (endsWhenStopped(name, args) ? status : (stop.status ?? status)),
  );
}

/** A command that runs until it is stopped, which is then no failure. */
function endsWhenStopped(name: string, args: readonly string[]): boolean {
  return name === 'serve' || (name === 'convert' && args.includes('--watch'));
}

const commands = {
  convert,
  serve,
  outbox: async (args: readonly string[], stop: StopRequest) => {
    const { runOutbox } = await import('../cli/outbox/outbox.js');
    return runOutbox(args, {
      io: commandIo(),
      spoolFolder: keptByConvert,
      deliverySettings,
      stop: stop.signal,
    });
  },
  bucket: async (args: readonly string[], stop: StopRequest) => {
    const { runBucket } = await import('../cli/bucket/bucket.js');
    return runBucket(args, { io: commandIo(), deliverySettings, stop: stop.signal });
  },
  completion: async (args: readonly string[]) => {
    const { runCompletion } = await import('../cli/completion/completion.js');
    return runCompletion(args, commandIo());
  },
  help: async () => {
    const { runHelp } = await import('../cli/completion/completion.js');
    return runHelp(commandIo());
  },
  version: async () => {
    process.stdout.write(`${version}\n`);
    return Promise.resolve(exitStatus.success);
  },
};

async function deliverySettings(note: (line: string) => void) {
  return readDeliverySettings(userData, electronKeychain, note);
}

/** @returns the exit status; null without an error */
function reportOutput({ outputError }: StopRequest): number | null {
  if (outputError === undefined) return null;
  log(englishText(message('cli.outputFailed', { reason: writeReason(outputError) })));
  return exitStatus.failure;
}

async function convert(args: readonly string[], stop: StopRequest): Promise<number> {
  return runConvert(args, {
    io: commandIo(),
    engine,
    version,
    spoolFolder: keptByConvert,
    deliverySettings,
    remoteServices: async (note) => readRemoteSettings(userData, electronKeychain, note),
    signIns: async (note) => namedSignIns(await readSignIns(userData, electronKeychain, note)),
    stop: stop.signal,
  });
}

/** A requested stop is the regular end of a service, so the status stays 0. */
async function serve(args: readonly string[], stop: StopRequest): Promise<number> {
  const { runServe } = await import('../cli/serve/serve.js');
  return runServe(args, {
    io: commandIo(),
    engine,
    version,
    resultsFolder: join(userData, 'results'),
    sandbox,
    deliverySettings,
    stop: stop.signal,
    onHangup: (then) => (reload = then),
  });
}

function commandIo(): CommandIo {
  return {
    // Opened on first use, because opening it takes over the terminal.
    get stdin() {
      return standardInput(launch.standardInput(), process);
    },
    stdout: process.stdout,
    stderr: process.stderr,
    cwd: () => process.cwd(),
  };
}

/** Resolves when everything is written, or has failed and the error was emitted. */
async function written(output: NodeJS.WriteStream): Promise<void> {
  if (output.writable) await new Promise<void>((resolved) => output.write('', () => resolved()));
  await new Promise(setImmediate);
}

/**
 * Ends the process if the folder cannot be created: Electron's own error names neither the folder
 * nor the reason.
 */
function openDataFolder(): string {
  const chosen = app.commandLine.getSwitchValue('user-data-dir');
  const folder = chosen === '' ? join(app.getPath('appData'), app.getName()) : resolve(chosen);
  try {
    mkdirSync(folder, { recursive: true, mode: modesOf('private').folder });
    return app.getPath('userData');
  } catch (thrown) {
    log(englishText(message('cli.noDataFolder', { folder, reason: writeReason(thrown) })));
    return process.exit(exitStatus.failure);
  }
}

/** Uses a switch that Chromium has not read. */
function useSwitch(name: string, value: string): void {
  app.commandLine.appendSwitch(name, value);
  if (name === 'user-data-dir') app.setPath('userData', resolve(value));
}

/** By default Electron gives the user's first certificate to any server that asks for one. */
function refuseClientCertificates(): void {
  app.on('select-client-certificate', (event, _contents, _url, _list, choose) => {
    event.preventDefault();
    choose();
  });
}

/** The window's page connects to a development server on this machine for hot reload. */
function allowDevServer(): void {
  disableFeatures(['LocalNetworkAccessChecks', 'LocalNetworkAccessChecksWebSockets']);
}

/** Removes other users' access to the data folder; logs a failure. */
function closeToOthers(folder: string): void {
  try {
    tightenFolder(folder);
  } catch (error) {
    log(errorText(error));
  }
}

/** Writes a warning, as JSON among the lines of the service's log. */
function log(line: string): void {
  const isService = command.name === 'serve' && command.args[0] !== 'keys';
  const entry = { level: 40, time: new Date().toISOString(), msg: line };
  process.stderr.write(isService ? `${JSON.stringify(entry)}\n` : `platen: ${line}\n`);
}
