import { looksLikeUrl, sourceFromPerson } from '@shared/request/source.js';

/** The addresses of the form, one a line; a single empty one where there is none. */
export function addressLines(url: string): readonly string[] {
  return url.split('\n');
}

/** The text with one line written anew; several lines in the place of one, if the new text has several. */
export function withLine(url: string, index: number, text: string): string {
  return addressLines(url)
    .toSpliced(index, 1, ...text.split(/\r?\n|\r/))
    .join('\n');
}

/** The text without one line. */
export function withoutLine(url: string, index: number): string {
  return addressLines(url).toSpliced(index, 1).join('\n');
}

/** The addresses that are filled in. */
export function filledAddresses(url: string): readonly string[] {
  return addressLines(url).filter((line) => line.trim() !== '');
}

/** The mistake in a line, in a sentence; null if there is none or the line is empty. */
export function addressMistake(line: string): string | null {
  if (line.trim() === '') return null;
  const source = sourceFromPerson(line);
  return source.ok ? null : source.message;
}

/** The first line with a mistake, from 0, with its sentence, which tells the line where there are several; null if all are right. */
export function firstAddressMistake(
  url: string,
): { readonly index: number; readonly message: string } | null {
  const lines = addressLines(url);
  for (const [index, line] of lines.entries()) {
    const message = addressMistake(line);
    if (message === null) continue;
    return { index, message: lines.length === 1 ? message : `Line ${index + 1}: ${message}` };
  }
  return null;
}

/**
 * The addresses in a pasted text that is a list of them: two lines or more, each of which looks like an address. Blank lines and
 * spaces around are dropped. Null for any other text.
 */
export function addressesIn(text: string): readonly string[] | null {
  const lines = tidyLines(text);
  return lines.length > 1 && lines.every(looksLikeUrl) ? lines : null;
}

/** The lines of a text that hold something, without spaces around them. */
export function tidyLines(text: string): readonly string[] {
  return text
    .split(/\r?\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
