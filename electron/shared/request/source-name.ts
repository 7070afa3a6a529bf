import { suggestPdfFilename } from './filename.js';
import type { ConversionSource } from './source.js';

const documentEnding = /\.(html?|xhtml|mhtml?|svg|txt|php|aspx?|jsp)$/i;

/** What a source is called, without an ending: a file's own name, the last part of an address or its host, `document` for text. */
export function sourceName(source: ConversionSource): string {
  switch (source.kind) {
    case 'file':
      return nameOfFile(source.path);
    case 'url':
      return nameOfAddress(new URL(source.url));
    case 'html':
      return 'document';
  }
}

/** The name of a source's PDF where none is asked for: beside a file, the same name; else one that fits every program. */
export function defaultFilename(source: ConversionSource): string {
  const name = sourceName(source);
  return source.kind === 'file' ? `${name}.pdf` : suggestPdfFilename(name);
}

/**
 * A name for a PDF that is looked at before it is saved, one that fits every program: from its title, else from its source. A title that is the name of a
 * file, such as `b.html`, gives `b.pdf`.
 * @param title empty: it has none
 */
export function suggestedFilename(source: ConversionSource, title: string): string {
  const plain = /\s/.test(title.trim()) ? title : title.trim().replace(documentEnding, '');
  return suggestPdfFilename(plain || sourceName(source));
}

/** The name of a file without its last ending. A backslash parts folders only in a path that is one of Windows. */
function nameOfFile(path: string): string {
  const parting = /^([A-Za-z]:[\\/]|\\\\)/.test(path) ? /[\\/]/ : '/';
  const name = path.split(parting).at(-1) ?? '';
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}

function nameOfAddress({ pathname, hostname }: URL): string {
  const segment = pathname.split('/').findLast((part) => part !== '') ?? '';
  const name = decoded(segment).replace(documentEnding, '');
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
