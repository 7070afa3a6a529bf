import { readFile } from 'node:fs/promises';
import { codeOf } from '../../shared/messages/errors.js';
import { type Message, message } from '../../shared/messages/message.js';
import { quotePath } from '../../shared/request/text.js';

/**
 * Empty if there is no file.
 * @param failure returns the error to throw if the file is unreadable, for this reason
 */
export async function textOfFile(
  file: string,
  failure: (reason: Message) => Error,
): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return '';
    const params = { file: quotePath(file), code: codeOf(error) || String(error) };
    throw failure(message('servers.fileUnreadable', params));
  }
}

/**
 * True if one pattern matches, and none that begins with "!" (ssh_config(5), "PATTERNS"). Letters
 * of both cases are equal.
 */
export function includesHost(patterns: readonly string[], host: string): boolean {
  const isExcluded = patterns.some(
    (each) => each.startsWith('!') && matchesPattern(each.slice(1), host),
  );
  return !isExcluded && patterns.some((each) => matchesPattern(each, host));
}

/** The pattern, with `*` and `?`, must match all of the text. */
export function matchesPattern(pattern: string, text: string): boolean {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*+/g, '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, 'is').test(text);
}
