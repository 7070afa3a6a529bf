import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { cancelableEvent } from '../cancelable-event.js';
import { stopAllChromiums } from '../chromium/launch.js';
import { closeSchemeRegistration } from '../network/custom-schemes.js';
import { PartialEmitter } from '../not-implemented.js';
import { BrowserWindow } from '../window/browser-window.js';
import { appEvents } from './app-events.js';
import { appMetrics } from './app-metrics.js';
import { getPath, setPath } from './app-paths.js';
import { commandLine } from './command-line.js';
import { SingleInstance } from './single-instance.js';

type ImplementedMembers = Pick<
  Electron.App,
  | 'whenReady'
  | 'isReady'
  | 'quit'
  | 'exit'
  | 'getPath'
  | 'setPath'
  | 'getAppPath'
  | 'getName'
  | 'setName'
  | 'name'
  | 'getVersion'
  | 'isPackaged'
  | 'enableSandbox'
  | 'setAppUserModelId'
  | 'getLocale'
  | 'focus'
  | 'requestSingleInstanceLock'
  | 'hasSingleInstanceLock'
  | 'releaseSingleInstanceLock'
  | 'dock'
  | 'getAppMetrics'
>;

const events = [
  'ready',
  'window-all-closed',
  'before-quit',
  'will-quit',
  'quit',
  'second-instance',
  'activate',
  'open-file',
  // Never comes: no page is offered a certificate of the person's.
  'select-client-certificate',
  'browser-window-created',
  'web-contents-created',
];

/** How long a loop without work keeps the process alive at a time; it only has to be there. */
const dayMs = 24 * 60 * 60 * 1000;

/** The module `app` (docs/api/app.md). */
export class App extends PartialEmitter implements ImplementedMembers {
  readonly commandLine = commandLine;
  /** The packed files run unpacked here, in a development tool. */
  readonly isPackaged = false;
  /** Only macOS has one, and there only for Electron. */
  readonly dock = undefined;
  readonly #lock = new SingleInstance();
  readonly #ready: Promise<void>;
  #isReady = false;
  #isQuitting = false;
  #name: string | undefined;
  #keepAlive: NodeJS.Timeout | undefined;

  constructor() {
    super(events);
    appEvents.on('window-all-closed', () => this.#allClosed());
    this.#passOn('browser-window-created');
    this.#passOn('web-contents-created');
    // Electron is ready once the application's main script has run to its end.
    this.#ready = new Promise((done) => {
      setImmediate(() => {
        this.#start();
        done();
      });
    });
  }

  get name(): string {
    return this.getName();
  }

  set name(name: string) {
    this.#name = name;
  }

  whenReady(): Promise<void> {
    return this.#ready;
  }

  isReady(): boolean {
    return this.#isReady;
  }

  /** Closes every window, each of which may refuse, and then ends the process. */
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

  /** Ends the process at once, without asking anyone. */
  exit(exitCode = 0): void {
    this.#isQuitting = true;
    for (const window of BrowserWindow.getAllWindows()) window.destroy();
    this.#end(exitCode);
  }

  focus(): void {
    BrowserWindow.getFocusedWindow()?.focus();
  }

  getPath(name: string): string {
    return getPath(name, this.getName());
  }

  setPath(name: string, path: string): void {
    setPath(name, path);
  }

  getAppPath(): string {
    return resolve(process.argv[1] ?? '.');
  }

  getName(): string {
    if (this.#name !== undefined) return this.#name;
    const { productName, name } = this.#manifest();
    return productName ?? name ?? 'Electron';
  }

  setName(name: string): void {
    this.#name = name;
  }

  getVersion(): string {
    return this.#manifest().version ?? '';
  }

  getLocale(): string {
    return Intl.DateTimeFormat().resolvedOptions().locale;
  }

  getAppMetrics(): Electron.ProcessMetric[] {
    return appMetrics();
  }

  /** Every page is sandboxed here in any case. */
  enableSandbox(): void {
    return;
  }

  /** Has an effect on Windows' task bar only, and only for Electron. */
  setAppUserModelId(): void {
    return;
  }

  requestSingleInstanceLock(additionalData?: Record<string, unknown>): boolean {
    const own = { argv: process.argv, workingDirectory: process.cwd(), additionalData };
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

  hasSingleInstanceLock(): boolean {
    return this.#lock.isHeld;
  }

  releaseSingleInstanceLock(): void {
    this.#lock.release();
  }

  #passOn(event: string): void {
    appEvents.on(event, (...args: unknown[]) => this.emit(event, ...args));
  }

  #start(): void {
    if (this.#isQuitting) return;
    closeSchemeRegistration();
    this.#keepAlive = setInterval(() => undefined, dayMs);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => this.quit());
    this.#isReady = true;
    this.emit('ready', cancelableEvent({}), {});
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
    this.emit('quit', cancelableEvent({}), exitCode);
    stopAllChromiums();
    process.exit(exitCode);
  }

  #manifest(): {
    readonly name?: string;
    readonly productName?: string;
    readonly version?: string;
  } {
    return JSON.parse(readFileSync(join(this.getAppPath(), 'package.json'), 'utf8')) as object;
  }
}

export const app = new App();
