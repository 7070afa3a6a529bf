/** What a faulty proxy does to one request. */
export type Fault =
  /** Nothing: the request and its answer pass. */
  | { readonly kind: 'none' }
  /**
   * Closes the connection when so many bytes of the body have been passed on to the server, which
   * sees the same. With 0 nothing is passed on, not even the head. A body that is not longer than
   * that passes unharmed.
   */
  | { readonly kind: 'cut'; readonly afterBytes: number; readonly reset?: boolean }
  /** Lets the server carry the request out, and closes the connection without its answer. */
  | { readonly kind: 'lose-answer'; readonly reset?: boolean }
  /**
   * Lets the server carry the request out, and closes the connection after so many bytes of its
   * answer, head included.
   */
  | { readonly kind: 'cut-answer'; readonly afterBytes: number }
  /** Reads the request, passes nothing on, and never answers. */
  | { readonly kind: 'silence' }
  /** Passes on so many bytes of the body, and then neither reads nor answers any more. */
  | { readonly kind: 'stall'; readonly afterBytes: number }
  /** Passes everything, in both directions, at this speed. */
  | { readonly kind: 'slow'; readonly bytesPerSecond: number }
  /** Reads the request, passes nothing on, and answers by itself. */
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    };

/**
 * What a faulty proxy does to a new connection: `ignore` accepts it and then neither reads nor
 * writes.
 */
export type ConnectionFault = 'none' | 'close' | 'reset' | 'ignore';

/** What a faulty proxy has seen of a request so far. */
export interface SeenRequest {
  /** Counted from 0. */
  readonly number: number;
  /** Which connection it came on, counted from 0. */
  readonly connection: number;
  readonly method: string;
  /** With the query, as it was sent. */
  readonly path: string;
  /** With names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** How much of its body has come in. */
  readonly bodyBytes: number;
  /** `cut`: by the fault. `client-gone` and `server-gone`: by them, unasked. */
  readonly outcome: 'under-way' | 'answered' | 'cut' | 'client-gone' | 'server-gone';
}

/** Says for each request what is to be done to it. */
export type FaultScript = (request: SeenRequest) => Fault;

/** Lets everything pass. */
export const noFault: Fault = { kind: 'none' };

/** One fault for each request, in their order; what comes after them passes. */
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

/** A server that is busy: 503, and when to come again. */
export function busy(retryAfterSeconds: number): Fault {
  return {
    kind: 'answer',
    status: 503,
    headers: { 'retry-after': String(retryAfterSeconds), 'content-type': 'application/xml' },
    body: '<?xml version="1.0"?><Error><Code>SlowDown</Code><Message>Busy</Message></Error>',
  };
}
