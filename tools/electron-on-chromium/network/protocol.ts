import { inspect } from 'node:util';
import { PartialObject, notImplemented } from '../not-implemented.js';
import { partsOf } from './address.js';
import { isCustomScheme } from './custom-schemes.js';

/** Answers a request instead of the network. */
export type Handler = (request: Request) => Response | Promise<Response>;

const interceptable = new Set(['http', 'https', 'file']);

/** `session.protocol` (Electron: docs/api/protocol.md, lib/browser/api/protocol.ts). */
export class ProtocolRegistry extends PartialObject implements Pick<Electron.Protocol, 'handle'> {
  readonly #handlers = new Map<string, Handler>();
  readonly #onChange: () => void;

  constructor(onChange: () => void) {
    super();
    this.#onChange = onChange;
  }

  get schemes(): readonly string[] {
    return [...this.#handlers.keys()];
  }

  /**
   * @throws Electron's error if the scheme already has a handler; "not implemented" for unsupported
   * schemes
   */
  handle(scheme: string, handler: Handler): void {
    if (!interceptable.has(scheme) && !isCustomScheme(scheme)) {
      notImplemented(
        `protocol.handle for '${scheme}', which is not registered as a standard scheme`,
      );
    }
    if (this.#handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`);
    this.#handlers.set(scheme, handler);
    this.#onChange();
  }

  /** Returns the handler of a URL's scheme. */
  handlerFor(address: string): Handler | undefined {
    return this.#handlers.get(partsOf(address).scheme);
  }
}

/** The parts of a handler's request. */
export interface HandlerRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer> | null;
}

/** A handler's response with its whole body, or a network error. */
export type HandlerAnswer =
  | { readonly ok: false; readonly error: 'net::ERR_FAILED' | 'net::ERR_UNEXPECTED' }
  | {
      readonly ok: true;
      readonly status: number;
      readonly statusText: string;
      readonly headers: readonly { name: string; value: string }[];
      readonly body: Buffer;
    };

/** Calls a handler; returns null if it fails. As in Electron, its error is printed. */
export async function callHandler(
  handler: Handler,
  request: HandlerRequest,
): Promise<Response | null> {
  try {
    const response: unknown = await handler(requestFor(request));
    return response instanceof Response ? response : null;
  } catch (error) {
    process.stderr.write(`${inspect(error)}\n`);
    return null;
  }
}

/** Reads a handler's response. As in Electron, a failed handler or body is ERR_UNEXPECTED. */
export async function readAnswer(response: Response | null): Promise<HandlerAnswer> {
  if (response === null) return { ok: false, error: 'net::ERR_UNEXPECTED' };
  if (response.type === 'error') return { ok: false, error: 'net::ERR_FAILED' };
  try {
    return {
      ok: true,
      status: response.status,
      statusText: response.statusText,
      headers: [...response.headers].map(([name, value]) => ({ name, value })),
      body: Buffer.from(await response.arrayBuffer()),
    };
  } catch (error) {
    process.stderr.write(`${inspect(error)}\n`);
    return { ok: false, error: 'net::ERR_UNEXPECTED' };
  }
}

function requestFor({ url, method, headers, body }: HandlerRequest): Request {
  const sent = new Headers(headers);
  if (sent.get('origin') === 'null') sent.delete('origin');
  return new Request(url, { method, headers: sent, body });
}
