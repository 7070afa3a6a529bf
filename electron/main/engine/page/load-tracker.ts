import { setTimeout as after } from 'node:timers/promises';
import type {
  CallbackResponse,
  HeadersReceivedResponse,
  OnBeforeRequestListenerDetails,
  OnCompletedListenerDetails,
  OnErrorOccurredListenerDetails,
  OnHeadersReceivedListenerDetails,
} from 'electron';
import { AppError } from '../../../shared/messages/errors.js';
import { type Message, message } from '../../../shared/messages/message.js';
import type { AccessRule } from '../access/access-rules.js';
import type { Findings } from '../contract/findings.js';
import { errorMeaning, type ReasonOf, refusedDownload, statusMeaning } from './page-messages.js';
import { displayKnownUrl, isLocalAddress, shortened } from '../addresses/page-address.js';
import { unprintedPdf } from '../preflight/examine-print.js';
import { withoutDialogs } from './page-script.js';

export type DecidingListener<Details, Answer> = (
  details: Details,
  decide: (answer: Answer) => void,
) => void;
export type Listener<Details> = (details: Details) => void;

/** The part of Electron's webRequest that follows one page. */
export interface PageRequests {
  onBeforeRequest(
    listener: DecidingListener<OnBeforeRequestListenerDetails, CallbackResponse>,
  ): void;
  onHeadersReceived(
    listener: DecidingListener<OnHeadersReceivedListenerDetails, HeadersReceivedResponse>,
  ): void;
  onCompleted(listener: Listener<OnCompletedListenerDetails>): void;
  onErrorOccurred(listener: Listener<OnErrorOccurredListenerDetails>): void;
}

type Headers = Record<string, string[]>;
type RequestOfPage = Pick<OnBeforeRequestListenerDetails, 'id' | 'resourceType'>;

const embeddedTypes = new Set(['subFrame', 'object']);

/** Network errors of requests that the page itself canceled. */
const harmlessErrors = new Set(['net::ERR_ABORTED']);

/**
 * Follows the requests of one page: applies the access rule, knows which are pending, and adds
 * failures to the findings.
 */
export class LoadTracker {
  readonly #pending = new Map<number, string>();
  readonly #findings: Findings;
  readonly #reasonOf: ReasonOf;
  readonly #rule: AccessRule;
  readonly #refused = new Set<number>();
  /** The first URLs of requests that were redirected. */
  readonly #redirected = new Map<number, string>();
  /** The URLs of images that the page requested and got, for display. */
  readonly #images = new Set<string>();
  /** The URLs of PDFs in an `<object>` or `<embed>`, for display. */
  readonly #pdfs = new Set<string>();
  #activity = 0;
  /** When a request last started or ended, in milliseconds since the epoch. */
  #lastActivity = 0;
  #hasPage = false;
  #hasFrames = false;
  #takesPdf = false;
  #wake: () => void = () => undefined;
  #refusePage: (error: AppError) => void = () => undefined;

