import { changeDraft, chooseAddress, loadUrl, useDraft } from '../draft-store.js';
import { showUndo } from '../notices.js';
import { focusField } from '../ui-store.js';
import { addressLines, filledAddresses, tidyLines, withLine, withoutLine } from './addresses.js';
import { formatAddresses } from './wording.js';

/** Writes the address in the field; several lines become several addresses, of which the first is shown. */
export function writeAddress(text: string): void {
  const { draft, address } = useDraft.getState();
  changeDraft({ url: withLine(draft.url, address, text) });
}

/** Puts pasted lines in the place of the address in the field, without blank ones, and loads the first. */
export function pasteAddresses(text: string): void {
  const { draft, address } = useDraft.getState();
  changeDraft({ url: withLine(draft.url, address, tidyLines(text).join('\n')) });
  chooseAddress(address);
}

/** Takes several addresses: in addition to a list of them, else in the place of a single one. The first of them is shown. */
export function takeAddresses(urls: readonly string[]): void {
  const known = filledAddresses(useDraft.getState().draft.url);
  const kept = known.length > 1 ? known : [];
  changeDraft({ tab: 'url', url: [...kept, ...urls].join('\n') });
  chooseAddress(kept.length);
}

/** Adds an empty address at the end, to be typed. */
export function addAddress(): void {
  const { url } = useDraft.getState().draft;
  changeDraft({ url: `${url}\n` });
  chooseAddress(addressLines(url).length);
  focusField('source');
}

/** Takes an address off the list; the one after it is shown where it was the chosen one. */
export function removeAddress(index: number): void {
  const { draft, address } = useDraft.getState();
  const url = withoutLine(draft.url, index);
  changeDraft({ url });
  chooseAddress(
    Math.max(0, Math.min(index < address ? address - 1 : address, addressLines(url).length - 1)),
  );
}

/** Empties the list; what was in it can be had back. */
export function takeAllAddressesOff(): void {
  const { url } = useDraft.getState().draft;
  loadUrl('');
  focusField('source');
  showUndo(`Removed ${formatAddresses(addressLines(url).length)}`, () => {
    changeDraft({ tab: 'url' });
    loadUrl(url);
  });
}
