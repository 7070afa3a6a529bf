import { join, resolve } from 'node:path';
import { app } from 'electron';
import { commandFrom } from './cli/command.js';
import { runConvert } from './cli/convert.js';
import { createElectronEngine } from './conversion/electron-engine.js';
import { registerAppScheme } from './window/app-protocol.js';
import { startWindow } from './window/start-window.js';

const command = commandFrom(process.argv.slice(app.isPackaged ? 1 : 2));

registerAppScheme();
app.enableSandbox();
// Local pages may use modules and fetch() on files; which files those are is for conversion/local-files.ts to say.
app.commandLine.appendSwitch('allow-file-access-from-files');

const devServer = app.isPackaged ? undefined : process.env['PLATEN_DEV_SERVER'];
if (devServer !== undefined) {
  // The page is on Platen's own protocol and hears of changes from a server on this computer, which Chromium would ask about first.
  app.commandLine.appendSwitch(
    'disable-features',
    'LocalNetworkAccessChecks,LocalNetworkAccessChecksWebSockets',
  );
}

const engine = createElectronEngine(app.getVersion());

if (command.name === 'convert') void convert(command.args);
else void openWindow(command.paths.map((path) => resolve(path)));

async function convert(args: readonly string[]): Promise<void> {
  // A command has no window to close: it ends when its work is done.
  app.on('window-all-closed', () => undefined);
  await app.whenReady();
  app.exit(await runConvert(args, process, engine, app.getVersion()));
}

async function openWindow(paths: readonly string[]): Promise<void> {
  if (!app.requestSingleInstanceLock({ paths })) {
    app.quit();
    return;
  }
  const opened: string[] = [];
  app.on('open-file', (_event, path) => opened.push(path));
  app.on('window-all-closed', () => app.quit());
  await app.whenReady();
  await startWindow({
    engine,
    bundles: join(app.getAppPath(), 'dist'),
    paths: [...paths, ...opened],
    devServer,
  });
}
