import { lookup } from 'node:dns/promises';
import type { Protocol } from 'devtools-protocol';
import { cancelableEvent } from '../cancelable-event.js';
import type { Browser, BrowserContext } from '../chromium/browser.js';
import { type WindowPlace, pageBrowser, windowBrowser } from '../chromium/browsers.js';
import { isGone } from '../devtools/session.js';
import { schemeHosts } from '../network/custom-schemes.js';
import { ProtocolRegistry } from '../network/protocol.js';
import { RequestFlow } from '../network/request-flow.js';
import { TargetAgent } from '../network/target-agent.js';
import { WebRequest } from '../network/web-request.js';
import { WebSocketGate } from '../network/web-socket-gate.js';
import {
  PartialEmitter,
  notImplemented,
  partialModule,
  refuseOtherKeys,
} from '../not-implemented.js';
import {
  type PermissionRules,
  type RequestedPermission,
  denyPermissions,
  permissionSetting,
} from './permissions.js';
import { Cookies } from './cookies.js';
import { type Proxy, proxyFrom } from './proxy-rules.js';

type ImplementedMembers = Pick<
  Electron.Session,
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'resolveHost'
  | 'clearCache'
  | 'clearStorageData'
  | 'clearData'
  | 'clearAuthCache'
  | 'clearHostResolverCache'
  | 'clearSharedDictionaryCache'
  | 'clearCodeCaches'
  | 'closeAllConnections'
  | 'setProxy'
  | 'resolveProxy'
>;

/** What Chromium reports about a download. */
interface StartedDownload {
  readonly url: string;
  readonly suggestedFilename: string;
  readonly mimeType: string;
}

/** Electron's Session: in memory, nothing shared with any other (docs/api/session.md). */
export class Session extends PartialEmitter implements ImplementedMembers {
  readonly protocol: ProtocolRegistry;
  readonly webRequest: WebRequest;
  readonly flow: RequestFlow;
  readonly cookies = new Cookies(async () => this.context(noPlace));
  readonly isDefault: boolean;
  readonly #agents = new Set<TargetAgent>();
  readonly #permissions: { -readonly [K in keyof PermissionRules]: PermissionRules[K] } = {};
  #context: Promise<BrowserContext> | undefined;
  #openPages = 0;
  #hasWindows = false;
  #proxy: Proxy | undefined;
  #webSockets: Promise<WebSocketGate> | undefined;

  constructor(isDefault: boolean) {
    super(['will-download']);
    const update = () => this.#update();
    this.isDefault = isDefault;
    this.protocol = new ProtocolRegistry(update);
    this.webRequest = new WebRequest(update);
    this.flow = new RequestFlow(this.webRequest, this.protocol);
  }

