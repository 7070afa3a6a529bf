import { randomUUID } from 'node:crypto';
import { type ResultBody, basic } from '../../integration/support/run-serve.js';

/**
 * The kinds of requests: a PDF; one with an `Idempotency-Key`, repeated until it gets a response;
 * an asynchronous one; one in test mode; one that fails.
 */
const kinds = ['plain', 'keyed', 'asynchronous', 'test', 'impossible'] as const;
export type Kind = (typeof kinds)[number];

/** A request of a client and its outcome. */
export interface SentRequest {
  /** Part of the URL of its webhook, and its `Idempotency-Key`. */
  readonly id: string;
  readonly kind: Kind;
  /** Null if the connection broke before the response, or could not be opened. */
  readonly status: number | null;
  /** In a response that reports a PDF. */
  readonly made?: ResultBody;
  /** In a response that accepts a task. */
  readonly task?: string;
}

export interface LoadOptions {
  /** Returns the URL of a running server; waits for one. */
  readonly address: () => Promise<string>;
  readonly key: string;
  /** The URL of the webhook receiver: each request has its own path there. */
  readonly webhooks: string;
  /** The number of concurrent requests. */
  readonly lanes: number;
}

/**
 * The expected responses while servers are killed and restarted: a result, an accepted task, or
 * nothing was done.
 */
const expected: Readonly<Record<Kind, readonly number[]>> = {
  plain: [200, 429, 503],
  keyed: [200, 429, 503],
  asynchronous: [202, 429, 503],
  test: [200, 429, 503],
  impossible: [422, 429, 503],
};

/** Clients that send requests without end, whatever happens to the servers. */
export class LoadClients {
  readonly #options: LoadOptions;
  readonly sent: SentRequest[] = [];
  readonly #lanes: readonly Promise<void>[];
  #isStopping = false;
  #onAnswer: () => void = () => undefined;

  constructor(options: LoadOptions) {
    this.#options = options;
    this.#lanes = Array.from({ length: options.lanes }, (_, lane) => this.#runLane(lane));
  }

  /** Resolves after so many more requests have ended. */
  async more(count: number): Promise<void> {
    const wanted = this.sent.length + count;
    const reached = new Promise<void>((done) => {
      this.#onAnswer = () => {
        if (this.sent.length >= wanted) done();
      };
    });
    // A lane that fails reports the reason.
    await Promise.race([reached, Promise.all(this.#lanes)]);
  }

  /** Lets running requests end, and starts no more. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(this.#lanes);
  }

  async #runLane(lane: number): Promise<void> {
    for (let number = lane; !this.#isStopping; number += 1) {
      const kind = kinds[number % kinds.length] ?? 'plain';
      const id = randomUUID();
      let sent = await this.#send(id, kind);
      while (kind === 'keyed' && sent.status !== 200) sent = await this.#send(id, kind);
      this.sent.push(sent);
      this.#onAnswer();
    }
  }

  async #send(id: string, kind: Kind): Promise<SentRequest> {
    const address = await this.#options.address();
    const { status, body } = await this.#post(address, id, kind);
    if (status !== null && !expected[kind].includes(status)) {
      throw new Error(`A request of the kind ${kind} got ${status}: ${body}`);
    }
    if (status === 200) return { id, kind, status, made: JSON.parse(body) as ResultBody };
    if (status !== 202) return { id, kind, status };
    return { id, kind, status, task: (JSON.parse(body) as { task: string }).task };
  }

  async #post(
    address: string,
    id: string,
    kind: Kind,
  ): Promise<{ readonly status: number | null; readonly body: string }> {
    const { key, webhooks } = this.#options;
    const source = kind === 'impossible' ? 'http://10.0.0.1/' : `<p>${id}`;
    try {
      const answer = await fetch(`${address}/v1/pdf`, {
        method: 'POST',
        headers: {
          authorization: basic(key),
          'content-type': 'application/json',
          connection: 'close',
          ...(kind === 'keyed' && { 'idempotency-key': id }),
          ...(kind === 'asynchronous' && { prefer: 'respond-async' }),
          ...(kind === 'test' && { 'svc-test-mode': 'true' }),
        },
        body: JSON.stringify({ source, webhook: `${webhooks}/${kind}/${id}` }),
      });
      return { status: answer.status, body: await answer.text() };
    } catch (error) {
      // fetch throws this when a connection breaks; the outcome is unknown then.
      if (error instanceof TypeError) return { status: null, body: '' };
      throw error;
    }
  }
}
