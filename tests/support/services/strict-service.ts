import type { ServerResponse } from 'node:http';
import { type RecordedRequest, RecordingServer, type ServerLocation } from './recording-server.js';
import { testPdf } from './test-pdf.js';

/**
 * The response of a strict service to a valid request: the variants that the API leaves open
 * (section 4.1, "not shown").
 */
export type StrictAnswer =
  /** JSON with the URL of the PDF, as in section 2.5; `body` replaces or extends it. */
  | {
      readonly kind: 'json';
      readonly status?: number;
      readonly body?: Readonly<Record<string, unknown>>;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** The PDF itself. */
  | {
      readonly kind: 'pdf';
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** 202 and a polling URL, which responds so many times that it is not done, before the result. */
  | {
      readonly kind: 'later';
      readonly location?: string;
      readonly polls: number;
      /** The response until then. */
      readonly pendingAnswer?: 'accepted' | 'status' | 'busy';
      readonly then: StrictAnswer;
    }
  /** Anything else. */
  | {
      readonly kind: 'plain';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string | Buffer;
    };

/** A service that implements the API strictly: violations get 400, and are recorded in `issues`. */
export class StrictService {
  readonly #login: string | null;
  /** The response to the next valid request; `number` counts all requests to `/v1/pdf` from 0. */
  answer: (number: number, request: RecordedRequest) => StrictAnswer = () => ({ kind: 'json' });
  readonly issues: string[] = [];
  readonly pdf = testPdf({ pages: 3, title: 'Made elsewhere' });
  readonly #posts: RecordedRequest[] = [];
  #later:
    { remaining: number; readonly answer: Extract<StrictAnswer, { kind: 'later' }> } | undefined;

  private constructor(
    readonly server: RecordingServer,
    login: string | null,
  ) {
    this.#login = login;
    server.respond = (request, response) => this.#respond(request, response);
  }

  /**
   * @param login the credentials that `Basic` encodes: `<API_KEY>:` or `<username>:<password>`;
   * null: no authentication
   */
  static async start(login: string | null, place?: ServerLocation): Promise<StrictService> {
    return new StrictService(await RecordingServer.start(place), login);
  }

  get origin(): string {
    return this.server.origin;
  }

  /** The conversion requests, in order. */
  get posts(): readonly RecordedRequest[] {
    return this.#posts;
  }

  /** The JSON of the last request. */
  get lastBody(): unknown {
    return JSON.parse(this.#posts.at(-1)?.body.toString('utf8') ?? 'null') as unknown;
  }

  /** The URL of the PDF in the service's own storage. */
  get resultAddress(): string {
    return `${this.origin}/results/k3J9.pdf`;
  }

  async close(): Promise<void> {
    await this.server.close();
  }

  #respond(request: RecordedRequest, response: ServerResponse): void {
    if (request.method === 'GET' && request.path === '/results/k3J9.pdf') {
      this.#send({ kind: 'pdf' }, response);
    } else if (request.method === 'GET' && request.path === '/tasks/1') {
      this.#respondPending(response);
    } else if (request.method === 'GET') {
      response.writeHead(404).end();
    } else {
      const issues = issuesIn(request, this.#login);
      this.issues.push(...issues);
      const number = this.#posts.push(request) - 1;
      if (issues.length > 0) response.writeHead(400).end(issues.join('; '));
      else this.#send(this.answer(number, request), response);
    }
  }

  #send(answer: StrictAnswer, response: ServerResponse): void {
    switch (answer.kind) {
      case 'pdf':
        response.writeHead(answer.status ?? 200, {
          'content-type': 'application/pdf',
          ...answer.headers,
        });
        response.end(this.pdf);
        return;
      case 'json':
        response.writeHead(answer.status ?? 200, {
          'content-type': 'application/json',
          ...answer.headers,
        });
        response.end(JSON.stringify(answer.body ?? this.#response()));
        return;
      case 'later':
        this.#later = { remaining: answer.polls, answer };
        response.writeHead(202, { location: answer.location ?? '/tasks/1' }).end();
        return;
      case 'plain':
        response.writeHead(answer.status, answer.headers).end(answer.body);
    }
  }

  #respondPending(response: ServerResponse): void {
    const later = this.#later;
    if (later === undefined) {
      response.writeHead(404).end();
      return;
    }
    if (later.remaining === 0) {
      this.#send(later.answer.then, response);
      return;
    }
    later.remaining -= 1;
    const { pendingAnswer } = later.answer;
    if (pendingAnswer === 'busy') response.writeHead(503, { 'retry-after': '0' }).end();
    else if (pendingAnswer === 'status') {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"running"}');
    } else response.writeHead(202).end();
  }

  /** Section 2.5. */
  #response() {
    return {
      url: this.resultAddress,
      file: { name: 'k3J9.pdf', size: this.pdf.length },
      compliance: { hipaa: false, gdpr: false },
    };
  }
}

const formats = 'letter legal tabloid ledger a0 a1 a2 a3 a4 a5 a6'.split(' ');
const length = String.raw`\d+(\.\d+)?(px|cm|mm|in)`;

/**
 * The required form of each field in the body of the API (sections 2.1 to 2.4), derived from the
 * document alone: nothing of Platen is used here.
 */
const rules: Readonly<Record<string, (value: unknown) => boolean>> = {
  source: (value) => typeof value === 'string' && value.trim() !== '',
  compliance: fields({ gdpr: isBoolean, hipaa: isBoolean }),
  disable_javascript: isBoolean,
  filename: matches(/^[A-Za-z0-9_.-]+\.pdf$/),
  format: (value) =>
    typeof value === 'string' &&
    (formats.includes(value) || new RegExp(`^${length}x${length}$`).test(value)),
  margin: fields({
    top: matches(new RegExp(`^${length}$`)),
    right: matches(new RegExp(`^${length}$`)),
    bottom: matches(new RegExp(`^${length}$`)),
    left: matches(new RegExp(`^${length}$`)),
  }),
  pages: matches(/^(\d+-\d+|\d+(,\d+)*)$/),
  storage: (value) => isServiceStorage(value) || isBucketStorage(value),
  webhook: matches(/^https?:\/\/\S+$/),
  // It is called an integer, but "values below 1 zoom out".
  zoom: (value) => typeof value === 'number' && value > 0,
};

const isServiceStorage = fields({
  provider: (value) => value === 'service',
  filename: matches(/^[A-Za-z0-9_.-]+\.pdf$/),
});
const isBucketStorage = fields({
  provider: (value) => value === 'object_store',
  bucket_destination: matches(/^[a-z0-9]+:\/\/[^/{}]+\/[^{}]+\.pdf$/),
});

/** Returns all violations of the API in a request (sections 2, 4.1 and 5); empty if it is valid. */
function issuesIn(request: RecordedRequest, login: string | null): readonly string[] {
  const { method, path, headers, body } = request;
  const issues: string[] = [];
  const check = (isValid: boolean, what: string) => {
    if (!isValid) issues.push(what);
  };
  check(method === 'POST', `method ${method}`);
  check(path === '/v1/pdf', `path ${path}`);
  check(headers['content-type'] === 'application/json', `type ${headers['content-type'] ?? ''}`);
  const expected = login === null ? undefined : `Basic ${Buffer.from(login).toString('base64')}`;
  check(headers.authorization === expected, 'authorization');
  check([undefined, 'true', 'false'].includes(textOf(headers['svc-test-mode'])), 'svc-test-mode');
  check(Number(headers['content-length']) === body.length, 'content-length');
  const json = jsonOf(body);
  if (!isRecord(json)) return [...issues, 'body'];
  check('source' in json, 'source is missing');
  for (const [name, value] of Object.entries(json)) {
    check(rules[name]?.(value) ?? false, `${name}: ${JSON.stringify(value).slice(0, 100)}`);
  }
  return issues;
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}

function textOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join() : value;
}

function fields(known: Readonly<Record<string, (value: unknown) => boolean>>) {
  return (value: unknown): boolean =>
    isRecord(value) && Object.entries(value).every(([name, each]) => known[name]?.(each) ?? false);
}

function matches(pattern: RegExp) {
  return (value: unknown): boolean => typeof value === 'string' && pattern.test(value);
}

function isBoolean(value: unknown): boolean {
  return typeof value === 'boolean';
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
