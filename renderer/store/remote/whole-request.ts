import type { ConversionRequest } from '@shared/request/conversion-request.js';
import { conversionRequestSchema } from '@shared/request/conversion-request.js';
import { useDraft } from '../draft-store.js';
import { wholeOptionsInput } from '../draft-options.js';
import { currentReading } from '../reading.js';

/** The document in the form as one request with all that a service is told; null while a field of it is wrong or there is none. */
export function wholeRequest(): ConversionRequest | null {
  const { request } = currentReading();
  if (!request) return null;
  const { zoom, ...input } = wholeOptionsInput(useDraft.getState().draft);
  const parsed = conversionRequestSchema.safeParse({
    ...input,
    // 100 % is what is meant by saying nothing.
    ...(zoom !== 1 && { zoom }),
    source: request.source,
  });
  return parsed.success ? parsed.data : null;
}
