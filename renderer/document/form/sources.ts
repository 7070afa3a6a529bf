import type { Draft } from '@shared/draft.js';
import { message } from '@shared/messages/message.js';
import type { SourceList } from '@shared/source-list.js';
import { call, pathOf } from '../../bridge/bridge.js';
import {
  addSources,
  changeDraft,
  chooseAddress,
  loadUrl,
  removeFiles,
  reorderAddresses,
  typeDraft,
  useDraft,
} from '../draft/draft-store.js';
import { reportResult, showNotice, showUndo } from '../../ui/notices.js';
import { indexAfterMove, reordered, withMovedFile } from '../draft/merging.js';
import { forgetSaved } from './saving.js';
import { typedPath } from '../../ui/home-folder.js';
import { focusField, showView } from '../../ui/ui-store.js';
import { addedText, formatAddresses, formatFiles, isolated } from '../../i18n/format.js';
import { t } from '../../i18n/t.js';
import { looksLikeHtml, pathFromText } from '@shared/request/source.js';
import { looksLikeUrl } from '@shared/request/url.js';
import {
  addressLines,
  addressesIn,
  filledAddresses,
  tidyLines,
  withLine,
  withoutLine,
} from '../draft/addresses.js';

/** Adds dropped or pasted files and folders. What can't be added is listed with its reason. */
export async function addDroppedFiles(files: readonly File[]): Promise<void> {
  showView('document');
  const found = files.map((file) => ({ name: file.name, path: pathOf(file) }));
  const paths = found.flatMap(({ path }) => (path === '' ? [] : [path]));
  const withoutPath = found
    .filter(({ path }) => path === '')
    .map(({ name }) => ({
      path: name,
      message: message('form.notOnDisk', { name }),
    }));
  if (paths.length === 0) {
    addSources({ files: [], refused: withoutPath });
    return;
  }

  await addPaths(paths, withoutPath);
}

/**
 * What can't be added is listed with its reason.
 * @param refused what is listed besides
 */
export async function addPaths(
  paths: readonly string[],
  refused: SourceList['refused'] = [],
): Promise<void> {
  useDraft.setState({ inspecting: true, found: 0 });
  const result = await call('source:inspect', { paths: [...paths] });
  useDraft.setState({ inspecting: false });
  if (!reportResult(t('form.readFilesFailed'), result)) {
    return;
  }
  addAnnounced({ ...result.value, refused: [...result.value.refused, ...refused] });
}

/** Adds files, and says what was found in folders. */
function addAnnounced(list: SourceList): void {
  addSources(list);
  const text = addedText(list);
  if (text !== null) showNotice(text);
}

/** Loads the typed URL; a path opens the file. */
export function loadTyped(): void {
  const { draft, address } = useDraft.getState();
  const path = pathFromText(typedPath(addressLines(draft.url)[address] ?? ''));
  if (path === null) {
    loadUrl();
    return;
  }
  changeDraft({ url: withLine(draft.url, address, '') });
  void addPaths([path]);
}

export function mergeSources(): void {
  changeDraft({ merge: true });
}

/**
 * Moves a file among those that are shown.
 * @param before index of the shown file that it is moved before; their number for the end
 */
export function moveFile(shown: Draft['files'], from: number, before: number): void {
  const { files } = useDraft.getState().draft;
  changeDraft({ files: withMovedFile(files, shown, from, before) });
}

/** Moves a URL before another one, or to the end. The selected one stays selected. */
export function moveAddress(from: number, before: number): void {
  loadUrl();
  const { draft, address } = useDraft.getState();
  const lines = reordered(addressLines(draft.url), from, before);
  reorderAddresses(lines.join('\n'), indexAfterMove(address, from, before));
}

export async function chooseFiles(): Promise<void> {
  const result = await call('source:choose', undefined);
  if (!reportResult(t('form.readFilesFailed'), result)) {
    return;
  }
  applySourceList(result.value);
}

/** By default all, with undo. */
export function removeSources(removed = useDraft.getState().draft.files): void {
  const { files: before, selectedPath } = useDraft.getState().draft;
  const [first, ...others] = removed;
  if (!first) return;
  removeFiles(new Set(removed.map(({ path }) => path)));
  if (removed.length === before.length) focusField('source');
  const sources = others.length === 0 ? isolated(first.name) : formatFiles(removed.length);
  showUndo(t('form.sourcesRemoved', { sources }), () => {
    restoreFiles(before, new Set(removed), selectedPath);
  });
}

