import type { Protocol } from 'devtools-protocol';
import type { DevToolsSession } from '../devtools/session.js';
import { toChromium } from './custom-schemes.js';
import { type Handler, type HandlerAnswer, callHandler, readAnswer } from './protocol.js';

/**
 * Chromium exits on a message of more than 100 MB
 * (content/browser/devtools/devtools_pipe_handler.cc). A quarter of that is the overhead of base64.
 */
const largestBody = 74 * 1024 * 1024;

type Paused = Protocol.Fetch.RequestPausedEvent;

/** Fails a paused request with an error. */
export async function failPaused(
  target: DevToolsSession,
  { requestId }: Pick<Paused, 'requestId'>,
  errorReason: Protocol.Network.ErrorReason,
): Promise<void> {
  await target.send('Fetch.failRequest', { requestId, errorReason });
}

/** Is called with a handler's response before Chromium receives it. */
export interface AnswerListener {
  /** Receives the network error if there is no response. */
  readonly onError: (error: string) => void;
  /** Returns the headers that Chromium receives; null if it has ended the request. */
  readonly onHeaders: (answer: FullAnswer) => Promise<readonly Protocol.Fetch.HeaderEntry[] | null>;
  readonly onBody: (type: string, body: Buffer) => void;
}

/** A handler's response with its whole body. */
type FullAnswer = Extract<HandlerAnswer, { readonly ok: true }>;

/** Answers a paused request with a protocol handler. */
export async function answerPaused(
  target: DevToolsSession,
  paused: Paused,
  url: string,
  handler: Handler,
  listener: AnswerListener,
): Promise<void> {
  const { method, headers } = paused.request;
  const response = await callHandler(handler, { url, method, headers, body: bodyOf(paused) });
  const pass = async () => passOn(target, paused, url, await readAnswer(response), listener);
  await (isLarge(response) ? largeAnswers.run(pass) : pass());
}

/** In bytes; as text it briefly takes several times that. */
const largeAnswer = 256 * 1024;

/** Limits how many tasks run at once; the others wait in order. */
class Limiter {
  readonly #limit: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#limit) await new Promise<void>((start) => this.#waiting.push(start));
    this.#running += 1;
    try {
      return await task();
    } finally {
      this.#running -= 1;
      this.#waiting.shift()?.();
    }
  }
}

const largeAnswers = new Limiter(2);

/**
 * A handler that states a size has the whole body. One that does not may be waiting, and must not
 * block others.
 */
function isLarge(response: Response | null): boolean {
  return Number(response?.headers.get('content-length') ?? 0) >= largeAnswer;
}

async function passOn(
  target: DevToolsSession,
  paused: Paused,
  url: string,
  answer: HandlerAnswer,
  { onError, onHeaders, onBody }: AnswerListener,
): Promise<void> {
  if (!answer.ok) {
    onError(answer.error);
    return failPaused(target, paused, 'Failed');
  }
  if (answer.body.length > largestBody) {
    process.stderr.write(
      `electron-on-chromium: ${url} is larger than a handler can answer here (${largestBody} bytes)\n`,
    );
    onError('net::ERR_FILE_TOO_BIG');
    return failPaused(target, paused, 'Failed');
  }
  const headers = await onHeaders(answer);
  if (headers === null) return;
  const params = {
    requestId: paused.requestId,
    responseCode: answer.status,
    ...(answer.statusText === '' ? {} : { responsePhrase: answer.statusText }),
    responseHeaders: headers.map(({ name, value }) =>
      name === 'location' ? { name, value: toChromium(value) } : { name, value },
    ),
  };
  onBody(headers.find(({ name }) => name === 'content-type')?.value ?? '', answer.body);
  await target.sendBody('Fetch.fulfillRequest', params, answer.body);
}

/**
 * Returns the bytes of a request's body. Files in it are not available over DevTools and are
 * omitted.
 */
function bodyOf({ request }: Paused): Uint8Array<ArrayBuffer> | null {
  const parts = (request.postDataEntries ?? []).flatMap(({ bytes }) =>
    bytes === undefined ? [] : [Buffer.from(bytes, 'base64')],
  );
  return parts.length === 0 ? null : new Uint8Array(Buffer.concat(parts));
}
