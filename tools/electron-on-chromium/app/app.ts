import { cancelableEvent } from '../cancelable-event.js';
import { stopAllChromiums } from '../chromium/launch.js';
import { closeSchemeRegistration } from '../network/custom-schemes.js';
import { PartialEmitter } from '../not-implemented.js';
import { checkNumber, checkString } from '../arguments.js';
import { BrowserWindow } from '../window/browser-window.js';
import { appEvents } from './app-events.js';
import { appMetrics } from './app-metrics.js';
import { getPath, setPath } from './app-paths.js';
import { commandLine, removeSwitch } from './command-line.js';
import { applicationFolder, applicationName, applicationVersion } from './manifest.js';
import { SingleInstance } from './single-instance.js';
import { systemCountry, systemLanguages } from './system-languages.js';
import { setUserAgent, userAgent } from './user-agent.js';

type ImplementedMembers = Pick<
  Electron.App,
  | 'whenReady'
  | 'isReady'
  | 'quit'
  | 'exit'
  | 'getPath'
  | 'setPath'
  | 'getAppPath'
  | 'getVersion'
  | 'getName'
  | 'isPackaged'
  | 'enableSandbox'
  | 'setAppUserModelId'
  | 'requestSingleInstanceLock'
  | 'dock'
  | 'getAppMetrics'
  | 'addRecentDocument'
  | 'getPreferredSystemLanguages'
  | 'getLocaleCountryCode'
  | 'setBadgeCount'
  | 'setAsDefaultProtocolClient'
  | 'userAgentFallback'
>;

const events = [
  'window-all-closed',
  'before-quit',
  'will-quit',
  'second-instance',
  // Never emitted off macOS.
  'open-file',
  'open-url',
  // Never emitted: pages are not offered the user's certificates.
  'select-client-certificate',
  // Never emitted: Chromium reports the ends of its own processes to nobody.
  'child-process-gone',
];

/** Interval of a timer that only keeps the process alive. */
const dayMs = 24 * 60 * 60 * 1000;

/** The module `app` (docs/api/app.md). */
class App extends PartialEmitter implements ImplementedMembers {
  readonly commandLine = commandLine;
  /** The packed files run unpacked here, in a development tool. */
  readonly isPackaged = false;
  /** Exists on macOS only, and there only in Electron. */
  readonly dock = undefined;
  readonly #lock = new SingleInstance();
  readonly #ready: Promise<void>;
  #isReady = false;
  #isQuitting = false;
  #keepAlive: NodeJS.Timeout | undefined;

  constructor() {
    super(events);
    appEvents.on('window-all-closed', () => this.#allClosed());
    // Electron becomes ready after the application's main script has run.
    this.#ready = new Promise((done) => {
      setImmediate(() => {
        this.#start();
        done();
      });
    });
  }

  whenReady(): Promise<void> {
    return this.#ready;
  }

  isReady(): boolean {
    return this.#isReady;
  }

  /** Closes every window, unless one refuses, and then exits. */
  quit(): void {
    if (this.#isQuitting) return;
    const event = cancelableEvent({});
    this.emit('before-quit', event);
    if (event.defaultPrevented) return;
    this.#isQuitting = true;
    for (const window of BrowserWindow.getAllWindows()) window.close();
    if (BrowserWindow.getAllWindows().length > 0) this.#isQuitting = false;
    else this.#willQuit();
  }

  /** Exits at once, without asking windows. */
  exit(exitCode = 0): void {
    this.#isQuitting = true;
    for (const window of BrowserWindow.getAllWindows()) window.destroy();
    this.#end(exitCode);
  }

  /** @throws Error for a name unknown to Electron; "not implemented" for any other */
  getPath(name: string): string {
    return getPath(name, applicationName);
  }

  setPath(name: string, path: string): void {
    setPath(name, path);
  }

  getAppPath(): string {
    return applicationFolder();
  }

  /** By the variables of POSIX and GNU gettext, in their order. */
  getPreferredSystemLanguages(): string[] {
    return systemLanguages(process.env);
  }

  /** By the variables of POSIX; empty if they name no country. */
  getLocaleCountryCode(): string {
    return systemCountry(process.env);
  }

  getName(): string {
    return applicationName();
  }

  getVersion(): string {
    return applicationVersion();
  }

  get userAgentFallback(): string {
    return userAgent();
  }

  /** Applies to a Chromium that has not started, so it must be set before the first page. */
  set userAgentFallback(value: string) {
    checkString(value);
    setUserAgent(value);
  }

  getAppMetrics(): Electron.ProcessMetric[] {
    return appMetrics();
  }

  /**
   * Does nothing else: the sandbox is decided when Chromium starts. As in Electron, `--no-sandbox`
   * is no longer visible after this.
   * @throws Error once the application is ready
   */
  enableSandbox(): void {
    if (this.#isReady)
      throw new Error('app.enableSandbox() can only be called before app is ready');
    removeSwitch('no-sandbox');
  }

  /** Affects only the Windows taskbar, and only in Electron. */
  setAppUserModelId(): void {
    return;
  }

  /** Has no effect on Linux, as in Electron, nor anywhere else here. */
  addRecentDocument(path: string): void {
    checkString(path);
  }

  /** False: without Unity's launcher, Linux shows no badge. */
  setBadgeCount(count?: number): boolean {
    if (count !== undefined) checkNumber(count);
    return false;
  }

  /** False: the desktop knows no entry of this run-time that it could register. */
  setAsDefaultProtocolClient(protocol: string): boolean {
    checkString(protocol);
    return false;
  }

  requestSingleInstanceLock(additionalData?: Record<string, unknown>): boolean {
    const own = {
      argv: process.argv,
      workingDirectory: process.cwd(),
      // Electron passes null if no data was sent.
      additionalData: additionalData ?? null,
    };
    return this.#lock.request(this.getPath('userData'), own, (start) => {
      void this.#ready.then(() =>
        this.emit(
          'second-instance',
          cancelableEvent({}),
          start.argv,
          start.workingDirectory,
          start.additionalData,
        ),
      );
    });
  }

  #start(): void {
    if (this.#isQuitting) return;
    closeSchemeRegistration();
    this.#keepAlive = setInterval(() => undefined, dayMs);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => {
        // Node's handler replaces Chromium's, so that Electron quits only without one.
        if (process.listenerCount(signal) === 1) this.quit();
      });
    this.#isReady = true;
  }

  #allClosed(): void {
    if (this.#isQuitting) return;
    if (this.listenerCount('window-all-closed') === 0) this.quit();
    else this.emit('window-all-closed');
  }

  #willQuit(): void {
    const event = cancelableEvent({});
    this.emit('will-quit', event);
    this.#isQuitting = !event.defaultPrevented;
    if (this.#isQuitting) this.#end(0);
  }

  #end(exitCode: number): void {
    clearInterval(this.#keepAlive);
    stopAllChromiums();
    process.exit(exitCode);
  }
}

export const app = new App();