/** Adds files found by the main process; an empty list changes nothing. */
export function applySourceList(list: SourceList): void {
  if (list.files.length === 0 && list.refused.length === 0) return;
  showView('document');
  addAnnounced(list);
}

/** Handles pasted or dropped text: a URL, several URLs, paths, or HTML. */
export function pasteText(plain: string, rich: string): void {
  const pasted = recognizePasted(plain, rich);
  if (pasted.kind !== 'unknown') showView('document');
  switch (pasted.kind) {
    case 'url':
      changeDraft({ tab: 'url' });
      loadUrl(pasted.url);
      return;
    case 'urls':
      addAddresses(pasted.urls);
      return;
    case 'paths':
      void addPaths(pasted.paths);
      return;
    case 'html':
      replaceHtml(pasted.html);
      return;
    case 'unknown':
      showNotice(t('form.unknownPaste'));
  }
}

/** With undo. */
export function replaceHtml(html: string): void {
  const { html: before, allowedFolders } = useDraft.getState().draft;
  changeDraft({ tab: 'html', html, allowedFolders: [] });
  forgetSaved('html');
  if (before.trim() === '' || before === html) return;
  showUndo(t('form.htmlReplaced'), () => {
    changeDraft({ tab: 'html', html: before, allowedFolders });
  });
}

/** Restores files at their place in the list before, followed by those added since. */
function restoreFiles(
  before: Draft['files'],
  removed: ReadonlySet<Draft['files'][number]>,
  selectedPath: string | null,
): void {
  const { files } = useDraft.getState().draft;
  const current = new Map(files.map((file) => [file.path, file]));
  const kept = before.filter((file) => removed.has(file) || current.has(file.path));
  const known = new Set(kept.map(({ path }) => path));
  const restored = kept.map((file) => current.get(file.path) ?? file);
  const added = files.filter(({ path }) => !known.has(path));
  changeDraft({ tab: 'files', files: [...restored, ...added], selectedPath });
}

export type PastedText =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'urls'; readonly urls: readonly string[] }
  | { readonly kind: 'paths'; readonly paths: readonly string[] }
  | { readonly kind: 'html'; readonly html: string }
  | { readonly kind: 'unknown' };

/**
 * Recognizes a URL, a list of URLs, paths, or HTML. For other text it falls back to the rich text,
 * as browsers provide for a copied passage.
 * @param plain the clipboard's text/plain
 * @param rich the clipboard's text/html, empty if it has none
 */
export function recognizePasted(plain: string, rich: string): PastedText {
  const text = plain.trim();
  const urls = addressesIn(text);
  if (urls) return { kind: 'urls', urls };
  if (looksLikeUrl(text)) return { kind: 'url', url: text };
  const paths = tidyLines(text).map((line) => pathFromText(typedPath(line)));
  if (paths.length > 0 && paths.every((path) => path !== null)) return { kind: 'paths', paths };
  if (looksLikeHtml(text)) return { kind: 'html', html: plain };
  if (looksLikeHtml(rich)) return { kind: 'html', html: rich };
  return { kind: 'unknown' };
}

/** Replaces the selected URL. Several lines become several URLs; the first is shown. */
export function writeAddress(text: string): void {
  const { draft, address } = useDraft.getState();
  typeDraft({ url: withLine(draft.url, address, text) });
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
function addAddresses(urls: readonly string[]): void {
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

/** Removes a URL, with undo. If it was selected, the next one is shown. */
export function removeAddress(index: number): void {
  const { draft, address } = useDraft.getState();
  const removed = addressLines(draft.url)[index] ?? '';
  const url = withoutLine(draft.url, index);
  const last = addressLines(url).length - 1;
  changeDraft({ url });
  chooseAddress(Math.max(0, Math.min(index < address ? address - 1 : address, last)));
  if (removed.trim() === '') return;
  showUndo(t('form.sourcesRemoved', { sources: isolated(removed) }), () => {
    const lines = addressLines(useDraft.getState().draft.url).toSpliced(index, 0, removed);
    changeDraft({ tab: 'url', url: lines.join('\n') });
    chooseAddress(Math.min(index, lines.length - 1));
  });
}

/** With undo. */
export function clearAddresses(): void {
  const { url } = useDraft.getState().draft;
  loadUrl('');
  focusField('source');
  showUndo(t('form.sourcesRemoved', { sources: formatAddresses(addressLines(url).length) }), () => {
    changeDraft({ tab: 'url' });
    loadUrl(url);
  });
}
