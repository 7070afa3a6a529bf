import { type Session, session } from 'electron';
import type { ConversionSource } from '../../../shared/request/source.js';
import {
  type AccessRule,
  type NetworkRules,
  type RuledPage,
  networkRules,
} from '../access/access-rules.js';
import type { Findings } from '../findings.js';
import { LoadTracker } from './load-tracker.js';
import { type LocalFiles, serveLocalFiles, withoutFragment } from '../access/local-files.js';
import {
  isLocal,
  localScheme,
  plainAddress,
  readableFolder,
  schemelessAddress,
} from './page-address.js';
import { refusedPermission, refusedProgram } from './refusals.js';
import { VisitRequests } from './visit-requests.js';
import { GateRefusal, NetworkGate } from '../access/network-gate.js';

/** One page's stay in a session. */
interface Visit {
  readonly findings: Findings;
  readonly tracker: LoadTracker;
  readonly serve: (request: Request) => Promise<Response>;
  readonly rules: NetworkRules;
}

/** Where a page's visit takes place. */
export interface VisitAddress {
  /** Where the source will be opened, or seems to be. */
  readonly address: string;
  /** What the addresses of its local files begin with. */
  readonly root: string;
  /** Whether it is put into a page that stands, and not opened (plain-page.ts). */
  readonly isPlain: boolean;
}

/** Hears of each file that a page asks for: its address without a fragment, whether it got it, and a way to get it once more under the same rules. */
export type OnServed = (address: string, isThere: boolean, again: () => Promise<Response>) => void;

/** Whose visit it is. */
export type Visitor = RuledPage &
  VisitAddress & {
    readonly onServed?: OnServed | undefined;
    /** HTML that is served in the place of the source's own text, at its address. */
    readonly text?: string | undefined;
  };

/** Stands for all addresses of the network where it is asked whether the system has a proxy. */
const someAddress = 'https://example.org/';

/**
 * A session in memory for untrusted pages, one at a time, under the rules for them (design, 6): permissions and downloads refused,
 * files and addresses only as far as the source of the page that visits it allows.
 */
export class PageSession {
  readonly session: Session;
  /** Resolves when the session has no way to the network but its gate; no page may be opened before. */
  readonly ready: Promise<void>;
  #gate: NetworkGate | undefined;
  readonly #requests: VisitRequests;
  #visit: Visit | null = null;
  #leavesTraces = false;

  /** @param name of its partition; Electron keeps a partition until it ends, so it is used again after {@link clear} */
  constructor(name: string) {
    const own = session.fromPartition(name);
    this.session = own;
    this.#requests = new VisitRequests(own.webRequest, schemelessAddress);
    own.setPermissionRequestHandler((_contents, permission, decide, details) => {
      const address = 'externalURL' in details ? details.externalURL : undefined;
      const sentence = address ? refusedProgram(address) : refusedPermission(permission);
      this.#visit?.findings.add('refused', sentence);
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
    // Whoever opens a page hears of it.
    this.ready.catch(() => undefined);
  }

  /**
   * Whether a page has been where more than one page comes: the network, which leaves a cache, cookies, logins and connections behind, or
   * an address that does not belong to its conversion alone.
   */
  get leavesTraces(): boolean {
    return this.#leavesTraces;
  }

  /** Lets a page in. */
  admit(visitor: Visitor, findings: Findings): LoadTracker {
    const { source } = visitor;
    if (!isLocal(source)) this.#leavesTraces = true;
    const rules = networkRules(
      visitor,
      async (host) => resolveHost(this.session, host),
      (sentence) => findings.add('refused', sentence),
    );
    const tracker = new LoadTracker(
      this.#requests.begin(),
      this.#noticingNetwork(rules.mayLoad),
      findings,
      this.reasonOf,
    );
    const serveFiles = serveLocalFiles(localFiles(source, visitor, findings));
    const serve = async (request: Request) => {
      if (isShared(request.url, visitor)) this.#leavesTraces = true;
      const answer = await serveFiles(request);
      const again = async () => serveFiles(new Request(request.url));
      visitor.onServed?.(withoutFragment(request.url), answer.ok, again);
      return answer;
    };
    this.#visit = { findings, tracker, serve, rules };
    return tracker;
  }

  /** The reason behind one of Chromium's errors, where that only tells of the gate. */
  readonly reasonOf = (address: string, error: string): string =>
    this.#gate?.reasonOf(address, error) ?? error;

  /** Ends a page's visit: from now on it is answered nothing, whatever is left of it. */
  dismiss(): void {
    this.#visit = null;
    this.#requests.end();
  }

  /** Clears all that pages have left behind. No window may be open in it. */
  async clear(): Promise<void> {
    const own = this.session;
    this.#gate?.reset();
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
    this.#leavesTraces = false;
  }

  /** A proxy that the system has is left in place: it may be the only way out, and resolves names by itself. */
  async #openGate(): Promise<void> {
    if ((await this.session.resolveProxy(someAddress)) !== 'DIRECT') return;
    this.#gate = await NetworkGate.open(
      async (host, port) => this.#reach(host, port),
      (host, port) => this.#visit?.rules.opening(host, port) ?? null,
    );
    await this.session.setProxy({
      proxyRules: this.#gate.address,
      // Else Chromium goes round the gate to reach this computer.
      proxyBypassRules: '<-loopback>',
    });
  }

  async #reach(host: string, port: number): Promise<readonly string[]> {
    const visit = this.#visit;
    if (visit === null) throw new GateRefusal('ERR_BLOCKED_BY_CLIENT');
    const addresses = await visit.rules.reach(host, port);
    // The page has gone while its name was looked up; the session may have been cleared since.
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

/** Plain pages, which fetch nothing, share an origin. */
function isShared(address: string, { isPlain }: VisitAddress): boolean {
  return isPlain && address !== plainAddress;
}

/** What is served besides files: a text, or the empty page into which plain pages are put. */
function documentOf(source: ConversionSource, { address, isPlain, text }: Visitor) {
  if (isPlain) return { address: plainAddress, html: '' };
  if (text !== undefined) return { address, html: text };
  return source.kind === 'html' ? { address, html: source.html } : null;
}

function localFiles(source: ConversionSource, visitor: Visitor, findings: Findings): LocalFiles {
  return {
    root: visitor.root,
    document: documentOf(source, visitor),
    folder: readableFolder(source),
    ...(source.kind === 'file' && { main: source.path }),
    onMissing: (sentence) => findings.add('resources', sentence),
    onRefused: (sentence) => findings.add('refused', sentence),
  };
}

async function resolveHost(own: Session, host: string): Promise<readonly string[]> {
  const resolved = await own.resolveHost(host).catch(() => null);
  return resolved?.endpoints.map((endpoint) => endpoint.address) ?? [];
}
