import {
  app,
  type BeforeSendResponse,
  type CallbackResponse,
  type HeadersReceivedResponse,
  type OnBeforeRequestListenerDetails,
  type OnBeforeSendHeadersListenerDetails,
  type OnCompletedListenerDetails,
  type OnErrorOccurredListenerDetails,
  type OnHeadersReceivedListenerDetails,
  type Session,
  session,
  type WebRequest,
} from 'electron';
import { message } from '../../../shared/messages/message.js';
import type { SingleSource } from '../../../shared/request/source.js';
import {
  type AccessRule,
  type NetworkRules,
  networkRules,
  type RuledPage,
} from '../access/access-rules.js';
import { type PageAccess, cookiesToSet, headersOf } from '../../network/page-access.js';
import {
  type LocalFailure,
  type LocalFiles,
  serveLocalFiles,
  withoutFragment,
} from '../access/local-files.js';
import { GateRefusal, NetworkGate } from '../access/network-gate.js';
import { networkService } from './network-service.js';
import type { Findings } from '../contract/findings.js';
import {
  type DecidingListener,
  type Listener,
  LoadTracker,
  type PageRequests,
} from './load-tracker.js';
import {
  allowedFoldersOf,
  isLocal,
  localScheme,
  readableFolder,
  schemelessAddress,
} from '../addresses/page-address.js';
import { refusedPermission, refusedProgram } from './page-messages.js';
import { untilAborted } from '../../util/async.js';

interface Visit {
  readonly findings: Findings;
  readonly tracker: LoadTracker;
  readonly serve: (request: Request) => Promise<Response>;
  readonly rules: NetworkRules;
  /** Why local files were not served, by their URLs; the latest ones. */
  readonly failures: ReadonlyMap<string, LocalFailure>;
}

interface VisitAddress {
  /** The URL at which the source is, or appears to be, opened. */
  readonly address: string;
  /** The prefix of the URLs of its local files. */
  readonly root: string;
}

/**
 * Called for each local file that a page requests: its URL without a fragment, whether it was
 * served, and a function that serves it again under the same rules.
 */
export type OnServed = (address: string, isThere: boolean, again: () => Promise<Response>) => void;

export type Visitor = RuledPage &
  VisitAddress & {
    /** Opens pages behind a login. */
    readonly access?: PageAccess | undefined;
    readonly onServed?: OnServed | undefined;
    /** HTML that is served instead of the source's own text. */
    readonly text?: string | undefined;
  };

/** How many files that were not served are remembered: a page may request any number. */
const maxFailures = 1000;

/** Any public URL, to find out whether the system has a proxy. */
const someAddress = 'https://example.org/';

/**
 * An in-memory session for untrusted pages, one at a time: permissions and downloads are refused,
 * and files and hosts are limited by the page's source (docs/security.md).
 */
export class PageSession {
  readonly session: Session;
  /**
   * Resolves when the gate is the session's only way to the network; no page may be opened before.
   */
  readonly ready: Promise<void>;
  #gate: NetworkGate | undefined;
  readonly #requests: VisitRequests;
  #visit: Visit | null = null;
  #leavesTraces = false;

  /**
   * @param name of its partition. Electron keeps a partition until it quits, so it is reused after
   * {@link clear}
   */
  constructor(name: string) {
    const own = session.fromPartition(name);
    this.session = own;
    this.#requests = new VisitRequests(own.webRequest, schemelessAddress);
    own.setPermissionRequestHandler((_contents, permission, decide, details) => {
      const address = 'externalURL' in details ? details.externalURL : undefined;
      const message = address ? refusedProgram(address) : refusedPermission(permission);
      this.#visit?.findings.add('refused', message);
      decide(false);
    });
    own.setPermissionCheckHandler(() => false);
    own.on('will-download', (event, item) => {
      event.preventDefault();
      this.#visit?.tracker.refuseDownload(item.getURL(), item.getMimeType());
    });
    own.protocol.handle(localScheme, async (request) => {
      return this.#visit?.serve(request) ?? Response.error();
    });
    own.protocol.handle('file', () => Response.error());
    this.ready = this.#openGate();
    // Reported to those who open a page.
    this.ready.catch(() => undefined);
  }

  /**
   * Whether a page may have left traces: by using the network, which leaves a cache, cookies,
   * logins and connections.
   */
  get leavesTraces(): boolean {
    return this.#leavesTraces;
  }

