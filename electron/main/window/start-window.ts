import { join } from 'node:path';
import { Menu, app } from 'electron';
import { ArtifactStore } from './artifact-store.js';
import type { LocalEngine } from '../engine/pdf-engine.js';
import { listSources } from '../engine/sources/source-files.js';
import { serveApp } from './app-protocol.js';
import { bringToFront, openAppWindow, showAppPage } from './app-window.js';
import { notifyBatchFinished } from './batch-notification.js';
import { handleBridge, sendToWindow } from './bridge-handlers.js';
import { windowDialogs } from './dialogs.js';
import { createHandlers } from './handlers.js';
import type { IncomingPaths } from './incoming-paths.js';
import { applicationMenu } from './menu.js';
import type { Keychain } from '../settings/keychain.js';
import { openSettings } from '../settings/open-settings.js';
import { openWork } from './open-work.js';
import { PrivatePreviews } from './private-previews.js';
import { type Written, quitAfterWriting } from './quit-after-writing.js';
import { ServiceSwitch } from './service-switch.js';
import { WindowNotices } from './window-notices.js';

export interface WindowStart {
  readonly engine: LocalEngine;
  readonly keychain: Keychain;
  /** Folder of the built bundles: `preload/` and `renderer/` lie in it. */
  readonly bundles: string;
  /** Files and folders named at start, and those that come later. */
  readonly incoming: IncomingPaths;
  /** Origin of a development server that serves the window's page. */
  readonly devServer?: string | undefined;
}

/** Opens the window and everything behind it. Call when the application is ready. */
export async function startWindow(start: WindowStart): Promise<void> {
  const folder = app.getPath('userData');
  const artifacts = new ArtifactStore(join(folder, 'artifacts'));
  const [settings] = await Promise.all([
    openSettings(folder, start.keychain, log),
    artifacts.open(),
  ]);
  const menu = applicationMenu(process.platform);
  Menu.setApplicationMenu(menu && Menu.buildFromTemplate(menu));
  serveApp(join(start.bundles, 'renderer'), artifacts, start.devServer);

  const window = openAppWindow(join(start.bundles, 'preload', 'index.cjs'));
  // The hidden windows that print do not keep the application.
  window.on('closed', () => app.quit());
  const { webContents } = window;
  const previews = new PrivatePreviews(artifacts, log);
  const work = await openWork(start.engine, settings, {
    userData: folder,
    version: app.getVersion(),
    elsewhere: app.getPath('downloads'),
    onJobs: (changes) => sendToWindow(webContents, 'jobs:changed', changes),
    onBatchEnd: (result) => {
      if (settings.state.settings.notifications) notifyBatchFinished(window, result);
    },
    onDeliveries: (changes) => sendToWindow(webContents, 'deliveries:changed', changes),
    onDelivered: (upload) => previews.ended(upload),
    log,
  });
  const service = new ServiceSwitch({
    ...settings,
    engine: start.engine,
    version: app.getVersion(),
    resultsFolder: join(folder, 'results'),
    onState: (state) => sendToWindow(webContents, 'service:changed', state),
    log,
  });
  const onFound = (count: number) => sendToWindow(webContents, 'source:progress', { count });
  const deliver = (paths: readonly string[]) => {
    bringToFront(window);
    if (paths.length === 0) return;
    void listSources(paths, onFound).then((list) =>
      sendToWindow(webContents, 'source:opened', list),
    );
  };
  const notices = new WindowNotices([...settings.notices, ...work.notices], (message) =>
    sendToWindow(webContents, 'app:notice', { message }),
  );
  void settings.unreadable.then((secrets) => {
    notices.add(secrets.map(({ message }) => message));
    work.queue.credentialsChanged();
  });
  const handlers = createHandlers({
    ...settings,
    ...work,
    version: app.getVersion(),
    engine: start.engine,
    artifacts,
    previews,
    service,
    notices: () => notices.list(),
    dialogs: windowDialogs(window),
    log,
    takePaths: () => start.incoming.open(deliver),
    onProgress: (id, progress) =>
      sendToWindow(webContents, 'conversion:progress', { id, ...progress }),
    onFound,
  });
  handleBridge(webContents, handlers, log);
  const { state, presets, targets, endpoints, secrets } = settings;
  quitAfterWriting(
    [state, presets, targets, endpoints, secrets, stoppedByQuit(work, service)],
    log,
  );
  await showAppPage(window);
  work.start();
  await service.begin();
}

/** What runs when the application quits waits for its next start; nobody is asked. */
function stoppedByQuit(...running: readonly { close(): Promise<void> }[]): Written {
  let closing: Promise<void> | undefined;
  let isClosed = false;
  // Jobs are told to stop before their windows are gone, which would be a failure of theirs.
  app.prependListener('before-quit', () => {
    closing ??= closeAll(running).finally(() => (isClosed = true));
    // Whoever waits for it hears of it.
    closing.catch(() => undefined);
  });
  return {
    get isWriting() {
      return closing !== undefined && !isClosed;
    },
    settled: async () => closing,
  };
}

/** Rejects with what went wrong first, once all have ended. */
async function closeAll(running: readonly { close(): Promise<void> }[]): Promise<void> {
  const ends = await Promise.allSettled(running.map(async (each) => each.close()));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

function log(line: string): void {
  process.stderr.write(`platen: ${line}\n`);
}
