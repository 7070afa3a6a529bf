import { looksLikeHtml, looksLikeUrl } from '@shared/request/source.js';
import { addressesIn } from './batch/addresses.js';

/** What a pasted or dropped text is taken for. */
export type PastedText =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'urls'; readonly urls: readonly string[] }
  | { readonly kind: 'html'; readonly html: string }
  | { readonly kind: 'unknown' };

/**
 * Recognises an address, several of them with a line for each, or HTML. Text that is neither is taken by its rich form, as a browser gives it for a copied passage.
 * @param plain the clipboard's text/plain
 * @param rich the clipboard's text/html, empty if it has none
 */
export function recognisePasted(plain: string, rich: string): PastedText {
  const text = plain.trim();
  const urls = addressesIn(text);
  if (urls) return { kind: 'urls', urls };
  if (looksLikeUrl(text)) return { kind: 'url', url: text };
  if (looksLikeHtml(text)) return { kind: 'html', html: plain };
  if (looksLikeHtml(rich)) return { kind: 'html', html: rich };
  return { kind: 'unknown' };
}