  /** Starts a page's visit. */
  admit(visitor: Visitor, findings: Findings): LoadTracker {
    const { source } = visitor;
    if (!isLocal(source) || visitor.access) this.#leavesTraces = true;
    const rules = networkRules(
      visitor,
      async (host) => resolveHost(this.session, host),
      (message) => findings.add('refused', message),
    );
    const tracker = new LoadTracker(
      this.#requests.begin(visitor.access),
      this.#noticingNetwork(rules.mayLoad),
      findings,
      this.reasonOf,
    );
    const failures = new Map<string, LocalFailure>();
    const report = (failure: LocalFailure) => {
      const [oldest] = failures.keys();
      if (failures.size >= maxFailures && oldest !== undefined) failures.delete(oldest);
      failures.set(failure.address, failure);
      reportFailure(failure, findings);
    };
    const serveFiles = serveLocalFiles({
      ...localFiles(source, visitor, findings),
      onFailure: report,
    });
    const serve = async (request: Request) => {
      const answer = await serveFiles(request);
      const again = async () => serveFiles(new Request(request.url));
      visitor.onServed?.(withoutFragment(request.url), answer.ok, again);
      return answer;
    };
    this.#visit = { findings, tracker, serve, rules, failures };
    return tracker;
  }

  /**
   * Sets the cookies of a sign-in, before a page is admitted.
   * @returns the names of cookies that Chromium refuses
   */
  async setCookies(access: PageAccess): Promise<readonly string[]> {
    this.#leavesTraces = true;
    const refused: string[] = [];
    for (const cookie of cookiesToSet(access, Date.now())) {
      await this.session.cookies.set(cookie).catch(() => refused.push(cookie.name));
    }
    return refused;
  }

  /** Runs work between visits, in which one URL may be requested and nothing else. */
  async allowOnly(address: string, work: () => Promise<void>): Promise<void> {
    const requests = this.#requests.begin();
    requests.onBeforeRequest(({ url }, decide) => decide({ cancel: url !== address }));
    try {
      await work();
    } finally {
      this.#requests.end();
    }
  }

  /** Returns the reason of a network error if Chromium only reports that the gate refused. */
  readonly reasonOf = (address: string, error: string): string =>
    this.#gate?.reasonOf(address, error) ?? error;

  /** Undefined for a local file that was served to the page. */
  readonly failureOf = (address: string): LocalFailure | undefined =>
    this.#visit?.failures.get(withoutFragment(address));

  /** Ends the visit; every later request is refused. */
  detach(): void {
    this.#visit = null;
    this.#requests.end();
  }

  /** Clears everything that pages have left. No window may be open in the session. */
  async clear(): Promise<void> {
    await unlessNetworkServiceEnds(this.#clear());
    this.#leavesTraces = false;
  }

  async #clear(): Promise<void> {
    const own = this.session;
    await this.#gate?.reset();
    await own.closeAllConnections();
    await Promise.all([
      own.clearData(),
      own.clearStorageData(),
      own.clearCache(),
      own.clearAuthCache(),
      own.clearHostResolverCache(),
      own.clearSharedDictionaryCache(),
      own.clearCodeCaches({}),
    ]);
  }

  /**
   * A proxy of the system stays in use: it may be the only way to the network, and it resolves
   * names itself.
   */
  async #openGate(): Promise<void> {
    if ((await this.session.resolveProxy(someAddress)) !== 'DIRECT') return;
    this.#gate = await NetworkGate.open(
      async (host, port) => this.#reach(host, port),
      (host, port) => this.#visit?.rules.opening(host, port) ?? null,
    );
    await this.session.setProxy({
      proxyRules: this.#gate.address,
      // Otherwise Chromium would reach this machine without the gate.
      proxyBypassRules: '<-loopback>',
    });
  }

  async #reach(host: string, port: number): Promise<readonly string[]> {
    const visit = this.#visit;
    if (visit === null) throw new GateRefusal('ERR_BLOCKED_BY_CLIENT');
    const addresses = await visit.rules.reach(host, port);
    // The page left while the name was resolved; the session may have been cleared since.
    if (this.#visit !== visit) throw new GateRefusal('ERR_BLOCKED_BY_CLIENT');
    this.#leavesTraces = true;
    return addresses;
  }

  #noticingNetwork(rule: AccessRule): AccessRule {
    return async (address) => {
      const refusal = await rule(address);
      if (refusal === null && /^(?:https?|wss?):/i.test(address)) this.#leavesTraces = true;
      return refusal;
    };
  }
}

/** Returns the HTML text to serve besides files; null for none. */
function documentOf(source: SingleSource, { address, text }: Visitor) {
  if (text !== undefined) return { address, html: text };
  const html = source.kind === 'file' ? source.page?.html : undefined;
  if (html !== undefined) return { address, html };
  return source.kind === 'html' ? { address, html: source.html } : null;
}

function localFiles(
  source: SingleSource,
  visitor: Visitor,
  findings: Findings,
): Omit<LocalFiles, 'onFailure'> {
  const losses = source.kind === 'file' ? (source.losses ?? []) : [];
  for (const loss of losses) findings.add('resources', loss);
  return {
    root: visitor.root,
    document: documentOf(source, visitor),
    folder: readableFolder(source),
    allowedFolders: allowedFoldersOf(source),
    ...(source.kind === 'file' && { main: source.path }),
  };
}

