import { type ConversionRequest, conversionRequestSchema } from '@shared/request/request.js';
import { useSettings } from '../../settings/settings-store.js';
import { useDraft } from '../form/draft-store.js';
import { wholeOptionsInput } from '../form/draft-options.js';
import { currentReading } from '../form/reading.js';

/**
 * Returns the complete request of the form for a service; null if a field is invalid or there is no
 * document.
 */
export function wholeRequest(): ConversionRequest | null {
  const { request } = currentReading();
  if (!request) return null;
  const { zoom, ...input } = wholeOptionsInput(
    useDraft.getState().draft,
    useSettings.getState().lengthUnit,
  );
  const parsed = conversionRequestSchema.safeParse({
    ...input,
    // 100% is the default.
    ...(zoom !== 1 && { zoom }),
    source: request.source,
  });
  return parsed.success ? parsed.data : null;
}
