import type { FieldIssue } from '@shared/errors.js';
import { unsupportedByApi } from '@shared/request/unsupported.js';
import type { ConversionRequest } from '@shared/request/request.js';
import type { ConversionSource } from '@shared/request/source.js';

/**
 * Returns what no service supports. Files, and HTML with a base, are sent bundled, so their source
 * isn't an error.
 */
export function unsupportedByService(request: ConversionRequest): readonly FieldIssue[] {
  return unsupportedByApi(isPacked(request.source) ? { ...request, source: packed } : request);
}

const packed = { kind: 'html', html: '<p>' } as const;

function isPacked(source: ConversionSource): boolean {
  if (source.kind === 'file') return true;
  return source.kind === 'html' && source.base !== undefined;
}
