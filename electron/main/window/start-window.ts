import { join } from 'node:path';
import { type BrowserWindow, Menu, app } from 'electron';
import { z } from 'zod';
import { ArtifactStore } from '../conversion/artifact-store.js';
import type { PdfEngine } from '../conversion/pdf-engine.js';
import { listSources } from '../conversion/source-files.js';
import { UserState } from '../settings/user-state.js';
import { serveApp } from './app-protocol.js';
import { bringToFront, openAppWindow, showAppPage } from './app-window.js';
import { handleBridge, sendToWindow } from './bridge-handlers.js';
import { windowDialogs } from './dialogs.js';
import { createHandlers } from './handlers.js';
import { applicationMenu } from './menu.js';

export interface WindowStart {
  readonly engine: PdfEngine;
  /** Folder of the built bundles: `preload/` and `renderer/` lie in it. */
  readonly bundles: string;
  /** Absolute paths of files and folders named at start. */
  readonly paths: readonly string[];
  /** Origin of a development server that serves the window's page. */
  readonly devServer?: string | undefined;
}

/** Opens the window and everything behind it. Call when the application is ready. */
export async function startWindow(start: WindowStart): Promise<void> {
  const folder = app.getPath('userData');
  const artifacts = new ArtifactStore(join(folder, 'artifacts'));
  const state = new UserState(folder);
  await Promise.all([artifacts.open(), state.open()]);
  const menu = applicationMenu(process.platform);
  Menu.setApplicationMenu(menu && Menu.buildFromTemplate(menu));
  serveApp(join(start.bundles, 'renderer'), artifacts, start.devServer);

  const window = openAppWindow(join(start.bundles, 'preload', 'index.cjs'));
  const { webContents } = window;
  const handlers = createHandlers({
    version: app.getVersion(),
    engine: start.engine,
    artifacts,
    state,
    dialogs: windowDialogs(window),
    startPaths: start.paths,
    onProgress: (id, progress) =>
      sendToWindow(webContents, 'conversion:progress', { id, ...progress }),
  });
  handleBridge(webContents, handlers, (line) => process.stderr.write(`platen: ${line}\n`));
  takePathsFromOutside(window);
  await showAppPage(window);
}

/** A second start of the application hands its files to this one; macOS sends files as an event. */
function takePathsFromOutside(window: BrowserWindow): void {
  const take = async (paths: readonly string[]) => {
    bringToFront(window);
    if (paths.length > 0)
      sendToWindow(window.webContents, 'source:opened', await listSources(paths));
  };
  app.on('second-instance', (_event, _argv, _folder, data) => {
    void take(pathsIn(data));
  });
  app.on('open-file', (event, path) => {
    event.preventDefault();
    void take([path]);
  });
}

/** What the other start sent along with its request for the lock: see index.ts. */
function pathsIn(data: unknown): readonly string[] {
  const parsed = z.object({ paths: z.array(z.string()) }).safeParse(data);
  return parsed.success ? parsed.data.paths : [];
}
