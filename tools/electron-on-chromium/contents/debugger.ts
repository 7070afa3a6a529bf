import type { AttachedTarget, Browser } from '../chromium/browser.js';
import { cancelableEvent } from '../cancelable-event.js';
import { DevToolsError, type DevToolsSession } from '../devtools/session.js';
import { PartialEmitter } from '../not-implemented.js';

/** The page of a debugger. */
export interface DebuggedPage {
  readonly browser: Browser;
  readonly target: AttachedTarget;
}

/** Commands of a browser around Chromium's content layer, which Electron does not have. */
const browserOnlyCommands = new Set([
  'Page.printToPDF',
  'Page.setAdBlockingEnabled',
  'Browser.getWindowForTarget',
  'Browser.getWindowBounds',
  'Browser.setWindowBounds',
  'Target.createBrowserContext',
  'Target.createTarget',
]);

/**
 * Domains that Chromium's browser process implements. Every other command needs the page's
 * renderer, which does not exist before the first navigation (Chromium:
 * content/browser/devtools/render_frame_devtools_agent_host.cc, AttachSession).
 */
const domainsWithoutRenderer = new Set(['Fetch', 'IO', 'Storage', 'Target']);

/**
 * One attachment of the application's debugger: a DevTools session, and what rejects its pending
 * commands.
 */
interface Attachment {
  readonly session: Promise<DevToolsSession>;
  /** Rejects when the debugger is detached or the page is gone; never resolves. */
  readonly closed: Promise<never>;
  readonly close: () => void;
}

type ImplementedMembers = Pick<
  Electron.Debugger,
  'attach' | 'detach' | 'isAttached' | 'sendCommand'
>;

/** `webContents.debugger`: a separate DevTools session on the page (docs/api/debugger.md). */
export class Debugger extends PartialEmitter implements ImplementedMembers {
  readonly #page: () => Promise<DebuggedPage>;
  readonly #rendererExists: Promise<void>;
  #attachment: Attachment | undefined;
  #isTargetGone = false;

  /** @param rendererExists resolves with the page's first navigation */
  constructor(page: () => Promise<DebuggedPage>, rendererExists: Promise<void>) {
    super(['message', 'detach']);
    this.#page = page;
    this.#rendererExists = rendererExists;
  }

  isAttached(): boolean {
    return this.#attachment !== undefined;
  }

  attach(protocolVersion = ''): void {
    if (this.#attachment) throw new TypeError('Debugger is already attached to the target');
    if (protocolVersion !== '' && !/^1\.[0-3]$/.test(protocolVersion)) {
      throw new TypeError('Requested protocol version is not supported');
    }
    if (this.#isTargetGone) throw new TypeError('No target available');
    this.#attachment = this.#open();
  }

  detach(): void {
    const attachment = this.#attachment;
    if (!attachment) return;
    this.#closed();
    Promise.all([attachment.session, this.#page()]).then(
      ([{ id }, { browser }]) => {
        if (id !== undefined) browser.root.post('Target.detachFromTarget', { sessionId: id });
      },
      // A page that never opened has no session.
      () => undefined,
    );
  }

  /** Detaches because the page is gone. Called only by webContents. */
  targetGone(): void {
    this.#isTargetGone = true;
    this.#closed();
  }

  /** @throws (rejects) Chromium's message if it rejects the command or does not know it */
  async sendCommand(method: string, params?: unknown, sessionId?: string): Promise<unknown> {
    const attachment = this.#attachment;
    if (!attachment) throw new Error('No target available');
    if (sessionId === '') throw new Error('Empty session id is not allowed');
    return Promise.race([attachment.closed, this.#send(attachment, method, params, sessionId)]);
  }

  async #send(
    { session }: Attachment,
    method: string,
    params: unknown,
    sessionId: string | undefined,
  ): Promise<unknown> {
    const own = await session;
    if (!domainsWithoutRenderer.has(method.split('.', 1)[0] ?? '')) await this.#rendererExists;
    if (browserOnlyCommands.has(method)) throw new Error(`'${method}' wasn't found`);
    const target = sessionId === undefined ? own : own.sibling(sessionId);
    return target.sendAny(method, params).catch((error: unknown) => {
      throw error instanceof DevToolsError ? new Error(error.message) : error;
    });
  }

  #open(): Attachment {
    let close: () => void = () => undefined;
    const closed = new Promise<never>((_, reject) => {
      close = () => reject(new Error('target closed while handling command'));
    });
    closed.catch(() => undefined);
    const session = this.#attachSession();
    const attachment = { session, closed, close };
    // The sender of a command gets the error of a session that could not be opened.
    session.then(
      (opened) =>
        opened.onEnd(() => {
          // Detaching already reported the end of an earlier attachment.
          if (this.#attachment === attachment) this.#closed();
        }),
      () => undefined,
    );
    return attachment;
  }

  async #attachSession(): Promise<DevToolsSession> {
    const { browser, target } = await this.#page();
    const { sessionId } = await browser.root.send('Target.attachToTarget', {
      targetId: target.info.targetId,
      flatten: true,
    });
    const session = browser.root.sibling(sessionId);
    this.#listen(session, '');
    return session;
  }

  /** Forwards the events of a session and of the targets that the application attaches to. */
  #listen(session: DevToolsSession, sessionId: string): void {
    session.onAny((method, params) => {
      if (this.isAttached())
        this.emit('message', cancelableEvent({}), method, params ?? {}, sessionId);
    });
    session.on('Target.attachedToTarget', (event) => {
      this.#listen(session.sibling(event.sessionId), event.sessionId);
    });
  }

  #closed(): void {
    const attachment = this.#attachment;
    if (!attachment) return;
    this.#attachment = undefined;
    attachment.close();
    this.emit('detach', cancelableEvent({}), 'target closed');
  }
}