  /**
   * Rejects with `load-failed` if the main frame receives something other than a page; never
   * resolves.
   */
  readonly notAPage = new Promise<never>((_, reject) => (this.#refusePage = reject));

  /**
   * @param reasonOf returns the reason of an error if Chromium only reports that the gate refused
   */
  constructor(requests: PageRequests, rule: AccessRule, findings: Findings, reasonOf: ReasonOf) {
    this.#findings = findings;
    this.#reasonOf = reasonOf;
    this.notAPage.catch(() => undefined);
    this.#rule = rule;
    this.#gate(requests);
    this.#watch(requests);
  }

  /** URLs of requests without a complete response. */
  get pending(): readonly string[] {
    return [...this.#pending.values()];
  }

  /** Accepts a PDF as the main page (served-pdf.ts). */
  takesPdf(): void {
    this.#takesPdf = true;
  }

  /** Whether a document was requested for a frame. */
  get hasFrames(): boolean {
    return this.#hasFrames;
  }

  /** The main frame shows a page; later responses cannot make the conversion fail. */
  pageIsThere(): void {
    this.#hasPage = true;
  }

  /** Records a download that the session refused; as the main page it fails the conversion. */
  refuseDownload(address: string, type: string): void {
    if (!this.#hasPage) this.#refusePage(notAPage(address, download(type)));
    else if (isPdf(address, type)) this.#findings.add('resources', unprintedPdf(address));
    else this.#findings.add('refused', refusedDownload(address));
  }

  /** True if the page requested it and got a response. */
  hasLoadedImage(url: string): boolean {
    return this.#images.has(displayKnownUrl(url));
  }

  /** Returns whether an `<object>` or `<embed>` with this URL got a PDF. */
  sentPdf(url: string): boolean {
    return this.#pdfs.has(displayKnownUrl(url));
  }

  /** Number of requests that have started or ended so far. */
  get activity(): number {
    return this.#activity;
  }

  /**
   * Waits until no request is pending, or none has started or ended for `stalledMs`, or the
   * deadline has passed (in milliseconds since the epoch).
   */
  async whenIdle(stalledMs: number, deadline: number): Promise<void> {
    while (this.#pending.size > 0) {
      const leftMs = Math.min(this.#lastActivity + stalledMs, deadline) - Date.now();
      if (leftMs <= 0) return;
      await this.#untilIdle(leftMs);
    }
  }

  /**
   * Waits until no request has been pending for `quietMs`.
   * @param deadline in milliseconds since the epoch
   * @returns false if that was not so until the deadline
   */
  async untilQuiet(quietMs: number, deadline: number): Promise<boolean> {
    for (;;) {
      const isIdle = this.#pending.size === 0;
      const quietForMs = Date.now() - this.#lastActivity;
      if (isIdle && quietForMs >= quietMs) return true;
      const leftMs = deadline - Date.now();
      if (leftMs <= 0) return false;
      if (isIdle) await after(Math.min(quietMs - quietForMs, leftMs));
      else await this.#untilIdle(leftMs);
    }
  }

  /** Adds the pending requests to the findings. */
  reportPending(): void {
    for (const address of this.pending) {
      const resource = shortened(address);
      this.#findings.add('resources', message('preflight.stillLoading', { resource }));
    }
  }

  async #untilIdle(limitMs: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, limitMs);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #count(): void {
    this.#activity += 1;
    this.#lastActivity = Date.now();
  }

  #gate(requests: PageRequests): void {
    requests.onBeforeRequest((details, callback) => {
      const first = this.#redirected.get(details.id) ?? this.#pending.get(details.id);
      if (first !== undefined) this.#redirected.set(details.id, first);
      if (details.resourceType !== 'webSocket') this.#pending.set(details.id, details.url);
      if (embeddedTypes.has(details.resourceType)) this.#hasFrames = true;
      this.#count();
      void this.#isRefused(details, details.url).then((cancel) => callback({ cancel }));
    });
  }

  /** Applies the access rule to a URL. @returns whether the request is canceled */
  async #isRefused({ id, resourceType }: RequestOfPage, address: string): Promise<boolean> {
    const refusal = await this.#rule(address).catch((error: unknown) =>
      message('access.notLoaded', { resource: address, reason: String(error) }),
    );
    if (refusal === null) return false;
    this.#refused.add(id);
    this.#findings.add('refused', refusal);
    if (resourceType === 'mainFrame') this.#refusePage(new AppError('load-failed', refusal));
    return true;
  }

  #watch(requests: PageRequests): void {
    requests.onHeadersReceived((details, callback) => {
      const isPage = details.resourceType === 'mainFrame';
      // Not on completion: Chromium cancels the request of a script or style sheet with such a
      // status.
      if (!isPage && details.statusCode >= 400) {
        this.#addFailure(details.url, statusMeaning(details.statusCode));
      }
      const { responseHeaders = {} } = details;
      const destination = redirectOf(details);
      // Here rather than when it is followed, where canceling it ends Electron with a segmentation
      // fault (run on 33 with redirects of images).
      if (destination !== null) {
        void this.#isRefused(details, destination).then((cancel) => callback({ cancel }));
        return;
      }
      const sendsPdf = isTypeOfPdf(responseHeaders);
      if (sendsPdf && this.#isBesidesPage(details)) {
        callback(this.#withoutViewer(details.url, details.resourceType, responseHeaders));
        return;
      }
      if (isPage && details.statusCode < 400) {
        const reason = reasonNotAPage(details.statusCode, sendsPdf && !this.#takesPdf);
        if (reason !== null) this.#refusePage(notAPage(details.url, reason));
      }
      const isFrame = details.resourceType === 'subFrame';
      callback(isFrame ? { responseHeaders: underPolicy(responseHeaders) } : {});
    });
    requests.onCompleted(({ id, url, resourceType, statusCode }) => {
      if (resourceType === 'image' && statusCode < 400)
        this.#images.add(displayKnownUrl(this.#redirected.get(id) ?? url));
      this.#end(id);
    });
    requests.onErrorOccurred((details) => {
      this.#end(details.id);
      if (this.#refused.has(details.id) || harmlessErrors.has(details.error)) return;
      // The server of local files reports its own failures.
      if (details.resourceType === 'mainFrame' || isLocalAddress(details.url)) return;
      const reason = this.#reasonOf(details.url, details.error);
      // The gate reports its own refusals.
      if (reason.endsWith('ERR_BLOCKED_BY_CLIENT')) return;
      this.#addFailure(details.url, errorMeaning(reason));
    });
  }

  /** Whether a PDF would be shown in the page, or instead of it after it was shown. */
  #isBesidesPage({ resourceType }: OnHeadersReceivedListenerDetails): boolean {
    if (resourceType === 'mainFrame') return this.#hasPage && !this.#takesPdf;
    return embeddedTypes.has(resourceType);
  }

  /** Chromium's viewer would be another page in the page, and prints nothing. */
  #withoutViewer(url: string, type: string, responseHeaders: Headers): HeadersReceivedResponse {
    if (type === 'object') {
      // Its alternative content is shown; without one, `sentPdf` leads to a finding.
      this.#pdfs.add(displayKnownUrl(url));
      return { cancel: true };
    }
    this.#findings.add('resources', unprintedPdf(url));
    return { responseHeaders: asDownload(responseHeaders) };
  }

  #addFailure(url: string, reason: Message): void {
    const failure = { resource: shortened(url), reason };
    this.#findings.add('resources', message('preflight.didNotLoad', failure));
  }

