import type { Protocol } from 'devtools-protocol';
import type { Session } from '../app/session.js';
import { partsOf } from '../network/address.js';
import { cancelableEvent } from '../cancelable-event.js';
import type { DevToolsSession } from '../devtools/session.js';
import { toElectron } from '../network/custom-schemes.js';
import type { Login, RequestOrigin } from '../network/request-details.js';
import { notImplemented } from '../not-implemented.js';
import { type HeldPopup, Popups } from './popups.js';
import { followPermissionRequests, isForAnotherProgram } from './permission-requests.js';
import type { WebFrameMain } from './web-frame-main.js';

type OpenHandler = Parameters<Electron.WebContents['setWindowOpenHandler']>[0];

/** Called with each window that a page opens, and the handler's answer. */
export type OnWindowOpened = (
  popup: HeldPopup,
  details: Electron.HandlerDetails,
  answer: Electron.WindowOpenHandlerResponse,
) => void;

/** The page whose navigation is decided. */
interface NavigatedContents extends Pick<Electron.WebContents, 'getURL' | 'isDestroyed'> {
  readonly asElectron: Electron.WebContents;
  readonly mainFrame: WebFrameMain;
  readonly session: Pick<Session, 'reportPermission'>;
  emit(event: string, ...args: readonly unknown[]): boolean;
}

/** Decides about navigation: `will-navigate` and `setWindowOpenHandler`. */
export class NavigationRules implements RequestOrigin {
  openHandler: OpenHandler | undefined;
  /** Set for a page that may open windows. */
  onWindowOpened: OnWindowOpened | undefined;
  readonly popups = new Popups();
  /** Known once the page is open. */
  mainFrameId = '';
  readonly #contents: NavigatedContents;
  /** The URL that the page wants to navigate to, until its request is seen. */
  #requestedByPage: string | undefined;

  constructor(contents: NavigatedContents) {
    this.#contents = contents;
  }

  /** Undefined once the page is destroyed; late requests have none in Electron either. */
  get contents(): Electron.WebContents | undefined {
    return this.#contents.isDestroyed() ? undefined : this.#contents.asElectron;
  }

  isMainFrame = (frameId: string): boolean => frameId === this.mainFrameId;

  /** Follows a document: the page's or that of a cross-site frame. */
  followDocument(session: DevToolsSession): void {
    session.on('Page.frameRequestedNavigation', ({ frameId, url, disposition }) => {
      if (this.#contents.isDestroyed()) return;
      if (disposition === 'currentTab' && this.isMainFrame(frameId)) this.#requestedByPage = url;
      this.#askForProgram(frameId, url);
    });
    followPermissionRequests(session, (permission, details) => {
      if (this.#contents.isDestroyed()) return;
      this.#contents.session.reportPermission(this.#contents.asElectron, permission, details);
    });
    session.on('Page.windowOpen', (details) => {
      if (!this.#contents.isDestroyed()) this.#windowOpen(details);
    });
  }

  /**
   * Unless a listener prevents the default, a login is canceled and the page shows the server's
   * response.
   */
  login = async ({
    authChallenge,
    request,
  }: Protocol.Fetch.AuthRequiredEvent): Promise<Login | undefined> => {
    const { origin, realm, scheme, source } = authChallenge;
    const { host, port, scheme: protocol } = partsOf(origin);
    const authInfo = {
      isProxy: source === 'Proxy',
      scheme,
      host,
      port: port === '' ? (protocol === 'https' ? 443 : 80) : Number(port),
      realm,
    };
    return new Promise((resolve) => {
      const event = cancelableEvent({});
      const answer = (username?: string, password = '') => {
        resolve(username === undefined ? undefined : { username, password });
      };
      this.#contents.emit('login', event, { url: request.url }, authInfo, answer);
      if (!event.defaultPrevented) resolve(undefined);
    });
  };

  /** Emits `will-navigate` for navigations by the page or the user, not for `loadURL`. */
  refusesNavigation = ({
    frameId,
    resourceType,
    request,
    redirectedRequestId,
  }: Protocol.Fetch.RequestPausedEvent): boolean => {
    if (
      this.#contents.isDestroyed() ||
      resourceType !== 'Document' ||
      !this.isMainFrame(frameId) ||
      redirectedRequestId !== undefined
    )
      return false;
    const isByPage = this.#requestedByPage?.split('#', 1)[0] === request.url;
    if (!isByPage) return false;
    this.#requestedByPage = undefined;
    const url = toElectron(request.url);
    const event = cancelableEvent({
      url,
      isMainFrame: true,
      isSameDocument: false,
      frame: this.#contents.mainFrame,
    });
    this.#contents.emit('will-navigate', event, url);
    return event.defaultPrevented;
  };

  /**
   * URLs for external programs never reach DevTools' request events; headless Chromium ignores
   * them.
   */
  #askForProgram(frameId: string, url: string): void {
    if (!isForAnotherProgram(url)) return;
    this.#contents.session.reportPermission(this.#contents.asElectron, 'openExternal', {
      externalURL: url,
      requestingUrl: this.#contents.getURL(),
      isMainFrame: this.isMainFrame(frameId),
    });
  }

  /** Windows of pages that may not open any are refused in browser.ts, as with `deny`. */
  #windowOpen({ url, windowName, windowFeatures }: Protocol.Page.WindowOpenEvent): void {
    const details = {
      url: url === '' ? 'about:blank' : toElectron(url),
      frameName: windowName === '_blank' ? '' : windowName,
      features: windowFeatures.join(','),
      disposition: windowFeatures.length > 0 ? 'new-window' : 'foreground-tab',
      referrer: {
        url: this.#contents.getURL(),
        policy: 'strict-origin-when-cross-origin',
      },
    } as const;
    const answer = this.openHandler?.(details);
    const opened = this.onWindowOpened;
    if (answer?.action !== 'deny' && opened === undefined) {
      notImplemented(`a window that a page opens (${url})`);
    }
    this.popups.decide((popup) => opened?.(popup, details, answer ?? { action: 'deny' }));
  }
}
