import { PartialObject, notImplemented, refuseOtherKeys } from '../not-implemented.js';
import type { ResourceType } from './resource-type.js';

/** Details of all events. */
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

/** Details of one event: the common ones, and its own. */
export interface EventDetails extends RequestDetails {
  readonly statusCode?: number;
  readonly statusLine?: string;
  readonly responseHeaders?: Readonly<Record<string, readonly string[]>>;
  readonly fromCache?: boolean;
  readonly error?: string;
  readonly requestHeaders?: Readonly<Record<string, string>>;
}

/**
 * A listener's response. As in Electron, only `onBeforeRequest` uses `redirectURL`, only
 * `onBeforeSendHeaders` uses `requestHeaders`, and only `onHeadersReceived` uses `responseHeaders`.
 */
export interface RequestDecision {
  readonly cancel?: boolean;
  readonly redirectURL?: string;
  readonly requestHeaders?: HeaderValues;
  readonly responseHeaders?: HeaderValues;
}

/** The values of headers by their names. */
export type HeaderValues = Readonly<Record<string, string | readonly string[]>>;

/** Without an argument, nothing changes. */
type Decide = (decision?: RequestDecision) => void;
type Listener = (details: never, decide: Decide) => void;

export type DecidingEvent = 'onBeforeRequest' | 'onBeforeSendHeaders' | 'onHeadersReceived';
export type NotifyingEvent = 'onCompleted' | 'onErrorOccurred';

type ImplementedMembers = Record<DecidingEvent | NotifyingEvent, (listener: never) => void>;

/**
 * `session.webRequest`: one listener per event, the last one set (Electron:
 * docs/api/web-request.md).
 */
export class WebRequest extends PartialObject implements ImplementedMembers {
  readonly #listeners = new Map<DecidingEvent | NotifyingEvent, Listener>();
  readonly #onChange: () => void;

  /** @param onChange called when a listener is set or removed */
  constructor(onChange: () => void) {
    super();
    this.#onChange = onChange;
  }

  get hasListeners(): boolean {
    return this.#listeners.size > 0;
  }

  has(event: DecidingEvent | NotifyingEvent): boolean {
    return this.#listeners.has(event);
  }

  onBeforeRequest = (...args: unknown[]) => this.#set('onBeforeRequest', args);
  onBeforeSendHeaders = (...args: unknown[]) => this.#set('onBeforeSendHeaders', args);
  onHeadersReceived = (...args: unknown[]) => this.#set('onHeadersReceived', args);
  onCompleted = (...args: unknown[]) => this.#set('onCompleted', args);
  onErrorOccurred = (...args: unknown[]) => this.#set('onErrorOccurred', args);

  /**
   * Calls the listener of an event; without one, nothing is decided. As in Electron, a listener
   * that throws never decides.
   * @throws (rejects) the error of a decision with another key
   */
  async ask(event: DecidingEvent, details: EventDetails): Promise<RequestDecision> {
    const listener = this.#listeners.get(event);
    if (!listener) return {};
    return new Promise((resolve, reject) => {
      const decide: Decide = (decision = {}) => {
        try {
          refuseOtherKeys(decision, answerKeys[event], `webRequest.${event} response`);
          resolve(decision);
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      };
      callListener(() => listener(details as never, decide));
    });
  }

  /** Calls the listener of an event. */
  notify(event: NotifyingEvent, details: EventDetails): void {
    callListener(() => this.#listeners.get(event)?.(details as never, () => undefined));
  }

  #set(event: DecidingEvent | NotifyingEvent, [first, ...others]: readonly unknown[]): void {
    if (typeof first === 'object' && first !== null)
      notImplemented(`webRequest.${event} with a filter`);
    if (first === null) {
      this.#listeners.delete(event);
    } else if (typeof first === 'function' && others.length === 0) {
      // Electron's types have checked the caller; the event determines the arguments.
      this.#listeners.set(event, first as Listener);
    } else {
      throw new TypeError('Must pass null or a Function');
    }
    this.#onChange();
  }
}

/** As in Electron, an error of a listener is an uncaught exception of the application. */
function callListener(call: () => void): void {
  try {
    call();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}

/** Electron's other options throw "not implemented". */
const answerKeys: Readonly<Record<DecidingEvent, readonly string[]>> = {
  onBeforeRequest: ['cancel', 'redirectURL'],
  onBeforeSendHeaders: ['cancel', 'requestHeaders'],
  onHeadersReceived: ['cancel', 'responseHeaders'],
};
