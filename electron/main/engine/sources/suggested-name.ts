import type { ConversionRequest } from '../../../shared/request/conversion-request.js';
import { expandFilename } from '../../../shared/request/filename-pattern.js';
import { sourceName, suggestedFilename } from '../../../shared/request/source-name.js';

/** A name for a PDF that is looked at before it is saved: the one asked for, else from the title, else from the source. */
export function suggestedName({ filename, source }: ConversionRequest, title: string): string {
  if (filename === undefined) return suggestedFilename(source, title);
  const name = sourceName(source);
  return expandFilename(filename, { name, title, date: new Date(), n: 1, of: 1 });
}
