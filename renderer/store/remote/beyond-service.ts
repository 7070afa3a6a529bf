import type { FieldIssue } from '@shared/errors.js';
import { beyondInterface } from '@shared/request/beyond-interface.js';
import type { ConversionRequest } from '@shared/request/conversion-request.js';
import type { ConversionSource } from '@shared/request/source.js';

/**
 * What a request asks that no service can do, in the sentences of the interface. A file, and HTML with a folder as its base, are sent with what they
 * load inside, and an address as its base is written into the HTML, so that they are no mistake.
 */
export function beyondService(request: ConversionRequest): readonly FieldIssue[] {
  return beyondInterface(isPacked(request.source) ? { ...request, source: packed } : request);
}

const packed = { kind: 'html', html: '<p>' } as const;

function isPacked(source: ConversionSource): boolean {
  if (source.kind === 'file') return true;
  return source.kind === 'html' && source.base !== undefined;
}
