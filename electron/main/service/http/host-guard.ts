import type { IncomingMessage } from 'node:http';
import { isLoopbackHost } from '../../../shared/request/url.js';
import { quote } from '../../../shared/request/text.js';
import { Problem } from './problem.js';

/** Turns away a request without the header `Host`, which only HTTP/1.0 does not demand (RFC 9112, section 3.2). @throws Problem 400 */
export function checkHasHost({ headers, httpVersion }: IncomingMessage): void {
  if (headers.host !== undefined || httpVersion === '1.0') return;
  throw new Problem(
    400,
    'invalid-http',
    'There is no header Host, which HTTP/1.1 demands; send one.',
  );
}

/**
 * Turns away what reached a service that asks for no key by a name that is not this computer's. A page of a stranger, open in a browser here, may have its own
 * name lead to 127.0.0.1 (DNS rebinding): to the browser the service is the page's own then, and only the header `Host` still tells.
 * @param host the header as it came
 * @param baseUrl whose host is let in beside those of this computer
 * @throws Problem 421 (RFC 9110, section 15.5.20)
 */
export function checkHost(host: string | undefined, baseUrl: string | null): void {
  const name = hostNameOf(`http://${host ?? ''}`);
  if (name !== null && (isLoopbackHost(name) || name === hostNameOf(baseUrl))) return;
  throw new Problem(
    421,
    'misdirected-request',
    `The header Host is ${quote(host ?? '')}; without a key this is answered only where it is localhost or 127.0.0.1. Ask http://127.0.0.1, or start the service with --base-url.`,
  );
}

/** As the URL parser spells it, which makes different spellings of one host equal. */
function hostNameOf(address: string | null): string | null {
  return address !== null && URL.canParse(address) ? new URL(address).hostname : null;
}
