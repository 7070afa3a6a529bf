import { looksLikeHtml } from '@shared/request/source.js';
import { looksLikeUrl } from '@shared/request/url.js';
import { addressesIn } from '../batch/addresses.js';

/** The kind of a pasted or dropped text. */
export type PastedText =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'urls'; readonly urls: readonly string[] }
  | { readonly kind: 'html'; readonly html: string }
  | { readonly kind: 'unknown' };

/**
 * Recognizes a URL, a list of URLs, or HTML. For other text it falls back to the rich text, as
 * browsers provide for a copied passage.
 * @param plain the clipboard's text/plain
 * @param rich the clipboard's text/html, empty if it has none
 */
export function recognizePasted(plain: string, rich: string): PastedText {
  const text = plain.trim();
  const urls = addressesIn(text);
  if (urls) return { kind: 'urls', urls };
  if (looksLikeUrl(text)) return { kind: 'url', url: text };
  if (looksLikeHtml(text)) return { kind: 'html', html: plain };
  if (looksLikeHtml(rich)) return { kind: 'html', html: rich };
  return { kind: 'unknown' };
}
