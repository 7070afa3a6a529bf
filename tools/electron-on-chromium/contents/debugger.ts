import type { AttachedTarget, Browser } from '../chromium/browser.js';
import { cancelableEvent } from '../cancelable-event.js';
import { DevToolsError, type DevToolsSession } from '../devtools/session.js';
import { PartialEmitter } from '../not-implemented.js';

/** The page that a debugger debugs. */
export interface DebuggedPage {
  readonly browser: Browser;
  readonly target: AttachedTarget;
}

/** What only a browser around Chromium's content layer answers: Electron is none, so there these do not exist. */
const ofBrowsers = new Set([
  'Page.printToPDF',
  'Page.setAdBlockingEnabled',
  'Browser.getWindowForTarget',
  'Browser.getWindowBounds',
  'Browser.setWindowBounds',
  'Target.createBrowserContext',
  'Target.createTarget',
]);

type ImplementedMembers = Pick<
  Electron.Debugger,
  'attach' | 'detach' | 'isAttached' | 'sendCommand'
>;

/** `webContents.debugger`: a DevTools session of the application's own on the page (docs/api/debugger.md). */
export class Debugger extends PartialEmitter implements ImplementedMembers {
  readonly #page: () => Promise<DebuggedPage>;
  #session: Promise<DevToolsSession> | undefined;

  constructor(page: () => Promise<DebuggedPage>) {
    super(['message', 'detach']);
    this.#page = page;
  }

  isAttached(): boolean {
    return this.#session !== undefined;
  }

  attach(protocolVersion = ''): void {
    if (this.#session) throw new TypeError('Debugger is already attached to the target');
    if (protocolVersion !== '' && !/^1\.[0-3]$/.test(protocolVersion)) {
      throw new TypeError('Requested protocol version is not supported');
    }
    const session = this.#open();
    this.#session = session;
    const onEnd = () => {
      // Of the end of an earlier session, the application heard when it detached.
      if (this.#session === session) this.#ended('target closed');
    };
    // That it could not be opened is told to whoever sends a command.
    session.then(
      (opened) => opened.onEnd(onEnd),
      () => undefined,
    );
  }

  detach(): void {
    const session = this.#session;
    if (!session) return;
    this.#ended('target closed');
    void Promise.all([session, this.#page()]).then(([{ id }, { browser }]) => {
      if (id !== undefined) browser.root.tell('Target.detachFromTarget', { sessionId: id });
    });
  }

  /** @throws (rejects) with Chromium's sentence where it does not know the method or refuses it */
  async sendCommand(method: string, params?: unknown, sessionId?: string): Promise<unknown> {
    if (!this.#session) throw new Error('No target available');
    if (sessionId === '') throw new Error('Empty session id is not allowed');
    if (ofBrowsers.has(method)) throw new Error(`'${method}' wasn't found`);
    const own = await this.#session;
    const session = sessionId === undefined ? own : own.sibling(sessionId);
    return session.sendAny(method, params).catch((error: unknown) => {
      throw error instanceof DevToolsError ? new Error(error.message) : error;
    });
  }

  async #open(): Promise<DevToolsSession> {
    const { browser, target } = await this.#page();
    const { sessionId } = await browser.root.send('Target.attachToTarget', {
      targetId: target.info.targetId,
      flatten: true,
    });
    const session = browser.root.sibling(sessionId);
    this.#listen(session, '');
    return session;
  }

  /** Passes on the events of a session, and of those of its targets that the application has it attach to. */
  #listen(session: DevToolsSession, sessionId: string): void {
    session.onAny((method, params) =>
      this.emit('message', cancelableEvent({}), method, params, sessionId),
    );
    session.on('Target.attachedToTarget', (event) => {
      this.#listen(session.sibling(event.sessionId), event.sessionId);
    });
  }

  #ended(reason: string): void {
    if (!this.#session) return;
    this.#session = undefined;
    this.emit('detach', cancelableEvent({}), reason);
  }
}