function reportFailure(failure: LocalFailure, findings: Findings): void {
  const { resource, reason, isRefused, folder } = failure;
  const text = message('access.notLoaded', { resource, reason });
  findings.add(isRefused ? 'refused' : 'resources', text, folder === undefined ? {} : { folder });
}

async function resolveHost(own: Session, host: string): Promise<readonly string[]> {
  const resolved = await own.resolveHost(host).catch(() => null);
  return resolved?.endpoints.map((endpoint) => endpoint.address) ?? [];
}

/**
 * Assigns the requests of a session to the pages that use it one after the other: a page only
 * receives events of requests that started during its visit. Between visits every request is
 * refused.
 */
class VisitRequests {
  readonly #webRequest: WebRequest;
  #visit: VisitListeners | null = null;

  /** @param redirect returns the URL to request instead of another; null for no redirect */
  constructor(webRequest: WebRequest, redirect: (address: string) => string | null) {
    this.#webRequest = webRequest;
    webRequest.onBeforeRequest((details, decide) => {
      if (this.#visit === null) {
        decide({ cancel: true });
        return;
      }
      const redirectURL = redirect(details.url);
      // The new URL is handled here again, with the same id.
      if (redirectURL === null) this.#visit.ask(details, decide);
      else decide({ redirectURL });
    });
    webRequest.onHeadersReceived((details, decide) => {
      const visit = this.#visitOf(details.id);
      if (visit) visit.headersReceived(details, decide);
      else decide({ cancel: true });
    });
    webRequest.onCompleted((details) => this.#visitOf(details.id)?.completed(details));
    webRequest.onErrorOccurred((details) => this.#visitOf(details.id)?.errorOccurred(details));
  }

  /** Starts a visit, whose requests get the headers of the access. */
  begin(access?: PageAccess): PageRequests {
    const visit = new VisitListeners();
    this.#visit = visit;
    const hasHeaders = access !== undefined && access.headers.length > 0;
    this.#webRequest.onBeforeSendHeaders(hasHeaders ? this.#adding(access, visit) : null);
    return visit;
  }

  end(): void {
    this.#visit = null;
    this.#webRequest.onBeforeSendHeaders(null);
  }

  #adding(access: PageAccess, visit: VisitListeners) {
    return (
      { id, url, requestHeaders }: OnBeforeSendHeadersListenerDetails,
      decide: (answer: BeforeSendResponse) => void,
    ): void => {
      const headers = visit.owns(id) ? headersOf(access, url, requestHeaders) : null;
      decide(headers === null ? {} : { requestHeaders: { ...headers } });
    };
  }

  #visitOf(id: number): VisitListeners | null {
    return this.#visit?.owns(id) === true ? this.#visit : null;
  }
}

class VisitListeners implements PageRequests {
  readonly #own = new Set<number>();
  headersReceived: DecidingListener<OnHeadersReceivedListenerDetails, HeadersReceivedResponse> = (
    _details,
    decide,
  ) => decide({});
  completed: Listener<OnCompletedListenerDetails> = () => undefined;
  errorOccurred: Listener<OnErrorOccurredListenerDetails> = () => undefined;
  #ask: DecidingListener<OnBeforeRequestListenerDetails, CallbackResponse> = (_details, decide) =>
    decide({ cancel: true });

  owns(id: number): boolean {
    return this.#own.has(id);
  }

  ask(details: OnBeforeRequestListenerDetails, decide: (answer: CallbackResponse) => void): void {
    this.#own.add(details.id);
    this.#ask(details, decide);
  }

  onBeforeRequest(
    listener: DecidingListener<OnBeforeRequestListenerDetails, CallbackResponse>,
  ): void {
    this.#ask = listener;
  }

  onHeadersReceived(
    listener: DecidingListener<OnHeadersReceivedListenerDetails, HeadersReceivedResponse>,
  ): void {
    this.headersReceived = listener;
  }

  onCompleted(listener: Listener<OnCompletedListenerDetails>): void {
    this.completed = listener;
  }

  onErrorOccurred(listener: Listener<OnErrorOccurredListenerDetails>): void {
    this.errorOccurred = listener;
  }
}

/** One for each session that is being cleared; `app` warns of more than ten listeners. */
const clearing = new Set<AbortController>();

/** Rejects if the network service ends meanwhile, which never answers what it was asked before. */
async function unlessNetworkServiceEnds(work: Promise<void>): Promise<void> {
  const ended = new AbortController();
  if (clearing.size === 0) app.on('child-process-gone', stopClearing);
  clearing.add(ended);
  await untilAborted(ended.signal, work).finally(() => {
    clearing.delete(ended);
    if (clearing.size === 0) app.off('child-process-gone', stopClearing);
  });
}

function stopClearing(_event: unknown, { serviceName }: Electron.Details): void {
  if (serviceName !== networkService) return;
  for (const each of clearing) each.abort(new Error('The network service ended.'));
}
