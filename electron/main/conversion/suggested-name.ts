import type { ConversionRequest } from '../../shared/request/conversion-request.js';
import { suggestPdfFilename } from '../../shared/request/filename.js';
import { expandFilename } from '../../shared/request/filename-pattern.js';
import { sourceName } from '../../shared/request/source-name.js';

/** A name for a PDF that is looked at before it is saved: the one asked for, else from the title, else from the source. */
export function suggestedName({ filename, source }: ConversionRequest, title: string): string {
  const name = sourceName(source);
  if (filename === undefined) return suggestPdfFilename(title || name);
  return expandFilename(filename, { name, title, date: new Date(), n: 1, of: 1 });
}
