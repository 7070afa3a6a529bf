import { randomUUID } from 'node:crypto';
import { type MadeBody, basic } from '../../integration/support/run-serve.js';

/**
 * What a client asks for: a PDF; one under an `Idempotency-Key`, asked for again until there is an
 * answer; one for later; one in test mode; one that cannot be made.
 */
const kinds = ['plain', 'keyed', 'asynchronous', 'test', 'impossible'] as const;
export type Kind = (typeof kinds)[number];

/** A request of a client's, and what has come of it. */
export interface Asked {
  /** Part of the address of its webhook, and its `Idempotency-Key`. */
  readonly id: string;
  readonly kind: Kind;
  /** Null where the connection broke before the answer, or nobody took it. */
  readonly status: number | null;
  /** Of an answer that says that a PDF was made. */
  readonly made?: MadeBody;
  /** Of an answer that promises one. */
  readonly task?: string;
}

export interface LoadOptions {
  /** Gives the address of a server that is up; waits for one. */
  readonly address: () => Promise<string>;
  readonly key: string;
  /** Where webhooks go: each request has a path of its own there. */
  readonly webhooks: string;
  /** How many ask at the same time. */
  readonly lanes: number;
}

/**
 * What an answer of the service may be while servers come and go: what it promises, and that
 * nothing was done.
 */
const expected: Readonly<Record<Kind, readonly number[]>> = {
  plain: [200, 429, 503],
  keyed: [200, 429, 503],
  asynchronous: [202, 429, 503],
  test: [200, 429, 503],
  impossible: [422, 429, 503],
};

/** Clients that ask without end, whatever becomes of the servers. */
export class LoadClients {
  readonly asked: Asked[] = [];
  readonly #lanes: readonly Promise<void>[];
  #isStopping = false;
  #onAnswer: () => void = () => undefined;

  constructor(private readonly options: LoadOptions) {
    this.#lanes = Array.from({ length: options.lanes }, (_, lane) => this.#ask(lane));
  }

  /** Resolves when so many more requests have come to an end. */
  async more(count: number): Promise<void> {
    const wanted = this.asked.length + count;
    const reached = new Promise<void>((done) => {
      this.#onAnswer = () => {
        if (this.asked.length >= wanted) done();
      };
    });
    // A lane that fails says why.
    await Promise.race([reached, Promise.all(this.#lanes)]);
  }

  /** Ends what is under way, and begins no more. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(this.#lanes);
  }

  async #ask(lane: number): Promise<void> {
    for (let number = lane; !this.#isStopping; number += 1) {
      const kind = kinds[number % kinds.length] ?? 'plain';
      const id = randomUUID();
      let asked = await this.#send(id, kind);
      while (kind === 'keyed' && asked.status !== 200) asked = await this.#send(id, kind);
      this.asked.push(asked);
      this.#onAnswer();
    }
  }

  async #send(id: string, kind: Kind): Promise<Asked> {
    const address = await this.options.address();
    const { status, body } = await this.#post(address, id, kind);
    if (status !== null && !expected[kind].includes(status)) {
      throw new Error(`A request of the kind ${kind} was answered ${status}: ${body}`);
    }
    if (status === 200) return { id, kind, status, made: JSON.parse(body) as MadeBody };
    if (status !== 202) return { id, kind, status };
    return { id, kind, status, task: (JSON.parse(body) as { task: string }).task };
  }

  async #post(
    address: string,
    id: string,
    kind: Kind,
  ): Promise<{ readonly status: number | null; readonly body: string }> {
    const { key, webhooks } = this.options;
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
      // What fetch throws when a connection breaks; of what may have been done nothing is known
      // then.
      if (error instanceof TypeError) return { status: null, body: '' };
      throw error;
    }
  }
}
