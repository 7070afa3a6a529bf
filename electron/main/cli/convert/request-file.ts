import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { AppError, codeOf } from '../../../shared/errors.js';
import { quotePath } from '../../../shared/request/text.js';
import { type WireContents, wireContents } from '../../../shared/request/wire.js';

/**
 * Reads the file of `--request`: a request in the interface's wire form (section 2.1).
 * @throws AppError `invalid-request` if it cannot be read or holds no JSON object
 */
export function readRequestFile(path: string, cwd: string): WireContents {
  return wireContents(parseJson(path, readText(path, cwd)));
}

function readText(path: string, cwd: string): string {
  try {
    return readFileSync(resolve(cwd, path), 'utf8').replace(/^\ufeff/, '');
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT')
      throw issue(`The request file ${quotePath(path)} does not exist; check the path.`);
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    throw issue(`The request file ${quotePath(path)} cannot be read: ${reason}.`);
  }
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    throw issue(`The request file ${quotePath(path)} is not JSON: ${reason}.`);
  }
}

function issue(message: string): AppError {
  return new AppError('invalid-request', message, [{ field: '--request', message }]);
}
