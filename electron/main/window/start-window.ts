import { join } from 'node:path';
import { type BrowserWindow, type WebContents, app, nativeTheme } from 'electron';
import { certificateWarnings } from '../network/certificates.js';
import type { LocalEngine } from '../engine/contract/pdf-engine.js';
import type { Keychain } from '../settings/keychain.js';
import { type OpenedSettings, openSettings } from '../settings/open-settings.js';
import { regionDefaults } from '../settings/region.js';
import { errorText } from '../../shared/messages/errors.js';
import type { UnsavedInPage } from '../../shared/bridge.js';
import type { Settings } from '../../shared/settings.js';
import { type Message, message } from '../../shared/messages/message.js';
import type { SourceList } from '../../shared/source-list.js';
import { RecentFailures } from './about.js';
import { AppMenu } from './app-menu.js';
import { serveApp } from './app-protocol.js';
import {
  DesktopStatus,
  WindowBounds,
  bringToFront,
  notifyBatchFinished,
  openAppWindow,
  showAppPage,
} from './app-window.js';
import { ArtifactStore, PrivatePreviews } from './artifact-store.js';
import { type BridgeHandlers, handleBridge, sendToWindow } from './bridge-handlers.js';
import { type IncomingPaths, WindowNotices, isLink, openFiles, urlOfLink } from './incoming.js';
import { windowDialogs } from './dialogs.js';
import { type WindowUpdates, createHandlers } from './handlers.js';
import { dragFile } from './pdf-handlers.js';
import { History } from './history.js';
import { type OpenedWork, openWork } from './open-work.js';
import { Removals } from './removals.js';
import { RecentSources } from './recent-sources.js';
import { WatchedFolders } from './watched-folders.js';
import { ServiceSwitch } from './service-switch.js';
import { setWindowLanguage } from './window-text.js';
import { QuitQuestion, lossesByQuitting, quitWithSession } from './quit.js';
import { recoverWindow } from './window-recovery.js';

/** Registers the steps before the application quits. */
interface QuitSteps {
  /** Runs while the windows still exist. */
  onQuit(name: string, run: () => Promise<void>): void;
  /** Runs after the windows have closed. */
  beforeExit(name: string, run: () => Promise<void>): void;
}

interface WindowStart {
  readonly engine: LocalEngine;
  readonly keychain: Keychain;
  readonly shutdown: QuitSteps;
  readonly createUpdates: (setting: () => Settings['updates']) => WindowUpdates;
  /** Folder of the built bundles, with `preload/` and `renderer/`. */
  readonly bundles: string;
  /** Files and folders that Platen was started with, and later ones. */
  readonly incoming: IncomingPaths;
  /** Origin of a development server that serves the window's page. */
  readonly devServer?: string | undefined;
  readonly log: (line: string) => void;
}

/**
 * Opens the window with all its services. Its page is drawn while the queue and the history are
 * being read; its calls wait for them. Call it when the application is ready.
 */
export async function startWindow(start: WindowStart): Promise<void> {
  const { shutdown, log } = start;
  const folder = app.getPath('userData');
  const artifacts = new ArtifactStore(join(folder, 'artifacts'));
  const bounds = new WindowBounds(folder);
  const [settings] = await Promise.all([
    openSettings(folder, regionDefaults(app.getLocaleCountryCode()), start.keychain, log),
    artifacts.open(),
    bounds.open(),
  ]);
  writeBeforeExit(settings, shutdown);
  serveApp(join(start.bundles, 'renderer'), artifacts, start.devServer);

  const { state } = settings;
  nativeTheme.themeSource = state.settings.theme;
  await setWindowLanguage(state.settings.language);
  const window = openAppWindow(join(start.bundles, 'preload', 'index.cjs'), bounds.options);
  bounds.follow(window, log);
  shutdown.beforeExit('the window bounds', async () => bounds.settled());
  // Hidden windows would keep the application running.
  window.on('closed', () => app.quit());
  const failures = new RecentFailures();
  const showPage = async () => showAppPage(window, state.settings);
  const opened = openServices(start, { window, settings, artifacts, failures, showPage });
  const handlers = async () => (await opened).handlers;
  handleBridge(window.webContents, handlers, log, (channel, code) => failures.add(channel, code));
  const [services] = await Promise.all([opened, showPage()]);
  await services.begin();
}

