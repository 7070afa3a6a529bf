import type { CommandName, DevToolsSession } from '../devtools/session.js';
import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js';
import type { RequestOrigin } from './request-details.js';
import type { RequestFlow } from './request-flow.js';

export interface TargetSettings {
  /** Whether scripts of the page itself may run. */
  readonly javascript: boolean;
}

/** What a page starts by itself and this agent follows; shared and service workers come from the browser (see browser.ts). */
const followed = [
  { type: 'shared_worker', exclude: true },
  { type: 'service_worker', exclude: true },
  {},
];

const documents = new Set(['page', 'iframe']);
/** Their requests are held by the page that started them; Chromium has no Fetch domain for them. */
const withoutFetch = new Set(['worker', 'worklet', 'auction_worklet']);

/**
 * Follows one target, and every frame of another site and every worker that it starts, so that none of their requests goes around
 * the session's rules.
 */
export class TargetAgent {
  readonly #session: DevToolsSession;
  readonly #type: string;
  readonly #flow: RequestFlow;
  readonly #origin: RequestOrigin;
  readonly #settings: TargetSettings;
  readonly #children = new Set<TargetAgent>();
  readonly #onDocument: (session: DevToolsSession) => void;

  /** @param onDocument gets each frame's session before anything is loaded in it. */
  constructor(
    session: DevToolsSession,
    type: string,
    flow: RequestFlow,
    origin: RequestOrigin,
    settings: TargetSettings,
    onDocument: (session: DevToolsSession) => void = () => undefined,
  ) {
    this.#session = session;
    this.#type = type;
    this.#flow = flow;
    this.#origin = origin;
    this.#settings = settings;
    this.#onDocument = onDocument;
    flow.follow(session, origin);
    session.on('Target.attachedToTarget', ({ sessionId, targetInfo, waitingForDebugger }) => {
      this.#attachChild(session.sibling(sessionId), targetInfo.type, waitingForDebugger);
    });
  }

  /** Sends all that has to be in force before the target loads anything; answered in full when the promise resolves. */
  async prepare(): Promise<void> {
    if (documents.has(this.#type)) this.#onDocument(this.#session);
    await Promise.all([
      this.#send('Target.setAutoAttach', {
        autoAttach: true,
        waitForDebuggerOnStart: true,
        flatten: true,
        filter: followed,
      }),
      this.#send('Network.enable'),
      ...(documents.has(this.#type) ? [this.#send('Page.enable'), this.#refuseWindows()] : []),
      ...(documents.has(this.#type) && !this.#settings.javascript
        ? [this.#send('Emulation.setScriptExecutionDisabled', { value: true })]
        : []),
      ...this.#intercept(),
    ]);
  }

  /** Brings the target, and what it has started, in line with the session's listeners and handlers. */
  async update(): Promise<void> {
    await Promise.all([
      ...this.#intercept(),
      ...[...this.#children].map(async (child) => child.update()),
    ]);
  }

  /** To the page, as in Electron, a window that is refused was never there. */
  async #refuseWindows(): Promise<unknown> {
    return this.#send('Page.addScriptToEvaluateOnNewDocument', {
      source: `(${giveNoWindow.toString()})();`,
    });
  }

  #intercept(): readonly Promise<unknown>[] {
    const refused = this.#flow.refusesWebSockets ? webSocketPatterns : [];
    const blocking = this.#send('Network.setBlockedURLs', { urlPatterns: [...refused] });
    if (withoutFetch.has(this.#type)) return [blocking];
    // Documents are always held for a moment, for the navigation rules.
    const patterns = [
      ...this.#flow.patterns,
      { urlPattern: '*', resourceType: 'Document' as const },
    ];
    return [blocking, this.#send('Fetch.enable', { patterns, handleAuthRequests: true })];
  }

  #attachChild(session: DevToolsSession, type: string, isWaiting: boolean): void {
    const child = new TargetAgent(
      session,
      type,
      this.#flow,
      this.#origin,
      this.#settings,
      this.#onDocument,
    );
    this.#children.add(child);
    session.onEnd(() => this.#children.delete(child));
    // Not awaited: some targets answer only once they run. What was sent before takes effect before.
    child.prepare().catch((error: unknown) => {
      if (!session.isEnded) throw error;
    });
    if (isWaiting) session.tell('Runtime.runIfWaitingForDebugger');
  }

  async #send<C extends CommandName>(
    method: C,
    ...params: ProtocolMapping.Commands[C]['paramsType']
  ): Promise<ProtocolMapping.Commands[C]['returnType']> {
    return this.#session.send(method, ...params);
  }
}

/** Runs in every document, so it stands on nothing outside. */
function giveNoWindow(): void {
  const open = window.open.bind(window);
  window.open = (...args) => {
    const opened = open(...args);
    const isNew = opened !== null && opened.top === opened && opened !== window.top;
    return isNew ? null : opened;
  };
}

const webSocketPatterns = [
  { urlPattern: 'ws://*:*/*', block: true },
  { urlPattern: 'wss://*:*/*', block: true },
];
