import { join, resolve } from 'node:path';
import { BrowserWindow, app, dialog } from 'electron';
import { z } from 'zod';
import { type Command, commandFrom } from '../cli/command.js';
import type { CommandIo } from '../cli/command-io.js';
import { runConvert } from '../cli/convert/convert.js';
import { standardInput } from '../cli/standard-input.js';
import { StopRequest, stopSignals } from '../cli/stop-request.js';
import { createElectronEngine } from '../engine/electron-engine.js';
import { localScheme } from '../engine/page/page-address.js';
import { checkSandbox, guardEngine } from '../engine/sandbox-check.js';
import type { DeliverySettings } from '../outbox/delivery-settings.js';
import { tightenFolder } from '../files/private-files.js';
import { electronKeychain } from './electron-keychain.js';
import { LaunchFolder } from './launch-folder.js';
import { integrateWithSystem } from './system-integration.js';
import { readDeliverySettings, readRemoteSettings } from '../settings/open-settings.js';
import { registerSchemes } from '../window/app-protocol.js';
import { IncomingPaths } from '../window/incoming-paths.js';
import { startWindow } from '../window/start-window.js';
import { errorText } from '../../shared/errors.js';

const command = commandFrom(process.argv.slice(app.isPackaged ? 1 : 2));
const launch = new LaunchFolder(process.env, app.isPackaged);
const io: CommandIo = {
  // Read late: the stream of a terminal takes it over as soon as it exists.
  get stdin() {
    return standardInput(launch.standardInput(), process);
  },
  stdout: process.stdout,
  stderr: process.stderr,
  cwd: () => process.cwd(),
};

integrateWithSystem(app, {
  platform: process.platform,
  env: process.env,
  isCommand: command.name !== 'window',
});
registerSchemes(localScheme);
const sandbox = checkSandbox({
  isPackaged: app.isPackaged,
  platform: process.platform,
  env: process.env,
  commandLine: app.commandLine,
});
if (sandbox.kind === 'accepted') process.stderr.write(`platen: ${sandbox.warning}\n`);
app.enableSandbox();
// Else Electron hands the first certificate of the person's store to any server that asks (its documentation of this event).
app.on('select-client-certificate', (event, _contents, _url, _list, choose) => {
  event.preventDefault();
  choose();
});

const devServer = app.isPackaged ? undefined : process.env['PLATEN_DEV_SERVER'];
if (devServer !== undefined) {
  // The page is on Platen's own protocol and hears of changes from a server on this computer, which Chromium would ask about first.
  app.commandLine.appendSwitch(
    'disable-features',
    'LocalNetworkAccessChecks,LocalNetworkAccessChecksWebSockets',
  );
}

keepPrivate(app.getPath('userData'));
const engine = guardEngine(createElectronEngine(app.getVersion()), sandbox);
const run = command.name === 'window' ? openWindow(command.paths) : runCommand(command);
run.catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error);
  // A box would wait for a user, whom a command may not have.
  if (command.name === 'window') dialog.showErrorBox('Platen cannot start', message);
  else process.stderr.write(`platen: ${message}\n`);
  app.exit(1);
});

/** Closes a data folder that an earlier version left open to other users. That it cannot be closed stops no work. */
function keepPrivate(folder: string): void {
  try {
    tightenFolder(folder);
  } catch (error) {
    process.stderr.write(`platen: ${errorText(error)}\n`);
  }
}

async function runCommand({ name, args }: Exclude<Command, { name: 'window' }>): Promise<void> {
  // A command has no window to close: it ends when its work is done, or when it is told to.
  app.on('window-all-closed', () => undefined);
  const stop = new StopRequest((status) => app.exit(status));
  // Before the windows that print hear of it: they stay, as what they do is canceled first.
  app.prependListener('before-quit', (event: Electron.Event) => {
    event.preventDefault();
    stop.byQuit();
  });
  process.stdout.on('error', () => stop.byClosedOutput());
  process.stderr.on('error', () => undefined);
  await app.whenReady();
  // Not sooner: Chromium replaces handlers that are there before with its own.
  for (const signal of stopSignals) process.on(signal, () => stop.bySignal(signal));
  launch.onStop(() => stop.bySignal('SIGINT'));
  if (app.commandLine.getSwitchValue('ozone-platform') === 'headless') openFirstWindow();
  launch.markStarted();
  const status = name === 'serve' ? await serve(args, stop) : await convert(args, stop);
  const end = () => app.exit(status);
  if (process.stdout.writable) process.stdout.write('', end);
  else end();
}

/** Crashes here, before the work begins, where Electron cannot open a window without a display (electron#53722). */
function openFirstWindow(): void {
  new BrowserWindow({ show: false, webPreferences: { partition: 'first-window' } }).destroy();
}

async function convert(args: readonly string[], stop: StopRequest): Promise<number> {
  const status = await runConvert(args, {
    io,
    engine,
    version: app.getVersion(),
    keptFolder: join(app.getPath('userData'), 'kept-by-convert'),
    deliverySettings,
    remoteServices: async (log) =>
      readRemoteSettings(app.getPath('userData'), electronKeychain, log),
    stop: stop.signal,
  });
  return stop.status ?? status;
}

/** That it was told to stop is how a service ends. */
async function serve(args: readonly string[], stop: StopRequest): Promise<number> {
  const { runServe } = await import('../cli/serve/serve.js');
  return runServe(args, {
    io,
    engine,
    version: app.getVersion(),
    resultsFolder: join(app.getPath('userData'), 'results'),
    sandbox,
    deliverySettings: async () =>
      deliverySettings((line) => process.stderr.write(`platen: ${line}\n`)),
    stop: stop.signal,
  });
}

async function deliverySettings(log: (line: string) => void): Promise<DeliverySettings> {
  return readDeliverySettings(app.getPath('userData'), electronKeychain, log);
}

async function openWindow(paths: readonly string[]): Promise<void> {
  const absolute = paths.map((path) => resolve(path));
  if (!app.requestSingleInstanceLock({ paths: absolute })) {
    app.quit();
    return;
  }
  const incoming = new IncomingPaths(absolute);
  app.on('second-instance', (_event, _argv, _folder, data) => incoming.add(pathsIn(data)));
  app.on('open-file', (event, path) => {
    event.preventDefault();
    incoming.add([path]);
  });
  app.on('window-all-closed', () => app.quit());
  await app.whenReady();
  launch.onStop(() => app.quit());
  launch.markStarted();
  await startWindow({
    engine,
    keychain: electronKeychain,
    bundles: join(app.getAppPath(), 'dist'),
    incoming,
    devServer,
  });
}

/** What another start of Platen sent along with its request for the lock. */
function pathsIn(data: unknown): readonly string[] {
  const parsed = z.object({ paths: z.array(z.string()) }).safeParse(data);
  return parsed.success ? parsed.data.paths : [];
}
