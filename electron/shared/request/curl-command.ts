import type { RemoteEndpoint } from '../endpoints.js';
import { pdfPath } from '../endpoints.js';
import { usualFilename } from './source-name.js';
import { sourceFromWire } from './source.js';
import type { WireRequest } from './wire.js';

/** The variable of the environment that the command takes the key, or the password, from. */
const keyVariable = 'PLATEN_API_KEY';

/** Where a request is sent, as far as a command has to say it. */
export type CurlTarget = Pick<RemoteEndpoint, 'address' | 'login' | 'testMode'>;

/** Ends the body. No line of JSON is like it. */
const endOfBody = 'PLATEN_REQUEST';

/** A request as the interface's JSON body, for people to read. */
export function wireText(wire: WireRequest): string {
  return `${JSON.stringify(wire, null, 2)}\n`;
}

/**
 * A request as a command for curl that runs in any POSIX shell. The key is not in it: it comes from the environment. The PDF goes to a file, unless the
 * service puts it into a bucket: then its answer is shown.
 */
export function curlCommand(wire: WireRequest, { address, login, testMode }: CurlTarget): string {
  const inBucket = wire.storage?.provider === 'object_store';
  const user = login.kind === 'key' ? '' : quoted(`${login.user}:`);
  const parts = [
    `curl -sS --fail-with-body -u ${user}"$${keyVariable}${login.kind === 'key' ? ':' : ''}"`,
    "-H 'Content-Type: application/json'",
    ...(testMode ? ["-H 'svc-test-mode: true'"] : []),
    ...(inBucket ? [] : ["-H 'Accept: application/pdf'", `-o ${quoted(fileName(wire))}`]),
    `--data-binary @- ${quoted(address.trim().replace(/\/+$/, '') + pdfPath)} <<'${endOfBody}'`,
  ];
  return `${parts.join(' \\\n  ')}\n${wireText(wire)}${endOfBody}\n`;
}

function fileName({ filename, source }: WireRequest): string {
  if (filename !== undefined) return filename;
  const read = sourceFromWire(source);
  return read.ok ? usualFilename(read.value) : 'document.pdf';
}

/** As one word of the shell (POSIX Shell Command Language, 2.2.2), which is no option either. */
function quoted(text: string): string {
  const word = text.startsWith('-') ? `./${text}` : text;
  return `'${word.replaceAll("'", "'\\''")}'`;
}
