import type { Protocol } from 'devtools-protocol';
import { type DevToolsSession, isGone } from '../devtools/session.js';
import { schemePattern, toChromium, toElectron } from './custom-schemes.js';
import { answerPaused, failPaused } from './handler-answer.js';
import type { Handler, ProtocolRegistry } from './protocol.js';
import {
  type AnswerDetails,
  RequestLog,
  answerFromHeaders,
  answerFromNetwork,
  nextRequestId,
} from './request-log.js';
import { type RequestOrigin, answerLogin, detailsOf } from './request-details.js';
import type { HeaderValues, WebRequest } from './web-request.js';
import type { WebSocketGate } from './web-socket-gate.js';
import { partsOf } from './address.js';
import { reportOnce } from './report.js';
import { SchemeRelativeAddresses } from './scheme-relative.js';

type Paused = Protocol.Fetch.RequestPausedEvent;
/** A request that is paused in Chromium. */
type HeldRequest = Pick<Paused, 'requestId' | 'request'>;

/**
 * Passes each request of a session through navigation rules, webRequest listeners, protocol
 * handlers and the network. As in Electron, webRequest sees requests to custom schemes, but not
 * those that a handler has taken over from http, https or file
 * (shell/browser/net/proxying_url_loader_factory.cc, CreateLoaderAndStart).
 */
export class RequestFlow {
  readonly #webRequest: WebRequest;
  readonly #protocol: ProtocolRegistry;
  readonly #log = new RequestLog();
  readonly #schemeRelative = new SchemeRelativeAddresses();
  readonly #errors = new Map<string, string>();
  /** Pauses the session's WebSockets; undefined for a session that cannot have a proxy. */
  webSockets: WebSocketGate | undefined;
  #refusesWebSockets = false;

  constructor(webRequest: WebRequest, protocol: ProtocolRegistry) {
    this.#webRequest = webRequest;
    this.#protocol = protocol;
  }

