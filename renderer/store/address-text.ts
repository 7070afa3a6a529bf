import { looksLikeUrl, withScheme } from '@shared/request/address.js';

/** An address as it was typed, with a scheme if it has none, and without slashes at its end, which are none that were meant. */
export function addressText(text: string): string {
  const written = text.trim().replace(/\/+$/, '');
  return looksLikeUrl(written) && !/^https?:/i.test(written) ? withScheme(written) : written;
}
