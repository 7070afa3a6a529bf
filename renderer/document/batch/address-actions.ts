import { changeDraft, chooseAddress, loadUrl, useDraft } from '../form/draft-store.js';
import { showUndo } from '../../ui/notices.js';
import { focusField } from '../../ui/ui-store.js';
import { addressLines, filledAddresses, tidyLines, withLine, withoutLine } from './addresses.js';
import { formatAddresses } from './wording.js';
import { t } from '../../i18n/t.js';

/** Replaces the selected URL. Several lines become several URLs; the first is shown. */
export function writeAddress(text: string): void {
  const { draft, address } = useDraft.getState();
  changeDraft({ url: withLine(draft.url, address, text) });
}

/** Replaces the selected URL with pasted lines, without blank ones, and loads the first. */
export function pasteAddresses(text: string): void {
  const { draft, address } = useDraft.getState();
  changeDraft({ url: withLine(draft.url, address, tidyLines(text).join('\n')) });
  chooseAddress(address);
}

/**
 * Adds several URLs: to an existing list, otherwise in place of a single URL. The first is shown.
 */
export function addAddresses(urls: readonly string[]): void {
  const known = filledAddresses(useDraft.getState().draft.url);
  const others = known.length > 1 ? known : [];
  changeDraft({ tab: 'url', url: [...others, ...urls].join('\n') });
  chooseAddress(others.length);
}

/** Adds an empty URL at the end. */
export function addAddress(): void {
  const { url } = useDraft.getState().draft;
  changeDraft({ url: `${url}\n` });
  chooseAddress(addressLines(url).length);
  focusField('source');
}

/** Removes a URL. If it was selected, the next one is shown. */
export function removeAddress(index: number): void {
  const { draft, address } = useDraft.getState();
  const url = withoutLine(draft.url, index);
  changeDraft({ url });
  chooseAddress(
    Math.max(0, Math.min(index < address ? address - 1 : address, addressLines(url).length - 1)),
  );
}

/** Clears the list, with undo. */
export function clearAddresses(): void {
  const { url } = useDraft.getState().draft;
  loadUrl('');
  focusField('source');
  showUndo(t('form.sourcesRemoved', { sources: formatAddresses(addressLines(url).length) }), () => {
    changeDraft({ tab: 'url' });
    loadUrl(url);
  });
}
