import { type DevToolsSession, isGone } from '../devtools/session.js';
import { schemeDomains } from './custom-schemes.js';
import { hideCookies, blockWindowOpen, refuseWebSockets } from './page-scripts.js';
import type { RequestOrigin } from './request-details.js';
import type { RequestFlow } from './request-flow.js';

export interface TargetSettings {
  /** Whether the page's own scripts run. */
  readonly javascript: boolean;
  /** Whether the page may open windows. */
  readonly opensWindows: boolean;
}

/**
 * Targets that a page starts and this agent follows; shared and service workers come from the
 * browser (browser.ts).
 */
const followed = [
  { type: 'shared_worker', exclude: true },
  { type: 'service_worker', exclude: true },
  {},
];

const documents = new Set(['page', 'iframe']);
/**
 * Chromium has no Fetch domain for these; their requests are paused in the page that started them.
 */
const withoutFetch = new Set(['worker', 'worklet', 'auction_worklet']);

/** Documents, for the navigation rules, and favicons (request-flow.ts). */
const alwaysHeld = (['Document', 'Other'] as const).map((resourceType) => ({
  urlPattern: '*',
  resourceType,
}));

/**
 * Follows one target with its cross-site frames and workers, so that none of their requests
 * bypasses the session's rules.
 */
export class TargetAgent {
  readonly #session: DevToolsSession;
  readonly #type: string;
  readonly #flow: RequestFlow;
  readonly #origin: RequestOrigin;
  readonly #settings: TargetSettings;
  readonly #children = new Set<TargetAgent>();
  #isRefusingWebSockets = false;
  readonly #onDocument: (session: DevToolsSession) => void;

  /** @param onDocument receives each frame's session before anything is loaded in it */
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

  /**
   * Sends everything that must apply before the target loads anything; resolves when it applies.
   */
  async prepare(): Promise<void> {
    const isDocument = documents.has(this.#type);
    if (isDocument) this.#onDocument(this.#session);
    await Promise.all([
      this.#session.send('Target.setAutoAttach', {
        autoAttach: true,
        waitForDebuggerOnStart: true,
        flatten: true,
        filter: followed,
      }),
      this.#session.send('Network.enable'),
      ...(isDocument
        ? [
            this.#session.send('Page.enable'),
            ...(this.#settings.opensWindows ? [] : [this.#runFirst(blockWindowOpen)]),
            this.#runFirst(hideCookies, schemeDomains()),
          ]
        : []),
      ...(isDocument && !this.#settings.javascript
        ? [this.#session.send('Emulation.setScriptExecutionDisabled', { value: true })]
        : []),
      ...this.#intercept(),
    ]);
  }

  /** Updates the target and its descendants to the session's listeners and handlers. */
  async update(): Promise<void> {
    await Promise.all([
      ...this.#intercept(),
      ...[...this.#children].map(async (child) => child.update()),
    ]);
  }

  /** Runs a function in each document, or in the worker, before all other scripts. */
  async #runFirst<A extends readonly unknown[]>(
    script: (...args: A) => void,
    ...args: A
  ): Promise<unknown> {
    const source = `(${script.toString()})(...${JSON.stringify(args)});`;
    if (!documents.has(this.#type))
      return this.#session.send('Runtime.evaluate', { expression: source });
    return this.#session.send('Page.addScriptToEvaluateOnNewDocument', { source });
  }

  #intercept(): readonly Promise<unknown>[] {
    const refusing = this.#refuseWebSockets();
    if (withoutFetch.has(this.#type)) return refusing;
    const patterns = [...this.#flow.patterns, ...alwaysHeld];
    return [
      ...refusing,
      this.#session.send('Fetch.enable', { patterns, handleAuthRequests: true }),
    ];
  }

  #refuseWebSockets(): readonly Promise<unknown>[] {
    if (!this.#flow.refusesWebSockets || this.#isRefusingWebSockets) return [];
    this.#isRefusingWebSockets = true;
    return [this.#runFirst(refuseWebSockets)];
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
    // Not awaited: some targets respond only after they are resumed. Commands take effect in order.
    child.prepare().catch((error: unknown) => {
      if (!session.isEnded && !isGone(error)) throw error;
    });
    if (isWaiting) session.post('Runtime.runIfWaitingForDebugger');
  }
}
