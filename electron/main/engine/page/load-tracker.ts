import { setTimeout as after } from 'node:timers/promises';
import { AppError } from '../../../shared/errors.js';
import type { AccessRule } from '../access/access-rules.js';
import type { Findings } from '../findings.js';
import { type ReasonOf, errorMeaning, statusMeaning } from './load-failure.js';
import { isLocalAddress } from './page-address.js';
import { refusedDownload, shortened } from './refusals.js';
import type { PageRequests } from './visit-requests.js';

/** Net errors that say only that the page took its own request back. */
const harmlessErrors = new Set(['net::ERR_ABORTED']);

/** How long a page's scripts get to use an answer, or to ask for the next, before it counts as quiet, in milliseconds. */
const quietMs = 100;

/**
 * Follows the requests of one page: puts each before the access rule, knows what is still on its way, and adds what went wrong
 * to the findings.
 */
export class LoadTracker {
  readonly #pending = new Map<number, string>();
  readonly #findings: Findings;
  readonly #reasonOf: ReasonOf;
  readonly #refused = new Set<number>();
  /** When the page's scripts last got an answer, in milliseconds since the epoch. */
  #lastAnswerToScripts = 0;
  #hasPage = false;
  #takesPdf = false;
  #wake: () => void = () => undefined;
  #refusePage: (error: AppError) => void = () => undefined;

  /** Rejects with `load-failed` when what the main frame is sent is no page; never resolves. */
  readonly notAPage = new Promise<never>((_, reject) => (this.#refusePage = reject));

  /** @param reasonOf gives the reason behind an error of Chromium's that tells of the gate alone */
  constructor(requests: PageRequests, rule: AccessRule, findings: Findings, reasonOf: ReasonOf) {
    this.#findings = findings;
    this.#reasonOf = reasonOf;
    this.notAPage.catch(() => undefined);
    this.#gate(requests, rule);
    this.#watch(requests);
  }

  /** Addresses that have been asked for and not answered in full. */
  get pending(): readonly string[] {
    return [...this.#pending.values()];
  }

  /** A PDF in the place of the page is taken by somebody else (served-pdf.ts). */
  takesPdf(): void {
    this.#takesPdf = true;
  }

  /** The main frame has come to a page; what it is sent from now on cannot make it none. */
  pageIsThere(): void {
    this.#hasPage = true;
  }

  /** A download is refused by the session; as the main page it is a failure with its reason. */
  refuseDownload(address: string, type: string): void {
    if (this.#hasPage) this.#findings.add('refused', refusedDownload(address));
    else this.#refusePage(notAPage(address, `it is a download (${type || 'of an unknown type'})`));
  }

  /**
   * Waits until nothing is on its way and nothing new begins, at most `limitMs`; then says what was not waited for.
   * @param hasScripts the page's scripts may have asked for something that has not reached us yet
   */
  async whenQuiet(limitMs: number, hasScripts: boolean): Promise<void> {
    const deadline = Date.now() + limitMs;
    if (hasScripts) await after(quietMs);
    while (!this.#isQuiet && Date.now() < deadline) {
      await this.#untilIdle(deadline);
      await after(quietMs);
    }
    for (const address of this.pending) {
      this.#findings.add(
        'resources',
        `${shortened(address)} was still loading when the page was printed.`,
      );
    }
  }

  get #isQuiet(): boolean {
    return this.#pending.size === 0 && Date.now() - this.#lastAnswerToScripts >= quietMs;
  }

  async #untilIdle(deadline: number): Promise<void> {
    while (this.#pending.size > 0 && Date.now() < deadline) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, deadline - Date.now());
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  #gate(requests: PageRequests, rule: AccessRule): void {
    requests.onBeforeRequest((details, callback) => {
      if (details.resourceType !== 'webSocket') this.#pending.set(details.id, details.url);
      const refuse = (sentence: string) => {
        this.#refused.add(details.id);
        this.#findings.add('refused', sentence);
        if (details.resourceType === 'mainFrame')
          this.#refusePage(new AppError('load-failed', sentence));
        callback({ cancel: true });
      };
      rule(details.url).then(
        (refusal) => (refusal === null ? callback({}) : refuse(refusal)),
        (error: unknown) => refuse(`${details.url} was not loaded: ${String(error)}.`),
      );
    });
  }

  #watch(requests: PageRequests): void {
    requests.onHeadersReceived((details, callback) => {
      const isPage = details.resourceType === 'mainFrame';
      // Not at the end: Chromium takes its request back as soon as a script or a style sheet answers so.
      if (!isPage && details.statusCode >= 400) {
        this.#findings.add(
          'resources',
          `${shortened(details.url)} did not load: ${statusMeaning(details.statusCode)}.`,
        );
      }
      if (isPage && details.statusCode < 400) {
        const headers = details.responseHeaders ?? {};
        const reason = reasonNotAPage(details.statusCode, headers, this.#takesPdf);
        if (reason !== null) this.#refusePage(notAPage(details.url, reason));
      }
      callback({});
    });
    requests.onCompleted((details) => {
      if (details.resourceType === 'xhr') this.#lastAnswerToScripts = Date.now();
      this.#end(details.id);
    });
    requests.onErrorOccurred((details) => {
      this.#end(details.id);
      if (this.#refused.has(details.id) || harmlessErrors.has(details.error)) return;
      // What serves local files has told its own reason.
      if (details.resourceType === 'mainFrame' || isLocalAddress(details.url)) return;
      const reason = this.#reasonOf(details.url, details.error);
      // What the gate refuses has told its own sentence.
      if (reason.endsWith('ERR_BLOCKED_BY_CLIENT')) return;
      this.#findings.add(
        'resources',
        `${shortened(details.url)} did not load: ${errorMeaning(reason)}.`,
      );
    });
  }

  #end(id: number): void {
    this.#pending.delete(id);
    if (this.#pending.size === 0) this.#wake();
  }
}

function reasonNotAPage(
  status: number,
  headers: Readonly<Record<string, readonly string[]>>,
  takesPdf: boolean,
): string | null {
  if (status === 204 || status === 205)
    return `the server answered ${status}, which has no content`;
  const name = Object.keys(headers).find((each) => each.toLowerCase() === 'content-type');
  const type = name === undefined ? undefined : headers[name]?.[0];
  return !takesPdf && type?.startsWith('application/pdf') ? 'it is a PDF already' : null;
}

function notAPage(address: string, reason: string): AppError {
  return new AppError('load-failed', `${address} could not be converted: ${reason}.`);
}