interface WindowParts {
  readonly window: BrowserWindow;
  readonly settings: OpenedSettings;
  readonly artifacts: ArtifactStore;
  readonly failures: RecentFailures;
  readonly showPage: () => Promise<void>;
}

interface WindowServices {
  readonly handlers: BridgeHandlers;
  /** Starts what runs beside the window. */
  readonly begin: () => Promise<void>;
}

async function openServices(
  start: WindowStart,
  { window, settings, artifacts, failures, showPage }: WindowParts,
): Promise<WindowServices> {
  const { engine, shutdown, incoming, log } = start;
  const folder = app.getPath('userData');
  const version = app.getVersion();
  const { webContents } = window;
  const status = new DesktopStatus(window);
  let losses = (): readonly Message[] => [];
  const quit = new QuitQuestion(window, () => losses());
  quitWithSession(window);
  const menu = new AppMenu(window, {
    platform: process.platform,
    isPackaged: app.isPackaged,
    onCommand: (id) => sendToWindow(webContents, 'command:chosen', { id }),
    onQuit: () => quit.quit(),
  });
  const previews = new PrivatePreviews(artifacts, log);
  const history = new History({
    folder: join(folder, 'history'),
    settings: () => settings.state.settings,
    onChange: () => sendToWindow(webContents, 'history:changed', {}),
    log,
  });
  shutdown.beforeExit('history', async () => history.close());
  const recent = new RecentSources({
    folder,
    state: settings.state,
    addToSystem: (path) => app.addRecentDocument(path),
    log,
  });
  shutdown.beforeExit('recent sources', async () => recent.settled());
  const [historyNotice, work] = await Promise.all([
    history.open(),
    openWork(engine, settings, {
      userData: folder,
      version,
      downloads: app.getPath('downloads'),
      onJobs: (changes) => {
        sendToWindow(webContents, 'jobs:changed', changes);
        status.update(changes.summary);
      },
      onJobEnd: (job) => history.recordJob(job, async () => work.queue.sourceOf(job)),
      onBatchEnd: (result) => {
        if (!settings.state.settings.notifications) return;
        notifyBatchFinished(window, result, () =>
          sendToWindow(webContents, 'command:chosen', { id: 'show-queue' }),
        );
      },
      onDeliveries: (changes) => sendToWindow(webContents, 'deliveries:changed', changes),
      onDelivered: (upload) => previews.ended(upload),
      log,
    }),
    recent.open(),
  ]);
  const watched = new WatchedFolders({ userData: folder, queue: work.queue, log });
  await watched.open();
  shutdown.onQuit('watched folders', async () => watched.close());
  shutdown.onQuit('jobs and uploads', async () => work.stop());
  shutdown.beforeExit('the queue and the outbox', async () => work.close());
  const removals = new Removals({ ...work, history });
  shutdown.onQuit('removed rows', async () => {
    removals.finishAll();
    return Promise.resolve();
  });
  const stopCleaning = settings.passwords.cleanUp(
    () => usedPasswords(settings, [work.queue, history, watched]),
    (error) => log(`Unused passwords are still stored. ${errorText(error)}`),
  );
  shutdown.onQuit('unused passwords', async () => {
    stopCleaning();
    return Promise.resolve();
  });
  const service = new ServiceSwitch({
    ...settings,
    engine,
    version,
    resultsFolder: join(folder, 'results'),
    onState: (state) => sendToWindow(webContents, 'service:changed', state),
    log,
  });
  shutdown.onQuit('the local server', async () => service.close());
  let unsaved: readonly UnsavedInPage[] = [];
  losses = () => lossesByQuitting({ ...work, service, state: settings.state }, unsaved);
  const updates = start.createUpdates(() => settings.state.settings.updates);
  const notices = openNotices(window, settings, work);
  if (historyNotice) notices.add([{ message: historyNotice }]);
  const onFound = (count: number) => sendToWindow(webContents, 'source:progress', { count });
  const onPages = (count: number) => sendToWindow(webContents, 'site:progress', { count });
  const load = async (paths: readonly string[]) => recent.load(paths, onFound);
  const handlers = createHandlers({
    ...settings,
    ...work,
    history,
    removals,
    recent,
    watched,
    version,
    engine,
    artifacts,
    previews,
    service,
    notices,
    dialogs: windowDialogs(window),
    menu,
    dragOut: (path) => dragFile(webContents, path, join(start.bundles, 'main', 'drag-icon.png')),
    updates,
    onUnsaved: (found) => (unsaved = found),
    downloads: app.getPath('downloads'),
    log,
    bundles: start.bundles,
    failures,
    reload: () => void showPage(),
    takePaths: () =>
      openLinks(
        incoming.open((paths) => openPaths(paths, window, notices, load)),
        webContents,
        notices,
      ),
    onProgress: (id, progress) =>
      sendToWindow(webContents, 'conversion:progress', { id, ...progress }),
    onFound,
    onPages,
    onSignInPage: (host) => sendToWindow(webContents, 'sign-in:changed', { host }),
  });
  window.once('closed', () => void handlers['sign-ins:cancel']());
  recoverWindow(window, {
    reload: showPage,
    onRestarted: () => notices.add([{ message: message('crash.restarted') }]),
    log,
  });
  return {
    handlers,
    begin: async () => {
      work.start();
      watched.start();
      updates.start();
      await service.begin();
    },
  };
}

