import { basename, extname } from 'node:path';
import { suggestPdfFilename } from '../../shared/request/filename.js';
import type { ConversionSource } from '../../shared/request/source.js';

/** What a source is called, without an ending: a file's own name, the last part of an address or its host, `document` for text. */
export function sourceName(source: ConversionSource): string {
  switch (source.kind) {
    case 'file':
      return basename(source.path, extname(source.path));
    case 'url':
      return nameOfAddress(new URL(source.url));
    case 'html':
      return 'document';
  }
}

/** The name of a source's PDF where none is asked for: beside a file, the same name; else one that fits every program. */
export function usualFilename(source: ConversionSource): string {
  const name = sourceName(source);
  return source.kind === 'file' ? `${name}.pdf` : suggestPdfFilename(name);
}

function nameOfAddress({ pathname, hostname }: URL): string {
  const segment = pathname.split('/').findLast((part) => part !== '') ?? '';
  const name = decoded(segment).replace(/\.(html?|xhtml|mhtml?|svg|txt|php|aspx?|jsp)$/i, '');
  return name === '' ? hostname : name;
}

/** A segment that is not valid percent-encoding names itself. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
