import { type RemoteEndpoint, pdfPath } from '../endpoints.js';
import type { WireRequest } from './wire.js';

/** The variable of the environment that the command takes the key, or the password, from. */
export const keyVariable = 'PLATEN_API_KEY';

/** Where a request is sent, as far as a command has to say it. */
export type CurlTarget = Pick<RemoteEndpoint, 'address' | 'login' | 'testMode'>;

/** Ends the body. No line of JSON is like it. */
const endOfBody = 'PLATEN_REQUEST';

/** A request as the interface's JSON body, for people to read. */
export function wireText(wire: WireRequest): string {
  return `${JSON.stringify(wire, null, 2)}\n`;
}

/**
 * A request as a command for curl that runs in any POSIX shell. The key is not in it: it comes from the environment, and nothing is sent without it. The PDF
 * goes to a file, which a refusal leaves as it is, unless the service puts it into a bucket: then its answer is shown.
 * @param name of that file, where the request gives the PDF none
 */
export function curlCommand(
  wire: WireRequest,
  { address, login, testMode }: CurlTarget,
  name: string,
): string {
  const inBucket = wire.storage?.provider === 'object_store';
  const parts = [
    // With a body, a failure would be written into the file of the PDF.
    `curl -sS ${inBucket ? '--fail-with-body' : '--fail'}${signIn(login)}`,
    "-H 'Content-Type: application/json'",
    ...(testMode ? ["-H 'svc-test-mode: true'"] : []),
    ...(inBucket ? [] : ["-H 'Accept: application/pdf'", `-o ${quoted(wire.filename ?? name)}`]),
    `--data-binary @- ${quoted(address.trim().replace(/\/+$/, '') + pdfPath)} <<'${endOfBody}'`,
  ];
  return `${parts.join(' \\\n  ')}\n${wireText(wire)}${endOfBody}\n`;
}

/** The key, or the password, is put in by the shell, which stops where the variable is unset or empty. */
function signIn(login: CurlTarget['login']): string {
  if (login.kind === 'none') return '';
  return login.kind === 'key'
    ? ` -u "\${${keyVariable}:?is to be the API key}:"`
    : ` -u ${quoted(`${login.user}:`)}"\${${keyVariable}:?is to be the password}"`;
}

/** As one word of the shell (POSIX Shell Command Language, 2.2.2), which is no option either. */
function quoted(text: string): string {
  const word = text.startsWith('-') ? `./${text}` : text;
  return `'${word.replaceAll("'", "'\\''")}'`;
}
