import type { RemoteCall } from './remote-call.js';
import { authorization } from './authorization.js';

const longest = 300;
const mask = '•••';

/** What a service says, as it may be shown: on one line, without control characters, without the key, and not too long. */
export function shownText(text: string, call: Pick<RemoteCall, 'endpoint' | 'secret'>): string {
  return cut(hidden(oneLine(text), call).trim());
}

/** A text without the key, however it is spelled. */
export function hidden(
  text: string,
  { endpoint, secret }: Pick<RemoteCall, 'endpoint' | 'secret'>,
) {
  const [, encoded = ''] = authorization(endpoint, secret)?.split(' ') ?? [];
  const spellings = [encoded, encodeURIComponent(encoded), secret, encodeURIComponent(secret)]
    .map(oneLine)
    .filter((spelling) => spelling !== '');
  return spellings.reduce((shown, spelling) => shown.replaceAll(spelling, mask), text);
}

/** Control characters, and marks that turn the direction of writing, are taken out before the key is looked for: they could part it. */
function oneLine(text: string): string {
  return (
    text
      .replace(/\s+/gu, ' ')
      // eslint-disable-next-line no-control-regex -- control characters must not reach a terminal
      .replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/g, '')
  );
}

function cut(text: string): string {
  const characters = Array.from(text);
  return characters.length <= longest ? text : `${characters.slice(0, longest - 1).join('')}…`;
}
