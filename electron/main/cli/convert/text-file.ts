import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { codeOf } from '../../../shared/errors.js';
import { message } from '../../../shared/messages/message.js';
import { singleLine } from '../../../shared/request/text.js';
import { type Parsed, invalid, valid } from '../../../shared/request/validation.js';
import { readFailure } from '../../engine/sources/source-files.js';

/**
 * Reads a file in UTF-8 that an option names.
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
    return valid(readFileSync(resolve(cwd, path), 'utf8').replace(/^\ufeff/, ''));
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return invalid(message(missing, { path: singleLine(path) }));
    return invalid(readFailure(path, thrown));
  }
}
