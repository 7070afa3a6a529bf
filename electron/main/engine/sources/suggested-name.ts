import type { ConversionRequest } from '../../../shared/request/request.js';
import { expandFilename, sourceName, suggestedFilename } from '../../../shared/request/filename.js';

/** For a previewed PDF: the requested name, else from the title, else from the source. */
export function suggestedName({ filename, source }: ConversionRequest, title: string): string {
  if (filename === undefined) return suggestedFilename(source, title);
  const name = sourceName(source);
  return expandFilename(filename, { name, title, date: new Date(), n: 1, of: 1 });
}
