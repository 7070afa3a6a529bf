import { isUtf8 } from 'node:buffer';
import { quote } from '../../../shared/request/text.js';
import { Problem } from './problem.js';

const byteOrderMark = '\u{feff}';

/**
 * The value of a body that is JSON, which is UTF-8 (RFC 8259, section 8.1). A byte order mark before it does not count.
 * @throws SyntaxError if it is no JSON
 * @throws Problem 400 if it is no UTF-8
 */
export function parseJsonBody(body: Buffer): unknown {
  if (!isUtf8(body)) throw notUtf8();
  const text = body.toString('utf8');
  return JSON.parse(text.startsWith(byteOrderMark) ? text.slice(1) : text) as unknown;
}

/** Turns away what says that it is in another charset than JSON may be in. @throws Problem 415 */
export function checkCharset(contentType: string | undefined): void {
  const [, charset = ''] = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(contentType ?? '') ?? [];
  if (charset === '' || /^utf-?8$/i.test(charset)) return;
  throw new Problem(
    415,
    'unsupported-media-type',
    `The body is in the charset ${quote(charset)}, and JSON has to be in UTF-8; write it so, and send it with Content-Type: application/json.`,
  );
}

function notUtf8(): Problem {
  return new Problem(
    400,
    'invalid-json',
    'The body is not JSON: it has bytes that are no UTF-8, such as letters with accents in Latin-1. Write it in UTF-8.',
  );
}
