import type { Draft } from '@shared/draft.js';
import { message } from '@shared/messages/message.js';
import type { SourceList } from '@shared/source-list.js';
import { call, pathOf } from '../../bridge.js';
import { addAddresses } from '../batch/address-actions.js';
import { addSources, changeDraft, loadUrl, useDraft } from './draft-store.js';
import { showNotice, showUndo, reportResult } from '../../ui/notices.js';
import { recognizePasted } from './pasted.js';
import { forgetSaved } from './saving.js';
import { focusField, showView } from '../../ui/ui-store.js';
import { addedText, formatFiles } from '../../ui/wording.js';
import { t } from '../../i18n/t.js';

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

  useDraft.setState({ inspecting: true, found: 0 });
  const result = await call('source:inspect', { paths });
  useDraft.setState({ inspecting: false });
  if (!reportResult(t('form.readFilesFailed'), result)) {
    return;
  }
  addSources({ files: result.value.files, refused: [...result.value.refused, ...withoutPath] });
  const text = addedText(result.value.files);
  if (text !== null) showNotice(text);
}

/** Asks for files in a dialog and adds them. */
export async function chooseFiles(): Promise<void> {
  const result = await call('source:choose', undefined);
  if (!reportResult(t('form.readFilesFailed'), result)) {
    return;
  }
  applySourceList(result.value);
}

/** Clears the list, with undo. */
export function clearFiles(): void {
  const { files, selectedPath } = useDraft.getState().draft;
  if (files.length === 0) return;
  changeDraft({ files: [], selectedPath: null });
  focusField('source');
  showUndo(t('form.sourcesRemoved', { sources: formatFiles(files.length) }), () => {
    restoreFiles(files, selectedPath);
  });
}

/** Adds files found by the main process; an empty list changes nothing. */
export function applySourceList(list: SourceList): void {
  if (list.files.length === 0 && list.refused.length === 0) return;
  showView('document');
  addSources(list);
}

/** Handles pasted or dropped text: a URL, several URLs, or HTML. */
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
    case 'html':
      replaceHtml(pasted.html);
      return;
    case 'unknown':
      showNotice(t('form.unknownPaste'));
  }
}

/** Replaces the HTML in the editor, with undo. */
export function replaceHtml(html: string): void {
  const { html: before, allowedFolders } = useDraft.getState().draft;
  changeDraft({ tab: 'html', html, allowedFolders: [] });
  forgetSaved('html');
  if (before.trim() === '' || before === html) return;
  showUndo(t('form.htmlReplaced'), () => {
    changeDraft({ tab: 'html', html: before, allowedFolders });
  });
}

/** Restores files at the start of the list, before those added since. */
function restoreFiles(queued: Draft['files'], selectedPath: string | null): void {
  const { files } = useDraft.getState().draft;
  const restored = new Set(queued.map(({ path }) => path));
  const others = files.filter(({ path }) => !restored.has(path));
  changeDraft({ tab: 'files', files: [...queued, ...others], selectedPath });
}
