import type { Draft } from '@shared/draft.js';
import type { FieldIssue } from '@shared/errors.js';
import { call } from '../../bridge.js';
import { chooseAddress, loadUrl, touchFields, useDraft } from '../form/draft-store.js';
import { showNotice, showUndo, reportResult } from '../../ui/notices.js';
import { fieldsOf } from '../form/reading.js';
import { focusField, showView } from '../../ui/ui-store.js';
import { firstAddressIssue } from './addresses.js';
import { destinations } from './destinations.js';
import { countSources, readBatch } from './read-batch.js';
import { useConverting } from './converting-store.js';
import { restoreAddresses, restoreFiles, removeAddresses, removeFiles } from './queued-sources.js';
import { sourcesText } from './wording.js';
import { t } from '../../i18n/t.js';

/**
 * Adds everything in the open tab to the queue, with the options of the form. Added sources leave
 * the form, so that they aren't added twice; pasted HTML stays. If the form has an error, shows
 * that instead.
 */
export async function convertAll(): Promise<void> {
  if (useConverting.getState().adding) return;
  loadUrl();
  const { draft } = useDraft.getState();
  if (countSources(draft) === 0) {
    showNotice(t('preview.nothingToConvert'));
    return;
  }
  const { sources, options, issues } = readBatch(draft, destinations());
  if (!options || issues.length > 0) {
    showBatchIssues(issues);
    return;
  }
  useConverting.setState({ adding: true });
  const result = await call('jobs:add', { sources: [...sources], options });
  useConverting.setState({ adding: false });
  if (!reportResult(t('queue.addFailed'), result)) {
    return;
  }
  removeSources(draft, result.value.ids);
  showView('queue');
}

/** Shows the errors that prevent a batch and focuses the first. */
export function showBatchIssues(issues: readonly FieldIssue[]): void {
  const [first, ...others] = fieldsOf(issues);
  if (!first) return;
  const wrongAddress = firstAddressIssue(useDraft.getState().draft.url);
  if (first === 'source' && wrongAddress) chooseAddress(wrongAddress.index);
  useConverting.setState({ issues });
  touchFields([first, ...others]);
  focusField(first);
}

/** Clears the errors of a batch when the form changes. */
export function followForm(): void {
  useDraft.subscribe((state, before) => {
    if (state.draft !== before.draft && useConverting.getState().issues.length > 0) {
      useConverting.setState({ issues: [] });
    }
  });
}

function removeSources(draft: Draft, ids: string[]): void {
  const { tab, files, selectedPath, url } = draft;
  if (tab === 'files') removeFiles(files);
  if (tab === 'url') removeAddresses(url);
  showUndo(t('queue.added', { sources: sourcesText(draft) }), () => {
    if (tab === 'files') restoreFiles(files, selectedPath);
    if (tab === 'url') restoreAddresses(url);
    void undoEnqueue(ids);
  });
}

async function undoEnqueue(ids: string[]): Promise<void> {
  const result = await call('jobs:remove', { ids });
  reportResult(t('queue.removeFailed'), result);
}