  /** The requests that Chromium must pause; empty if none. */
  get patterns(): readonly Protocol.Fetch.RequestPattern[] {
    if (this.#webRequest.hasListeners) return [{ urlPattern: '*' }];
    return this.#protocol.schemes.map((scheme) => ({ urlPattern: schemePattern(scheme) }));
  }

  /**
   * Whether WebSockets are refused, because they cannot be paused until a listener decides. Once
   * true, always true.
   */
  get refusesWebSockets(): boolean {
    this.#refusesWebSockets ||=
      this.webSockets === undefined && this.#webRequest.has('onBeforeRequest');
    return this.#refusesWebSockets;
  }

  /** Returns Electron's error for a navigation that failed here; undefined otherwise. */
  errorOf(networkId: string): string | undefined {
    return this.#errors.get(networkId);
  }

  /** Handles the requests of a target. */
  follow(target: DevToolsSession, origin: RequestOrigin): void {
    target.on('Fetch.requestPaused', (paused) => {
      this.#handle(target, origin, paused).catch((error: unknown) =>
        this.#abandon(target, paused, error),
      );
    });
    target.on('Network.webSocketCreated', ({ url }) => {
      // Immediately, as in Electron: Chromium opens one WebSocket at a time to the same server.
      const mayConnect = this.#mayOpen(url, origin).catch((error: unknown) => {
        reportOnce(`The WebSocket ${shortened(url)} was refused`, error);
        return false;
      });
      this.webSockets?.announce({ url, mayConnect });
    });
    target.on('Fetch.authRequired', (event) => {
      answerLogin(target, origin, event).catch((error: unknown) =>
        this.#abandon(target, event, error),
      );
    });
    target.on('Network.responseReceived', ({ requestId, response }) => {
      this.#log.setAnswer(requestId, answerFromNetwork(response));
    });
    target.on('Network.loadingFinished', ({ requestId }) => this.#complete(requestId));
    target.on('Network.loadingFailed', ({ requestId, errorText }) =>
      this.#failed(requestId, errorText),
    );
    target.onEnd(() => {
      for (const { details } of this.#log.takeAllOf(target)) {
        this.#webRequest.notify('onErrorOccurred', withError(details, 'net::ERR_ABORTED'));
      }
    });
  }

  /** Calls `onBeforeRequest`, the only listener for WebSockets. */
  async #mayOpen(url: string, { contents }: RequestOrigin): Promise<boolean> {
    const details = {
      id: nextRequestId(),
      url,
      method: 'GET',
      resourceType: 'webSocket' as const,
      referrer: '',
      timestamp: Date.now(),
      ...(contents && { webContentsId: contents.id, webContents: contents }),
    };
    const { cancel } = await this.#webRequest.ask('onBeforeRequest', details);
    if (cancel === true) {
      this.#webRequest.notify('onErrorOccurred', withError(details, 'net::ERR_BLOCKED_BY_CLIENT'));
    }
    return cancel !== true;
  }

  /** Fails only this request, because no page may end the process. */
  async #abandon(target: DevToolsSession, request: HeldRequest, error: unknown): Promise<void> {
    if (isGone(error)) return;
    reportOnce(`A request for ${shortened(request.request.url)} failed`, error);
    await failPaused(target, request, 'Failed').catch((unanswered: unknown) => {
      if (!isGone(unanswered)) reportOnce('A failed request could not be ended', unanswered);
    });
  }

  async #handle(target: DevToolsSession, origin: RequestOrigin, paused: Paused): Promise<void> {
    if (isIconOfTab(paused)) return failPaused(target, paused, 'Aborted');
    if (paused.responseStatusCode !== undefined || paused.responseErrorReason !== undefined) {
      return this.#handleAnswer(target, origin, paused);
    }
    if (origin.refusesNavigation(paused)) return failPaused(target, paused, 'Aborted');
    const handler = this.#protocol.handlerFor(this.#addressOf(paused));
    if (handler && isHiddenFromWebRequest(this.#addressOf(paused))) {
      return this.#answer(target, origin, paused, handler);
    }
    if ((await this.#ask(target, origin, paused)) === 'ended') return;
    if (handler) return this.#answer(target, origin, paused, handler);
    const headers = await this.#askForHeaders(target, origin, paused);
    if (headers === 'ended') return;
    await target.send('Fetch.continueRequest', {
      requestId: paused.requestId,
      ...(headers && { headers }),
      interceptResponse: this.#webRequest.has('onHeadersReceived'),
    });
  }

  /** Custom schemes have other URLs inside Chromium, but only if this session handles them. */
  #addressOf(paused: Paused): string {
    const { url } = paused.request;
    const isNamed = paused.redirectedRequestId === undefined;
    const address = (isNamed ? this.#schemeRelative.resolve(url) : null) ?? toElectron(url);
    return this.#protocol.handlerFor(address) ? address : url;
  }

  /** Calls `onBeforeRequest`. */
  async #ask(
    target: DevToolsSession,
    origin: RequestOrigin,
    paused: Paused,
  ): Promise<'ended' | 'continues'> {
    const networkId = paused.networkId ?? paused.requestId;
    const details = detailsOf(this.#log.idFor(networkId), this.#addressOf(paused), paused, origin);
    this.#log.set(networkId, { details, target });
    const { cancel, redirectURL } = await this.#webRequest.ask('onBeforeRequest', details);
    if (cancel === true) return this.#cancel(target, paused);
    if (redirectURL) return this.#redirect(target, paused, redirectURL);
    return 'continues';
  }

  /**
   * Calls `onBeforeSendHeaders` for a request to the network. Unlike in Electron, its headers lack
   * cookies and the credentials of HTTP authentication, which Chromium adds later.
   */
  async #askForHeaders(
    target: DevToolsSession,
    origin: RequestOrigin,
    paused: Paused,
  ): Promise<'ended' | Protocol.Fetch.HeaderEntry[] | undefined> {
    if (!this.#webRequest.has('onBeforeSendHeaders')) return undefined;
    const networkId = paused.networkId ?? paused.requestId;
    const details = detailsOf(this.#log.idFor(networkId), this.#addressOf(paused), paused, origin);
    const { cancel, requestHeaders } = await this.#webRequest.ask('onBeforeSendHeaders', {
      ...details,
      requestHeaders: { ...paused.request.headers },
    });
    if (cancel === true) return this.#cancel(target, paused);
    return requestHeaders && headerEntries(requestHeaders);
  }

  async #handleAnswer(
    target: DevToolsSession,
    origin: RequestOrigin,
    paused: Paused,
  ): Promise<void> {
    const networkId = paused.networkId ?? paused.requestId;
    const { requestId, responseStatusCode: status = 0, responseStatusText: text = '' } = paused;
    if (paused.responseErrorReason !== undefined) {
      await target.send('Fetch.continueRequest', { requestId });
      return;
    }
    const answer = answerFromHeaders(status, text, paused.responseHeaders ?? []);
    this.#log.setAnswer(networkId, answer);
    const responseHeaders = await this.#askAboutAnswer(target, origin, paused, answer);
    if (responseHeaders === 'ended') return;
    await target.send('Fetch.continueResponse', {
      requestId,
      ...(responseHeaders && { responseCode: status, responseHeaders }),
    });
  }

  /** Calls `onHeadersReceived`; returns the headers that replace those of the response. */
  async #askAboutAnswer(
    target: DevToolsSession,
    origin: RequestOrigin,
    paused: Paused,
    answer: AnswerDetails,
  ): Promise<'ended' | Protocol.Fetch.HeaderEntry[] | undefined> {
    const networkId = paused.networkId ?? paused.requestId;
    const details = detailsOf(this.#log.idFor(networkId), this.#addressOf(paused), paused, origin);
    const { cancel, responseHeaders } = await this.#webRequest.ask('onHeadersReceived', {
      ...details,
      ...answer,
    });
    if (cancel === true) return this.#cancel(target, paused);
    return responseHeaders && headerEntries(responseHeaders);
  }

  async #answer(
    target: DevToolsSession,
    origin: RequestOrigin,
    paused: Paused,
    handler: Handler,
  ): Promise<void> {
    const address = this.#addressOf(paused);
    await answerPaused(target, paused, address, handler, {
      onError: (error) => {
        if (paused.networkId !== undefined) this.#errors.set(paused.networkId, error);
      },
      onHeaders: async ({ status, statusText, headers }) => {
        if (isHiddenFromWebRequest(address)) return headers;
        const answer = answerFromHeaders(status, statusText, headers);
        const others = await this.#askAboutAnswer(target, origin, paused, answer);
        return others === 'ended' ? null : (others ?? headers);
      },
      onBody: (type, body) => this.#schemeRelative.record(partsOf(address).scheme, type, body),
    });
  }

  async #cancel(target: DevToolsSession, paused: Paused): Promise<'ended'> {
    const request = this.#log.take(paused.networkId ?? paused.requestId);
    await failPaused(target, paused, 'BlockedByClient');
    if (request) {
      this.#webRequest.notify(
        'onErrorOccurred',
        withError(request.details, 'net::ERR_BLOCKED_BY_CLIENT'),
      );
    }
    return 'ended';
  }

  async #redirect(target: DevToolsSession, paused: Paused, redirectURL: string): Promise<'ended'> {
    await target.send('Fetch.fulfillRequest', {
      requestId: paused.requestId,
      responseCode: 307,
      responsePhrase: 'Internal Redirect',
      responseHeaders: [
        { name: 'Location', value: toChromium(redirectURL) },
        { name: 'Non-Authoritative-Reason', value: 'WebRequest API' },
      ],
    });
    return 'ended';
  }

  #complete(networkId: string): void {
    const request = this.#log.take(networkId);
    if (!request) return;
    const answer = request.answer ?? answerFromHeaders(200, 'OK', []);
    this.#webRequest.notify('onCompleted', { ...request.details, ...answer, error: 'net::OK' });
  }

  #failed(networkId: string, errorText: string): void {
    const request = this.#log.take(networkId);
    if (request) this.#webRequest.notify('onErrorOccurred', withError(request.details, errorText));
  }
}

/** Whether webRequest does not see a handler's requests to this URL. */
function isHiddenFromWebRequest(address: string): boolean {
  return /^(https?|file):/.test(address);
}

function withError<T extends object>(
  details: T,
  error: string,
): T & { error: string; fromCache: boolean } {
  return { ...details, error, fromCache: false };
}

/** Returns the headers without those that HTTP does not allow (RFC 9110, 5.1 and 5.5). */
function headerEntries(headers: HeaderValues): Protocol.Fetch.HeaderEntry[] {
  const isAllowed = ({ name, value }: Protocol.Fetch.HeaderEntry) =>
    /^[\w!#$%&'*+.^`|~-]+$/.test(name) && !/[\0\r\n]/.test(value);
  return Object.entries(headers)
    .flatMap(([name, values]) => [values].flat().map((value) => ({ name, value })))
    .filter(isAllowed);
}

/** Shortens a URL to fit on a line. */
function shortened(address: string): string {
  return address.length <= 200 ? address : `${address.slice(0, 197)}...`;
}

/** Full Chromium loads favicons for tabs, which Electron does not have. */
function isIconOfTab({ resourceType, request }: Paused): boolean {
  return resourceType === 'Other' && (request.headers['Accept'] ?? '').startsWith('image/');
}
