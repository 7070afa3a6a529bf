import type { ClientRequest } from 'node:http';

/** Small enough that a slow connection moves one of them within the limit on standstill. */
const sliceBytes = 64 * 1024;

/** How long a server may take to say that it wants a body; one that does not know the question gets the body then. */
const continueMs = 1_000;

/**
 * Sends the body of a request in slices. A request that expects `100-continue` waits for it (RFC 9110, section 10.1.1); once the server has answered, nothing
 * more is sent. What goes wrong is told by the request's own events.
 * @param onSent told how many bytes have been given to the system, beginning with 0
 */
export function sendBody(
  delivery: ClientRequest,
  body: unknown,
  onSent: (bytes: number) => void,
): void {
  const bytes = bytesOf(body);
  if (bytes.length === 0) {
    delivery.end();
    return;
  }
  let isAnswered = false;
  delivery.once('response', () => (isAnswered = true));
  const send = (from: number) => {
    if (isAnswered || delivery.destroyed) return;
    onSent(from);
    if (from >= bytes.length) {
      delivery.end();
      return;
    }
    const slice = bytes.subarray(from, from + sliceBytes);
    delivery.write(slice, (error) => {
      // The request's own event says what it was.
      if (!error) send(from + slice.length);
    });
  };
  onceWanted(delivery, () => send(0));
}

function onceWanted(delivery: ClientRequest, go: () => void): void {
  if (delivery.getHeader('expect') === undefined) {
    go();
    return;
  }
  const timer = setTimeout(start, continueMs);
  function start(): void {
    clearTimeout(timer);
    delivery.off('continue', start);
    go();
  }
  delivery.once('continue', start);
  delivery.once('close', () => clearTimeout(timer));
  delivery.once('response', () => clearTimeout(timer));
}

function bytesOf(body: unknown): Uint8Array {
  if (body === undefined || body === null) return new Uint8Array();
  if (body instanceof Uint8Array) return body;
  if (typeof body === 'string') return Buffer.from(body);
  throw new TypeError('A bucket is sent text and buffers only: a stream cannot be sent again.');
}
