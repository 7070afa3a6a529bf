/** A fault for one request. */
export type Fault =
  /** None: the request and its response pass. */
  | { readonly kind: 'none' }
  /**
   * Closes both connections after this many bytes of the body were forwarded. With 0, not even the
   * headers are. A shorter body passes unharmed.
   */
  | { readonly kind: 'cut'; readonly afterBytes: number; readonly reset?: boolean }
  /** Forwards the request and closes the connection without the response. */
  | { readonly kind: 'lose-answer'; readonly reset?: boolean }
  /**
   * Forwards the request and closes the connection after this many bytes of the response, headers
   * included.
   */
  | { readonly kind: 'cut-answer'; readonly afterBytes: number }
  /** Reads the request, forwards nothing and never responds. */
  | { readonly kind: 'silence' }
  /** Forwards this many bytes of the body, then neither reads nor responds. */
  | { readonly kind: 'stall'; readonly afterBytes: number }
  /** Forwards everything at this speed, in both directions. */
  | { readonly kind: 'slow'; readonly bytesPerSecond: number }
  /** Reads the request, forwards nothing and responds itself. */
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    };

/** A fault for a new connection: `ignore` accepts it and then neither reads nor writes. */
export type ConnectionFault = 'none' | 'close' | 'reset' | 'ignore';

/** A request as the proxy has seen it so far. */
export interface SeenRequest {
  /** Starts at 0. */
  readonly number: number;
  /** The number of its connection, from 0. */
  readonly connection: number;
  readonly method: string;
  /** With the query, as it was sent. */
  readonly path: string;
  /** With names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Bytes of its body that have arrived. */
  readonly bodyBytes: number;
  /** `cut`: by the fault. `client-gone` and `server-gone`: closed by that side. */
  readonly outcome: 'under-way' | 'answered' | 'cut' | 'client-gone' | 'server-gone';
}

/** Chooses the fault of each request. */
export type FaultScript = (request: SeenRequest) => Fault;

/** Forwards everything. */
export const noFault: Fault = { kind: 'none' };

/** One fault per request, in order; later requests pass. */
export function inOrder(...faults: readonly Fault[]): FaultScript {
  let next = 0;
  return () => faults[next++] ?? noFault;
}

/** The same fault for every request. */
export function always(fault: Fault): FaultScript {
  return () => fault;
}

/** A script for requests of one method; all others pass and are not counted. */
export function onlyFor(method: string, script: FaultScript): FaultScript {
  return (request) => (request.method === method ? script(request) : noFault);
}

/** A busy server: 503 with `Retry-After`. */
export function busy(retryAfterSeconds: number): Fault {
  return {
    kind: 'answer',
    status: 503,
    headers: { 'retry-after': String(retryAfterSeconds), 'content-type': 'application/xml' },
    body: '<?xml version="1.0"?><Error><Code>SlowDown</Code><Message>Busy</Message></Error>',
  };
}
