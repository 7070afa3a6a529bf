import { type RemoteEndpoint, pdfPath } from './endpoints.js';
import type { WireRequest } from './request/wire.js';

/** The environment variable with the key or password. */
export const keyVariable = 'PLATEN_API_KEY';

/** The service that a command sends its request to. */
export type CurlTarget = Pick<RemoteEndpoint, 'address' | 'login' | 'testMode'>;

/** Ends the body; never equals a line of JSON. */
const endOfBody = 'PLATEN_REQUEST';

/** Formatted JSON, as the API takes it. */
export function wireText(wire: WireRequest): string {
  return `${JSON.stringify(wire, null, 2)}\n`;
}

/**
 * For any POSIX shell. The key comes from the environment; without it, nothing is sent. The PDF
 * goes to a file, which an error leaves unchanged. If the service uploads the PDF to a bucket, the
 * command prints the response.
 * @param name name of the file if the request has none
 */
export function curlCommand(
  wire: WireRequest,
  { address, login, testMode }: CurlTarget,
  name: string,
): string {
  const inBucket = wire.storage?.provider === 'object_store';
  const parts = [
    // --fail-with-body would write the error into the PDF file.
    `curl -sS ${inBucket ? '--fail-with-body' : '--fail'}${signIn(login)}`,
    "-H 'Content-Type: application/json'",
    ...(testMode ? ["-H 'svc-test-mode: true'"] : []),
    ...(inBucket ? [] : ["-H 'Accept: application/pdf'", `-o ${quoted(wire.filename ?? name)}`]),
    `--data-binary @- ${quoted(address.trim().replace(/\/+$/, '') + pdfPath)} <<'${endOfBody}'`,
  ];
  return `${parts.join(' \\\n  ')}\n${wireText(wire)}${endOfBody}\n`;
}

/** The shell inserts the key or password, and stops if the variable is unset or empty. */
function signIn(login: CurlTarget['login']): string {
  if (login.kind === 'none') return '';
  return login.kind === 'key'
    ? ` -u "\${${keyVariable}:?must be the API key}:"`
    : ` -u ${quoted(`${login.user}:`)}"\${${keyVariable}:?must be the password}"`;
}

/** Quotes a shell word (POSIX Shell Command Language, 2.2.2) and keeps it from being an option. */
function quoted(text: string): string {
  const word = text.startsWith('-') ? `./${text}` : text;
  return `'${word.replaceAll("'", "'\\''")}'`;
}
