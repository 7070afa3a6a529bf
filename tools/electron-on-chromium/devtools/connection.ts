import type { Readable, Writable } from 'node:stream';
import { DevToolsError, DevToolsSession } from './session.js';

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
  readonly sessionId?: string;
}

interface PendingCommand {
  readonly method: string;
  readonly sessionId: string | undefined;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Bytes of a body per write; a multiple of three for base64. */
const bodyPart = 3 * 256 * 1024;

/**
 * A Chromium's DevTools protocol over `--remote-debugging-pipe`: JSON messages, each ended by a NUL
 * byte (Chromium: content/browser/devtools/devtools_pipe_handler.cc). Sessions are flat: a message
 * names its session.
 */
export class DevToolsConnection {
  /** The browser's session. */
  readonly browser = new DevToolsSession(this, undefined);
  readonly #output: Writable;
  readonly #pending = new Map<number, PendingCommand>();
  readonly #sessions = new Map<string, DevToolsSession>();
  #lastId = 0;
  #chunks: Buffer[] = [];
  #closed = false;

  constructor(output: Writable, input: Readable) {
    this.#output = output;
    input.on('data', (chunk: Buffer) => this.#receive(chunk));
    input.on('close', () => this.#close());
    // When Chromium exits, the pipe breaks; the other pipe's end rejects pending commands.
    output.on('error', () => this.#close());
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  /** Returns the session with this ID, which Chromium has announced or will announce. */
  session(id: string): DevToolsSession {
    const known = this.#sessions.get(id);
    if (known) return known;
    const session = new DevToolsSession(this, id);
    this.#sessions.set(id, session);
    return session;
  }

  /** Sends one command; rejects with {@link DevToolsError}. */
  async send(method: string, params: unknown, sessionId: string | undefined): Promise<unknown> {
    if (this.#closed) throw new DevToolsError(method, 'target closed while handling command');
    const id = ++this.#lastId;
    this.#output.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { method, sessionId, resolve, reject });
    });
  }

  /**
   * Sends a command whose parameter `body` is bytes, which the protocol takes as base64. They are
   * written in parts: a large body as one string would block this process for seconds and take
   * several times its size.
   */
  async sendBody(
    method: string,
    params: object,
    body: Buffer,
    sessionId: string | undefined,
  ): Promise<unknown> {
    if (this.#closed) throw new DevToolsError(method, 'target closed while handling command');
    const id = ++this.#lastId;
    const answered = new Promise((resolve, reject) => {
      this.#pending.set(id, { method, sessionId, resolve, reject });
    });
    const head = JSON.stringify({ id, method, sessionId, params: { ...params, body: '' } });
    // Everything before the body's closing quotation mark, which precedes `"}}`.
    const start = head.slice(0, -3);
    this.#output.write(start);
    for (let at = 0; at < body.length; at += bodyPart)
      this.#output.write(body.toString('base64', at, at + bodyPart), 'latin1');
    this.#output.write(`${head.slice(start.length)}\0`);
    return answered;
  }

  #receive(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      this.#chunks.push(chunk.subarray(start, end));
      const text = Buffer.concat(this.#chunks).toString('utf8');
      this.#chunks = [];
      start = end + 1;
      this.#dispatch(JSON.parse(text) as Message);
    }
    if (start < chunk.length) this.#chunks.push(chunk.subarray(start));
  }

  #dispatch(message: Message): void {
    if (message.id !== undefined) {
      this.#settle(message.id, message);
      return;
    }
    if (message.method === undefined) return;
    const owner = message.sessionId === undefined ? this.browser : this.session(message.sessionId);
    owner.dispatch(message.method, message.params);
    if (message.method === 'Target.detachedFromTarget') {
      this.#end((message.params as { sessionId: string }).sessionId);
    }
  }

  #settle(id: number, { result, error }: Message): void {
    const command = this.#pending.get(id);
    if (!command) return;
    this.#pending.delete(id);
    if (error) command.reject(new DevToolsError(command.method, error.message, error.code));
    else command.resolve(result);
  }

  #end(sessionId: string): void {
    const session = this.#sessions.get(sessionId);
    this.#sessions.delete(sessionId);
    this.#rejectPending((command) => command.sessionId === sessionId);
    session?.end();
  }

  #close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#rejectPending(() => true);
    for (const id of [...this.#sessions.keys()]) this.#end(id);
    this.browser.end();
  }

  #rejectPending(concerns: (command: PendingCommand) => boolean): void {
    for (const [id, command] of this.#pending) {
      if (!concerns(command)) continue;
      this.#pending.delete(id);
      command.reject(new DevToolsError(command.method, 'target closed while handling command'));
    }
  }
}
