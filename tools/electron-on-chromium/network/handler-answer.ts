import type { Protocol } from 'devtools-protocol';
import type { DevToolsSession } from '../devtools/session.js';
import { toChromium } from './custom-schemes.js';
import { type Handler, callHandler } from './protocol.js';

type Paused = Protocol.Fetch.RequestPausedEvent;

/** Ends a held request with an error. */
export async function failPaused(
  target: DevToolsSession,
  { requestId }: Paused,
  errorReason: Protocol.Network.ErrorReason,
): Promise<void> {
  await target.send('Fetch.failRequest', { requestId, errorReason });
}

/**
 * Answers a held request through a protocol handler.
 * @param onError gets the network error where there is no answer, before Chromium does
 */
export async function answerPaused(
  target: DevToolsSession,
  paused: Paused,
  url: string,
  handler: Handler,
  onError: (error: string) => void,
): Promise<void> {
  const { method, headers } = paused.request;
  const answer = await callHandler(handler, { url, method, headers, body: bodyOf(paused) });
  if (!answer.ok) {
    onError(answer.error);
    return failPaused(target, paused, 'Failed');
  }
  await target.send('Fetch.fulfillRequest', {
    requestId: paused.requestId,
    responseCode: answer.status,
    ...(answer.statusText === '' ? {} : { responsePhrase: answer.statusText }),
    responseHeaders: answer.headers.map(({ name, value }) =>
      name === 'location' ? { name, value: toChromium(value) } : { name, value },
    ),
    body: answer.body.toString('base64'),
  });
}

/** Bytes that a request sends; files among them are not to be had over DevTools and are left out. */
function bodyOf({ request }: Paused): Uint8Array<ArrayBuffer> | null {
  const parts = (request.postDataEntries ?? []).flatMap(({ bytes }) =>
    bytes === undefined ? [] : [Buffer.from(bytes, 'base64')],
  );
  return parts.length === 0 ? null : new Uint8Array(Buffer.concat(parts));
}
