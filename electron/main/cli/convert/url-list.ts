import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { AppError } from '../../../shared/errors.js';
import { type ConversionSource, sourceFromInput } from '../../../shared/request/source.js';
import { quotePath } from '../../../shared/request/text.js';
import { readFailure } from '../../engine/sources/source-files.js';
import { englishText } from '../../../shared/messages/translator.js';

type UrlSource = Extract<ConversionSource, { kind: 'url' }>;

/**
 * Reads the file of `--urls`: an address on each line; empty lines and those that start with # are
 * left out.
 * @param file a path, or `-` for standard input
 * @throws AppError `invalid-request` with the mistakes of all lines, `source-unreadable` if there
 * is no such file
 */
export async function readUrlList(
  file: string,
  cwd: string,
  readInput: () => Promise<Uint8Array>,
): Promise<readonly UrlSource[]> {
  const name = file === '-' ? 'standard input' : quotePath(file);
  const bytes = await (file === '-' ? readInput() : readListed(resolve(cwd, file), file));
  const lines = new TextDecoder().decode(bytes).split(/\r\n|[\n\r]/);
  const urls: UrlSource[] = [];
  const issues: string[] = [];
  for (const [index, line] of lines.entries()) {
    if (/^\s*(#|$)/.test(line)) continue;
    const parsed = sourceFromInput(line.trim());
    if (!parsed.ok) issues.push(`Line ${index + 1} of ${name}: ${englishText(parsed.message)}`);
    else if (parsed.value.kind === 'url') urls.push(parsed.value);
  }
  if (urls.length === 0 && issues.length === 0) issues.push(`${name} holds no address.`);
  if (issues.length > 0) throw wrong(issues);
  return urls;
}

async function readListed(path: string, shown: string): Promise<Uint8Array> {
  return readFile(path).catch((thrown: unknown) => {
    const message = readFailure(shown, thrown);
    throw new AppError('source-unreadable', message, [{ field: 'urls', message }]);
  });
}

function wrong(messages: readonly string[]): AppError {
  const fields = messages.map((message) => ({ field: 'urls', message }));
  return new AppError('invalid-request', messages.join(' '), fields);
}
