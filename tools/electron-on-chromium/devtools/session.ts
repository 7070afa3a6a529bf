import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js';

export type CommandName = keyof ProtocolMapping.Commands;
export type EventName = keyof ProtocolMapping.Events;
export type EventParameters<E extends EventName> = ProtocolMapping.Events[E][0];

/** Chromium's error for a failed command. */
export class DevToolsError extends Error {
  override readonly name = 'DevToolsError';

  /** @param code the JSON-RPC error code; undefined if the target went away before the response */
  constructor(
    readonly method: string,
    message: string,
    readonly code?: number,
  ) {
    super(message);
  }
}

/** Sends the commands of all sessions of one Chromium; {@link DevToolsSession} describes them. */
interface DevToolsChannel {
  send(method: string, params: unknown, sessionId: string | undefined): Promise<unknown>;
  sendBody(
    method: string,
    params: object,
    body: Buffer,
    sessionId: string | undefined,
  ): Promise<unknown>;
  /** Returns another session. */
  session(id: string): DevToolsSession;
}

type Listener = (params: never) => void;
type AnyListener = (method: string, params: unknown) => void;

/** One attached target, or the browser itself. */
export class DevToolsSession {
  readonly #connection: DevToolsChannel;
  readonly #listeners = new Map<string, Listener[]>();
  readonly #anyListeners: AnyListener[] = [];
  #onEnd: (() => void)[] = [];
  #ended = false;

  /** @param id undefined for the browser itself */
  constructor(
    connection: DevToolsChannel,
    readonly id: string | undefined,
  ) {
    this.#connection = connection;
  }

  get isEnded(): boolean {
    return this.#ended;
  }

  /** Sends a command; rejects with {@link DevToolsError}. */
  async send<C extends CommandName>(
    method: C,
    ...params: ProtocolMapping.Commands[C]['paramsType']
  ): Promise<ProtocolMapping.Commands[C]['returnType']> {
    return this.#connection.send(method, params[0], this.id) as Promise<
      ProtocolMapping.Commands[C]['returnType']
    >;
  }

  /** Sends a command whose parameter `body` is these bytes. */
  async sendBody<C extends CommandName>(
    method: C,
    params: Omit<NonNullable<ProtocolMapping.Commands[C]['paramsType'][0]>, 'body'>,
    body: Buffer,
  ): Promise<void> {
    await this.#connection.sendBody(method, params, body, this.id);
  }

  /** Sends a command whose types are unknown. */
  async sendAny(method: string, params: unknown): Promise<unknown> {
    return this.#connection.send(method, params, this.id);
  }

  /**
   * Sends a command that can fail only because the target is gone, which its owner detects
   * elsewhere. Any other failure is a bug in this run-time and ends the process.
   */
  post<C extends CommandName>(
    method: C,
    ...params: ProtocolMapping.Commands[C]['paramsType']
  ): void {
    this.send(method, ...params).catch((error: unknown) => {
      if (!isGone(error)) throw error;
    });
  }

  /** Another session of the same Chromium. */
  sibling(id: string): DevToolsSession {
    return this.#connection.session(id);
  }

  on<E extends EventName>(event: E, listener: (params: EventParameters<E>) => void): void {
    const list = this.#listeners.get(event);
    if (list) list.push(listener);
    else this.#listeners.set(event, [listener]);
  }

  /** Listens to every event. */
  onAny(listener: AnyListener): void {
    this.#anyListeners.push(listener);
  }

  /** Calls the listener once when the target or Chromium is gone. */
  onEnd(listener: () => void): void {
    if (this.#ended) listener();
    else this.#onEnd.push(listener);
  }

  /** Called only by the connection. */
  dispatch(method: string, params: unknown): void {
    for (const listener of this.#listeners.get(method) ?? []) listener(params as never);
    for (const listener of this.#anyListeners) listener(method, params);
  }

  /** Called only by the connection. */
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    const listeners = this.#onEnd;
    this.#onEnd = [];
    for (const listener of listeners) listener();
  }
}

/**
 * Whether a command failed because its target, frame or request is gone, not because it was
 * invalid.
 */
export function isGone(error: unknown): boolean {
  if (!(error instanceof DevToolsError)) return false;
  return error.code === undefined || error.code === -32001 || closedMessages.test(error.message);
}

const closedMessages =
  /session .*not found|No session with given id|No target|Invalid InterceptionId|target closed|Inspected target navigated or closed|Target crashed|Cannot find context|Not attached|browser context/i;
