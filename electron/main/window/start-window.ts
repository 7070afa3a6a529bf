import { join } from 'node:path';
import { Menu, app } from 'electron';
import { ArtifactStore } from '../conversion/artifact-store.js';
import type { PdfEngine } from '../conversion/pdf-engine.js';
import { concurrencyOf } from '../conversion/queue/concurrency.js';
import { type RememberingQueue, openQueue } from '../conversion/queue/open-queue.js';
import { listSources } from '../conversion/source-files.js';
import { Presets } from '../settings/presets.js';
import { SecretStore } from '../settings/secret-store.js';
import { Targets } from '../settings/targets.js';
import { UserState } from '../settings/user-state.js';
import { serveApp } from './app-protocol.js';
import { bringToFront, openAppWindow, showAppPage } from './app-window.js';
import { tellBatchEnd } from './batch-notification.js';
import { handleBridge, sendToWindow } from './bridge-handlers.js';
import { windowDialogs } from './dialogs.js';
import { electronSafe } from './electron-safe.js';
import { createHandlers } from './handlers.js';
import type { IncomingPaths } from './incoming-paths.js';
import { applicationMenu } from './menu.js';
import { type Written, quitAfterWriting } from './quit-after-writing.js';

export interface WindowStart {
  readonly engine: PdfEngine;
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
  const state = new UserState(folder);
  const presets = new Presets(folder);
  const targets = new Targets(folder);
  const secrets = new SecretStore(folder, electronSafe);
  const [damaged] = await Promise.all([
    Promise.all([presets.open(), targets.open(), secrets.open()]),
    artifacts.open(),
    state.open(),
  ]);
  const menu = applicationMenu(process.platform);
  Menu.setApplicationMenu(menu && Menu.buildFromTemplate(menu));
  serveApp(join(start.bundles, 'renderer'), artifacts, start.devServer);

  const window = openAppWindow(join(start.bundles, 'preload', 'index.cjs'));
  // The hidden windows that print do not keep the application.
  window.on('closed', () => app.quit());
  const { webContents } = window;
  const opened = await openQueue({
    engine: start.engine,
    userData: folder,
    elsewhere: app.getPath('downloads'),
    concurrency: concurrencyOf(state.settings),
    onChange: (changes) => sendToWindow(webContents, 'jobs:changed', changes),
    onBatchEnd: (result) => {
      if (state.settings.notifications) tellBatchEnd(window, result);
    },
    log,
  });
  const isTold = (notice: string | null) => notice !== null;
  const notices = [...state.notices, ...opened.notices, ...damaged.filter(isTold)];
  const onFound = (count: number) => sendToWindow(webContents, 'source:progress', { count });
  const deliver = (paths: readonly string[]) => {
    bringToFront(window);
    if (paths.length === 0) return;
    void listSources(paths, onFound).then((list) =>
      sendToWindow(webContents, 'source:opened', list),
    );
  };
  const handlers = createHandlers({
    version: app.getVersion(),
    engine: start.engine,
    artifacts,
    state,
    presets,
    targets,
    secrets,
    queue: opened.queue,
    kept: opened.kept,
    notices,
    dialogs: windowDialogs(window),
    log,
    takePaths: () => start.incoming.open(deliver),
    onProgress: (id, progress) =>
      sendToWindow(webContents, 'conversion:progress', { id, ...progress }),
    onFound,
  });
  handleBridge(webContents, handlers, log);
  quitAfterWriting([state, presets, targets, secrets, stoppedByQuit(opened)], log);
  await showAppPage(window);
  opened.queue.start();
}

/** Jobs that run when the application quits wait for its next start; nobody is asked. */
function stoppedByQuit(opened: RememberingQueue): Written {
  let closing: Promise<void> | undefined;
  let isClosed = false;
  // Jobs are told to stop before their windows are gone, which would be a failure of theirs.
  app.prependListener('before-quit', () => {
    closing ??= opened.close().finally(() => (isClosed = true));
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

function log(line: string): void {
  process.stderr.write(`platen: ${line}\n`);
}
