import type { Protocol } from 'devtools-protocol';
import type { DevToolsSession } from '../devtools/session.js';
import { toChromium } from './custom-schemes.js';
import { callHandler } from './protocol.js';

type Paused = Protocol.Fetch.RequestPausedEvent;

/** Ends a held request with an error. */
export async function failPaused(
  target: DevToolsSession,
  { requestId }: Paused,
  errorReason: Protocol.Network.ErrorReason,
): Promise<void> {
  await target.send('Fetch.failRequest', { requestId, errorReason });
}

/** Answers a held request through a protocol handler. Gives the network error where there is no answer, else null. */
export async function answerPaused(
  target: DevToolsSession,
  paused: Paused,
  url: string,
  handler: Parameters<typeof callHandler>[0],
): Promise<string | null> {
  const { method, headers } = paused.request;
  const answer = await callHandler(handler, { url, method, headers, body: bodyOf(paused) });
  if (!answer.ok) {
    await failPaused(target, paused, 'Failed');
    return answer.error;
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
  return null;
}

/** Bytes that a request sends; files among them are not to be had over DevTools and are left out. */
function bodyOf({ request }: Paused): Uint8Array<ArrayBuffer> | null {
  const parts = (request.postDataEntries ?? []).flatMap(({ bytes }) =>
    bytes === undefined ? [] : [Buffer.from(bytes, 'base64')],
  );
  return parts.length === 0 ? null : new Uint8Array(Buffer.concat(parts));
}
