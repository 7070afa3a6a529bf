import { looksLikeUrl, withScheme } from '@shared/request/url.js';

/** Returns a typed URL with a scheme and without trailing slashes. */
export function addressText(text: string): string {
  const written = text.trim().replace(/\/+$/, '');
  return looksLikeUrl(written) && !/^https?:/i.test(written) ? withScheme(written) : written;
}
