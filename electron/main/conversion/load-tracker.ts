import type { WebRequest } from 'electron';
import type { AccessRule } from './access-rules.js';

/** Net errors that say only that the page took its own request back. */
const harmlessErrors = new Set(['net::ERR_ABORTED']);

/**
 * Follows the requests of one page: puts each before the access rule, knows what is still on its way, and keeps what went
 * wrong as sentences.
 */
export class LoadTracker {
  readonly #pending = new Map<number, string>();
  readonly #warnings = new Set<string>();
  readonly #refused = new Set<number>();
  #wake: () => void = () => undefined;
  /** Status of the main page's last response; 0 before there is one, and for files. */
  mainStatus = 0;

  constructor(webRequest: WebRequest, rule: AccessRule) {
    this.#gate(webRequest, rule);
    this.#watch(webRequest);
  }

  /** Addresses that have been asked for and not answered in full. */
  get pending(): readonly string[] {
    return [...this.#pending.values()];
  }

  get warnings(): readonly string[] {
    return [...this.#warnings];
  }

  warn(sentence: string): void {
    this.#warnings.add(sentence);
  }

  /** Waits until no request is on its way, at most `limitMs`. */
  async whenIdle(limitMs: number): Promise<void> {
    const deadline = Date.now() + limitMs;
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

  #gate(webRequest: WebRequest, rule: AccessRule): void {
    webRequest.onBeforeRequest((details, callback) => {
      if (details.resourceType !== 'webSocket') this.#pending.set(details.id, details.url);
      rule(details.url).then(
        (refusal) => {
          if (refusal !== null) {
            this.#refused.add(details.id);
            this.#warnings.add(refusal);
          }
          callback({ cancel: refusal !== null });
        },
        (error: unknown) => {
          this.#refused.add(details.id);
          this.#warnings.add(`${details.url} was not loaded: ${String(error)}.`);
          callback({ cancel: true });
        },
      );
    });
  }

  #watch(webRequest: WebRequest): void {
    webRequest.onHeadersReceived((details, callback) => {
      if (details.resourceType === 'mainFrame') this.mainStatus = details.statusCode;
      callback({});
    });
    webRequest.onCompleted((details) => {
      this.#end(details.id);
      if (details.statusCode >= 400 && details.resourceType !== 'mainFrame') {
        this.#warnings.add(
          `${shortened(details.url)} did not load: the server answered ${details.statusCode}.`,
        );
      }
    });
    webRequest.onErrorOccurred((details) => {
      this.#end(details.id);
      if (this.#refused.has(details.id) || harmlessErrors.has(details.error)) return;
      if (details.resourceType === 'mainFrame') return;
      this.#warnings.add(`${shortened(details.url)} did not load: ${details.error}.`);
    });
  }

  #end(id: number): void {
    this.#pending.delete(id);
    if (this.#pending.size === 0) this.#wake();
  }
}

function shortened(address: string): string {
  return address.length <= 120 ? address : `${address.slice(0, 117)}...`;
}