  /**
   * Returns the session's browser context; `place` is for the one that shows the application's
   * window.
   */
  context(place: WindowPlace): Promise<BrowserContext> {
    if (this.#context !== undefined) return this.#context;
    const opening = this.#open(place);
    this.#context = opening;
    // The next page tries again, with another Chromium.
    opening.catch(() => {
      if (this.#context === opening) this.#context = undefined;
    });
    return opening;
  }

  /** The session has a window that is not hidden, as its first one. Internal. */
  showsWindows(): void {
    this.#hasWindows = true;
  }

  /** Counts a page as open until the returned function is called. */
  countPage(): () => void {
    this.#openPages += 1;
    return () => {
      this.#openPages -= 1;
    };
  }

  /**
   * Clears cookies with one command. Anything else discards the browser context, so no page may be
   * open.
   */
  async clearStorageData(options: Electron.ClearStorageDataOptions = {}): Promise<void> {
    refuseOtherKeys(options, ['storages'], 'ClearStorageDataOptions');
    const { storages = [] } = options;
    if (storages.join() !== 'cookies') return this.#forget('clearStorageData');
    const context = await this.#context;
    await context?.browser.root.send('Storage.clearCookies', contextParameter(context.id));
  }

  async clearData(options: Electron.ClearDataOptions = {}): Promise<void> {
    refuseOtherKeys(options, [], 'ClearDataOptions');
    return this.#forget('clearData');
  }

  async clearCodeCaches(options: Electron.ClearCodeCachesOptions): Promise<void> {
    refuseOtherKeys(options, [], 'ClearCodeCachesOptions');
    return this.#clearWithStorage('clearCodeCaches');
  }

  clearCache = async (): Promise<void> => this.#clearWithStorage('clearCache');
  clearAuthCache = async (): Promise<void> => this.#clearWithStorage('clearAuthCache');
  clearHostResolverCache = async (): Promise<void> =>
    this.#clearWithStorage('clearHostResolverCache');
  clearSharedDictionaryCache = async (): Promise<void> =>
    this.#clearWithStorage('clearSharedDictionaryCache');
  closeAllConnections = async (): Promise<void> => this.#clearWithStorage('closeAllConnections');

  /** Applies this session's listeners and handlers to a page for as long as it lives. */
  applyRules(agent: TargetAgent, onEnd: (listener: () => void) => void): void {
    this.#agents.add(agent);
    onEnd(() => this.#agents.delete(agent));
  }

  /** DevTools cannot ask; permissions.ts describes what the handler does. */
  setPermissionRequestHandler(handler: PermissionRules['request'] | null): void {
    this.#permissions.request = handler ?? undefined;
    this.#denyPermissions();
  }

  setPermissionCheckHandler(handler: PermissionRules['check'] | null): void {
    this.#permissions.check = handler ?? undefined;
    this.#denyPermissions();
  }

  /** Returns DevTools' setting of a permission. Internal. */
  permissionSetting(name: string): Protocol.Browser.PermissionSetting {
    return permissionSetting(this.#permissions, name);
  }

  /** Uses this machine's resolver, as Chromium does. */
  async resolveHost(
    host: string,
    options: Electron.ResolveHostOptions = {},
  ): Promise<Electron.ResolvedHost> {
    refuseOtherKeys(options, [], 'ResolveHostOptions');
    // Chromium resolves names under localhost itself (RFC 6761).
    const name = /(^|\.)localhost\.?$/i.test(host) ? '127.0.0.1' : host;
    const found = await lookup(name, { all: true }).catch((cause: unknown) => {
      throw new Error('net::ERR_NAME_NOT_RESOLVED', { cause });
    });
    return {
      endpoints: found.map(({ address, family }) => ({
        address,
        family: family === 6 ? 'ipv6' : 'ipv4',
      })),
    };
  }

  /**
   * Applies to pages that are opened later. Supports one SOCKS proxy for all URLs, including local
   * ones.
   */
  async setProxy(config: Electron.ProxyConfig): Promise<void> {
    refuseOtherKeys(config, ['proxyRules', 'proxyBypassRules'], 'ProxyConfig');
    const { proxyRules = '', proxyBypassRules } = config;
    if (this.isDefault || this.#context !== undefined)
      notImplemented('session.setProxy of the default session, or once a page of it is open');
    this.#proxy = proxyFrom(proxyRules, proxyBypassRules);
    return Promise.resolve();
  }

  /** Returns `setProxy`'s proxy; pages have no other. */
  async resolveProxy(url: string): Promise<string> {
    // As Electron converts its argument; the type does not hold for every caller.
    if (typeof (url as unknown) !== 'string')
      throw new TypeError(`Error processing argument at index 0, conversion failure`);
    const isNetwork = /^(?:https?|wss?):/i.test(url);
    return Promise.resolve(
      this.#proxy && isNetwork ? `SOCKS5 ${this.#proxy.host}:${this.#proxy.port}` : 'DIRECT',
    );
  }

  async #open(place: WindowPlace): Promise<BrowserContext> {
    const isVisible = this.isDefault || this.#hasWindows;
    const browser = await (isVisible ? windowBrowser(place) : pageBrowser());
    const opening = this.#context;
    browser.root.onEnd(() => {
      if (this.#context === opening) this.#context = undefined;
    });
    const id = this.isDefault ? undefined : await this.#createContext(browser);
    browser.onWorkers(id ?? '', ({ session, info }) => {
      const agent = new TargetAgent(session, info.type, this.flow, withoutPage, {
        javascript: true,
        opensWindows: false,
      });
      this.applyRules(agent, (listener) => session.onEnd(listener));
      agent.prepare().catch((error: unknown) => {
        if (!session.isEnded && !isGone(error)) throw error;
      });
      session.post('Runtime.runIfWaitingForDebugger');
    });
    // Not awaited: Chromium runs commands in order, so both apply before this session has a page.
    browser.root.post('Browser.setDownloadBehavior', {
      behavior: 'deny',
      ...contextParameter(id),
    });
    if (this.#permissions.check ?? this.#permissions.request) {
      denyPermissions(browser, id, this.#permissions);
    }
    return { browser, id };
  }

  /**
   * Reports a download that a page of this session started. Chromium refuses it anyway; if the
   * application does not, this throws "not implemented".
   */
  reportDownload(contents: Electron.WebContents, download: StartedDownload): void {
    const item = partialModule('DownloadItem', {
      getURL: () => download.url,
      getFilename: () => download.suggestedFilename,
      getMimeType: () => download.mimeType,
      cancel: () => undefined,
    } satisfies Partial<Electron.DownloadItem>);
    const event = cancelableEvent({});
    this.emit('will-download', event, item, contents);
    if (!event.defaultPrevented) notImplemented(`the download of ${download.url}`);
  }

  /**
   * Calls the permission handler for something that is refused anyway; if it grants it, this throws
   * "not implemented".
   */
  reportPermission(
    contents: Electron.WebContents,
    permission: RequestedPermission,
    details: Electron.PermissionRequest | Electron.OpenExternalPermissionRequest,
  ): void {
    this.#permissions.request?.(
      contents,
      permission,
      (granted) => {
        if (granted) notImplemented(`the permission '${permission}', asked of the request handler`);
      },
      details,
    );
  }

  /**
   * Discards the browser context, which has all data of an in-memory session; the next page gets a
   * new one. This clears more than requested, which is harmless without open pages.
   */
  async #forget(method: string): Promise<void> {
    this.#refuseWithPages(method);
    const opening = this.#context;
    this.#context = undefined;
    // A context that was never created has no data.
    const context = await opening?.catch(() => undefined);
    if (context?.id !== undefined) await context.browser.disposeContext(context.id);
  }

  /**
   * Does nothing: what this method clears goes with the browser context, when storage is cleared.
   * Otherwise cookies would go with it, which Electron keeps.
   */
  async #clearWithStorage(method: string): Promise<void> {
    this.#refuseWithPages(method);
    return Promise.resolve();
  }

  #refuseWithPages(method: string): void {
    if (this.#openPages === 0 && (!this.isDefault || this.#context === undefined)) return;
    notImplemented(`session.${method} of a session with open pages, or of the default session`);
  }

  /** A session's WebSockets use a proxy that can pause them. */
  async #createContext(browser: Browser): Promise<string> {
    this.#webSockets ??= WebSocketGate.open(() => this.#proxy);
    this.flow.webSockets = await this.#webSockets;
    const others = this.#proxy ? `socks5://${this.#proxy.host}:${this.#proxy.port}` : 'direct://';
    const { browserContextId } = await browser.root.send('Target.createBrowserContext', {
      disposeOnDetach: true,
      proxyServer: `http=${others};https=${others};socks=${this.flow.webSockets.address}`,
      // Otherwise Chromium bypasses the proxy for local addresses.
      proxyBypassList: ['<-loopback>', ...schemeHosts()].join(';'),
    });
    return browserContextId;
  }

  #update(): void {
    for (const agent of this.#agents) {
      agent.update().catch((error: unknown) => {
        if (this.#agents.has(agent) && !isGone(error)) throw error;
      });
    }
  }

  #denyPermissions(): void {
    this.#context?.then(
      ({ browser, id }) => denyPermissions(browser, id, this.#permissions),
      // The page was not opened, so nothing is denied; its opener gets the error.
      () => undefined,
    );
  }
}

/** A session without a window has no place on the screen. */
const noPlace: WindowPlace = { width: 800, height: 600 };

/** Workers without a page have no window. */
const withoutPage = {
  contents: undefined,
  isMainFrame: () => false,
  refusesNavigation: () => false,
  login: async () => Promise.resolve(undefined),
};

function contextParameter(id: string | undefined): { readonly browserContextId?: string } {
  return id === undefined ? {} : { browserContextId: id };
}
