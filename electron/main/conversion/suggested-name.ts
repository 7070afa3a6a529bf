import { basename, extname } from 'node:path';
import type { ConversionRequest } from '../../shared/request/conversion-request.js';
import { suggestPdfFilename } from '../../shared/request/filename.js';
import type { ConversionSource } from '../../shared/request/source.js';

/** A name for the PDF that is valid by the interface's filename rule: the one asked for, else from the title, else from the source. */
export function suggestedName(request: ConversionRequest, title: string): string {
  return request.filename ?? suggestPdfFilename(title || nameOfSource(request.source));
}

function nameOfSource(source: ConversionSource): string {
  if (source.kind === 'file') return basename(source.path, extname(source.path));
  if (source.kind === 'html') return 'document';
  const { pathname, hostname } = new URL(source.url);
  return basename(pathname, extname(pathname)) || hostname;
}
