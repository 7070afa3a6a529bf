import type { ServerResponse } from 'node:http';
import { type RecordedRequest, RecordingServer, type ServerPlace } from './recording-server.js';
import { issuesIn } from './strict-request.js';
import { testPdf } from './test-pdf.js';

/**
 * What a strict service answers to a request that is right: the ways in which the interface's gaps
 * (section 4.1, "not shown") may be filled.
 */
export type StrictAnswer =
  /** JSON with the address of the PDF, as section 2.5 has it; `body` in its place or beside it. */
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
  /**
   * 202 and a place to ask at, which says so many times that it is not done, before it gives the
   * answer.
   */
  | {
      readonly kind: 'later';
      readonly location?: string;
      readonly waits: number;
      /** What is said until then. */
      readonly meanwhile?: 'accepted' | 'status' | 'busy';
      readonly then: StrictAnswer;
    }
  /** Anything else. */
  | {
      readonly kind: 'plain';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string | Buffer;
    };

/**
 * A service that speaks the interface to the letter: what is not as it says is answered 400, and
 * kept in `mistakes`.
 */
export class StrictService {
  /**
   * What to answer to the next right request; `number` counts all that were sent to `/v1/pdf` from
   * 0.
   */
  answer: (number: number, request: RecordedRequest) => StrictAnswer = () => ({ kind: 'json' });
  readonly issues: string[] = [];
  readonly pdf = testPdf({ pages: 3, title: 'Made elsewhere' });
  readonly #posts: RecordedRequest[] = [];
  #later: { left: number; readonly answer: Extract<StrictAnswer, { kind: 'later' }> } | undefined;

  private constructor(
    readonly server: RecordingServer,
    private readonly login: string | null,
  ) {
    server.respond = (request, response) => this.#respond(request, response);
  }

  /**
   * @param login what stands before `Basic`'s encoding: `<API_KEY>:` or `<username>:<password>`;
   * null: nobody is to say who they are
   */
  static async start(login: string | null, place?: ServerPlace): Promise<StrictService> {
    return new StrictService(await RecordingServer.start(place), login);
  }

  get origin(): string {
    return this.server.origin;
  }

  /** The requests for PDFs, in their order. */
  get posts(): readonly RecordedRequest[] {
    return this.#posts;
  }

  /** The JSON of the last request. */
  get lastBody(): unknown {
    return JSON.parse(this.#posts.at(-1)?.body.toString('utf8') ?? 'null') as unknown;
  }

  /** The address of the PDF in the service's own storage. */
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
      this.#tell(response);
    } else if (request.method === 'GET') {
      response.writeHead(404).end();
    } else {
      const issues = issuesIn(request, this.login);
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
        this.#later = { left: answer.waits, answer };
        response.writeHead(202, { location: answer.location ?? '/tasks/1' }).end();
        return;
      case 'plain':
        response.writeHead(answer.status, answer.headers).end(answer.body);
    }
  }

  #tell(response: ServerResponse): void {
    const later = this.#later;
    if (later === undefined) {
      response.writeHead(404).end();
      return;
    }
    if (later.left === 0) {
      this.#send(later.answer.then, response);
      return;
    }
    later.left -= 1;
    const { meanwhile } = later.answer;
    if (meanwhile === 'busy') response.writeHead(503, { 'retry-after': '0' }).end();
    else if (meanwhile === 'status') {
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