  #end(id: number): void {
    this.#count();
    this.#pending.delete(id);
    this.#redirected.delete(id);
    if (this.#pending.size === 0) this.#wake();
  }
}

function reasonNotAPage(status: number, isRefusedPdf: boolean): Message | null {
  if (status === 204 || status === 205) return message('page.noContent', { status });
  return isRefusedPdf ? message('page.alreadyPdf') : null;
}

/** Returns the headers of a PDF that Chromium then doesn't show in its viewer. */
function asDownload(headers: Headers): Headers {
  const others = Object.entries(headers).filter(([name]) => name.toLowerCase() !== disposition);
  return { ...Object.fromEntries(others), [disposition]: ['attachment'] };
}

const disposition = 'content-disposition';

/** Adds {@link withoutDialogs} to the headers of a frame. */
function underPolicy(headers: Headers): Headers {
  const name = ownNameOf(headers, policy) ?? policy;
  return { ...headers, [name]: [...(headers[name] ?? []), withoutDialogs] };
}

const policy = 'content-security-policy';

/** Null if a response does not redirect, or to no URL. */
function redirectOf({
  statusCode,
  url,
  responseHeaders = {},
}: OnHeadersReceivedListenerDetails): string | null {
  const location = headerOf(responseHeaders, 'location');
  const isRedirect = [301, 302, 303, 307, 308].includes(statusCode);
  if (!isRedirect || location === undefined || !URL.canParse(location, url)) return null;
  return new URL(location, url).href;
}

function isTypeOfPdf(headers: Readonly<Headers>): boolean {
  return headerOf(headers, 'content-type')?.startsWith('application/pdf') === true;
}

function headerOf(headers: Readonly<Headers>, name: string): string | undefined {
  const own = ownNameOf(headers, name);
  return own === undefined ? undefined : headers[own]?.[0];
}

/** Returns a header's name as the server spells it. @param name in lowercase */
function ownNameOf(headers: Readonly<Headers>, name: string): string | undefined {
  return Object.keys(headers).find((each) => each.toLowerCase() === name);
}

/** The type of a local file is not always known. */
function isPdf(address: string, type: string): boolean {
  return type === 'application/pdf' || /^[^?#]*\.pdf(?:[?#]|$)/i.test(address);
}

function download(type: string): Message {
  return type === ''
    ? message('page.isDownloadOfUnknownType')
    : message('page.isDownload', { type });
}

function notAPage(address: string, reason: Message): AppError {
  const page = shortened(address);
  return new AppError('load-failed', message('page.notConverted', { page, reason }));
}