/** The ids of the stored passwords that something refers to. */
function usedPasswords(
  { state, presets }: Pick<OpenedSettings, 'state' | 'presets'>,
  others: readonly { readonly protections: readonly string[] }[],
): ReadonlySet<string> {
  const forms = [state.draft, ...presets.list.map(({ settings }) => settings)];
  return new Set([
    ...forms.flatMap((form) => form?.protection?.id ?? []),
    ...others.flatMap(({ protections }) => protections),
  ]);
}

/** Waits for writes that the window causes while it closes, such as that of the draft. */
function writeBeforeExit(settings: OpenedSettings, shutdown: QuitSteps): void {
  const { state, presets, targets, endpoints, secrets, signIns } = settings;
  const files = { state, presets, targets, endpoints, secrets, signIns };
  for (const [name, file] of Object.entries(files)) {
    shutdown.beforeExit(name, async () => file.settled());
  }
}

function openNotices(
  { webContents }: BrowserWindow,
  { notices: settingsNotices, secrets, unreadable }: OpenedSettings,
  work: OpenedWork,
): WindowNotices {
  const notices = new WindowNotices({
    onAdded: (notice) => sendToWindow(webContents, 'app:notice', notice),
    onResolved: (id) => sendToWindow(webContents, 'app:notice-resolved', { id }),
  });
  const messages = [...certificateWarnings(), ...settingsNotices];
  notices.add([...messages.map((message) => ({ message })), ...work.notices]);
  void unreadable.then((unreadableSecrets) => {
    notices.add(
      unreadableSecrets.map(({ name, message }) => ({
        message,
        isResolved: () => !secrets.isUnreadable(name),
      })),
    );
    work.queue.credentialsChanged();
  });
  return notices;
}

/** Sends the URLs of links to the window, which asks before it loads them. @returns the others */
function openLinks(
  paths: readonly string[],
  webContents: WebContents,
  notices: WindowNotices,
): readonly string[] {
  for (const link of paths.filter(isLink)) {
    const url = urlOfLink(link);
    if (url === null) notices.add([{ message: message('desktop.linkInvalid') }]);
    else sendToWindow(webContents, 'link:opened', { url });
  }
  return paths.filter((path) => !isLink(path));
}

/** Sends files to the window and brings it to the front. */
function openPaths(
  paths: readonly string[],
  window: BrowserWindow,
  notices: WindowNotices,
  load: (paths: readonly string[]) => Promise<SourceList>,
): void {
  bringToFront(window);
  const { webContents } = window;
  const files = openLinks(paths, webContents, notices);
  if (files.length === 0) return;
  const send = (list: SourceList) => sendToWindow(webContents, 'source:opened', list);
  void openFiles(files, load, send, notices);
}
