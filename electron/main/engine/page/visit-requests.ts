import type {
  CallbackResponse,
  HeadersReceivedResponse,
  OnBeforeRequestListenerDetails,
  OnCompletedListenerDetails,
  OnErrorOccurredListenerDetails,
  OnHeadersReceivedListenerDetails,
  WebRequest,
} from 'electron';

type Deciding<Details, Answer> = (details: Details, decide: (answer: Answer) => void) => void;
type Told<Details> = (details: Details) => void;

/** The part of Electron's webRequest that one page's visit is followed by. */
export interface PageRequests {
  onBeforeRequest(listener: Deciding<OnBeforeRequestListenerDetails, CallbackResponse>): void;
  onHeadersReceived(
    listener: Deciding<OnHeadersReceivedListenerDetails, HeadersReceivedResponse>,
  ): void;
  onCompleted(listener: Told<OnCompletedListenerDetails>): void;
  onErrorOccurred(listener: Told<OnErrorOccurredListenerDetails>): void;
}

/**
 * Divides the requests of a session among the pages that use it one after the other: each hears of those that were begun during its
 * own visit, and of no others. Between two visits, everything is refused.
 */
export class VisitRequests {
  #visit: Visit | null = null;

  /** @param redirect gives the address that is to be asked for instead of another one; null to ask for that one */
  constructor(webRequest: WebRequest, redirect: (address: string) => string | null) {
    webRequest.onBeforeRequest((details, decide) => {
      if (this.#visit === null) {
        decide({ cancel: true });
        return;
      }
      const redirectURL = redirect(details.url);
      // Its new address comes by here as well, under the same id.
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

  /** Gives what the page that comes now is followed by. */
  begin(): PageRequests {
    this.#visit = new Visit();
    return this.#visit;
  }

  end(): void {
    this.#visit = null;
  }

  #visitOf(id: number): Visit | null {
    return this.#visit?.owns(id) === true ? this.#visit : null;
  }
}

/** One page's requests; it hears of the end of each even where it has not listened to the beginning. */
class Visit implements PageRequests {
  readonly #own = new Set<number>();
  headersReceived: Deciding<OnHeadersReceivedListenerDetails, HeadersReceivedResponse> = (
    _details,
    decide,
  ) => decide({});
  completed: Told<OnCompletedListenerDetails> = () => undefined;
  errorOccurred: Told<OnErrorOccurredListenerDetails> = () => undefined;
  #ask: Deciding<OnBeforeRequestListenerDetails, CallbackResponse> = (_details, decide) =>
    decide({ cancel: true });

  owns(id: number): boolean {
    return this.#own.has(id);
  }

  ask(details: OnBeforeRequestListenerDetails, decide: (answer: CallbackResponse) => void): void {
    this.#own.add(details.id);
    this.#ask(details, decide);
  }

  onBeforeRequest(listener: Deciding<OnBeforeRequestListenerDetails, CallbackResponse>): void {
    this.#ask = listener;
  }

  onHeadersReceived(
    listener: Deciding<OnHeadersReceivedListenerDetails, HeadersReceivedResponse>,
  ): void {
    this.headersReceived = listener;
  }

  onCompleted(listener: Told<OnCompletedListenerDetails>): void {
    this.completed = listener;
  }

  onErrorOccurred(listener: Told<OnErrorOccurredListenerDetails>): void {
    this.errorOccurred = listener;
  }
}
