import { PartialObject } from '../not-implemented.js';
import { RequestFilter } from './request-filter.js';
import type { ResourceType } from './resource-type.js';

/** What is common to the details of every event. */
export interface RequestDetails {
  readonly id: number;
  readonly url: string;
  readonly method: string;
  readonly resourceType: ResourceType;
  readonly referrer: string;
  readonly timestamp: number;
  readonly webContentsId?: number;
  readonly webContents?: Electron.WebContents;
  readonly frame?: Electron.WebFrameMain | null;
  readonly uploadData?: Electron.UploadData[];
}

/** Details of one event: what is common to all, and what it has besides. */
export interface EventDetails extends RequestDetails {
  readonly requestHeaders?: Readonly<Record<string, string | readonly string[]>>;
  readonly statusCode?: number;
  readonly statusLine?: string;
  readonly responseHeaders?: Readonly<Record<string, readonly string[]>>;
  readonly fromCache?: boolean;
  readonly redirectURL?: string;
  readonly error?: string;
}

/** What a listener may answer; which parts count depends on the event. */
export interface RequestDecision {
  readonly cancel?: boolean;
  readonly redirectURL?: string;
  readonly requestHeaders?: Record<string, string | string[]>;
  readonly responseHeaders?: Record<string, string | string[]>;
  readonly statusLine?: string;
}

/** As in JavaScript's practice, nothing at all means no change. */
type Decide = (decision?: RequestDecision) => void;
type Listener = (details: never, decide: Decide) => void;
interface Registration {
  readonly filter: RequestFilter;
  readonly listener: Listener;
}

export type DecidingEvent = 'onBeforeRequest' | 'onBeforeSendHeaders' | 'onHeadersReceived';
export type TellingEvent =
  'onSendHeaders' | 'onBeforeRedirect' | 'onResponseStarted' | 'onCompleted' | 'onErrorOccurred';

type ImplementedMembers = Pick<Electron.WebRequest, DecidingEvent | TellingEvent>;
type FilterOrListener = Electron.WebRequestFilter | Listener | null;

/** `session.webRequest`: one listener an event, the last one set (Electron: docs/api/web-request.md). */
export class WebRequest extends PartialObject implements ImplementedMembers {
  readonly #registrations = new Map<DecidingEvent | TellingEvent, Registration>();
  readonly #onChange: () => void;

  /** @param onChange called when there is a first listener, or none any more. */
  constructor(onChange: () => void) {
    super();
    this.#onChange = onChange;
  }

  get hasListeners(): boolean {
    return this.#registrations.size > 0;
  }

  has(event: DecidingEvent | TellingEvent): boolean {
    return this.#registrations.has(event);
  }

  onBeforeRequest = (first: FilterOrListener, second?: Listener | null) =>
    this.#set('onBeforeRequest', first, second);
  onBeforeSendHeaders = (first: FilterOrListener, second?: Listener | null) =>
    this.#set('onBeforeSendHeaders', first, second);
  onHeadersReceived = (first: FilterOrListener, second?: Listener | null) =>
    this.#set('onHeadersReceived', first, second);
  onSendHeaders = (first: FilterOrListener, second?: Listener | null) =>
    this.#set('onSendHeaders', first, second);
  onBeforeRedirect = (first: FilterOrListener, second?: Listener | null) =>
    this.#set('onBeforeRedirect', first, second);
  onResponseStarted = (first: FilterOrListener, second?: Listener | null) =>
    this.#set('onResponseStarted', first, second);
  onCompleted = (first: FilterOrListener, second?: Listener | null) =>
    this.#set('onCompleted', first, second);
  onErrorOccurred = (first: FilterOrListener, second?: Listener | null) =>
    this.#set('onErrorOccurred', first, second);

  /** Asks the listener of an event, if there is one for this request; without one, nothing is decided. */
  async ask(event: DecidingEvent, details: EventDetails): Promise<RequestDecision> {
    const listener = this.#listenerFor(event, details);
    if (!listener) return {};
    return new Promise((resolve) => {
      listener(details as never, (decision) => resolve(decision ?? {}));
    });
  }

  /** Tells the listener of an event, if there is one for this request. */
  tell(event: TellingEvent, details: EventDetails): void {
    this.#listenerFor(event, details)?.(details as never, () => undefined);
  }

  #listenerFor(event: DecidingEvent | TellingEvent, details: RequestDetails): Listener | undefined {
    const found = this.#registrations.get(event);
    return found?.filter.matches(details.url, details.resourceType) ? found.listener : undefined;
  }

  #set(
    event: DecidingEvent | TellingEvent,
    first: FilterOrListener,
    second?: Listener | null,
  ): void {
    const hasFilter = typeof first === 'object' && first !== null;
    const listener = hasFilter ? second : first;
    if (listener === null) {
      this.#registrations.delete(event);
    } else if (typeof listener === 'function') {
      const filter = new RequestFilter(hasFilter ? first : { urls: ['<all_urls>'] });
      this.#registrations.set(event, { filter, listener });
    } else {
      throw new TypeError('Must pass null or a Function');
    }
    this.#onChange();
  }
}
