import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { codeOf } from '../../../shared/messages/errors.js';
import { message } from '../../../shared/messages/message.js';
import { singleLine } from '../../../shared/request/text.js';
import { type Parsed, invalid, valid } from '../../../shared/request/validation.js';
import { readFailure } from '../../util/disk-path.js';
import { unicodeText } from '../../engine/sources/text-encoding.js';

/**
 * In UTF-8 or UTF-16.
 * @param missing the message about a file that does not exist
 */
export function readTextFile(
  path: string,
  cwd: string,
  missing:
    | 'convert.fileMissing'
    | 'convert.textFileMissing'
    | 'convert.requestFileMissing' = 'convert.fileMissing',
): Parsed<string> {
  try {
    return valid(unicodeText(readFileSync(resolve(cwd, path))));
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return invalid(message(missing, { path: singleLine(path) }));
    return invalid(readFailure(path, thrown));
  }
}
