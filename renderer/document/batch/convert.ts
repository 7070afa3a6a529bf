import type { Draft } from '@shared/draft.js';
import type { FieldIssue } from '@shared/errors.js';
import { call } from '../../bridge.js';
import {
  countSources,
  chooseAddress,
  loadUrl,
  touchFields,
  useDraft,
} from '../form/draft-store.js';
import { reportResult, showActions, showNotice } from '../../ui/notices.js';
import { fieldsOf } from '../form/reading.js';
import { focusField, showView } from '../../ui/ui-store.js';
import { currentSuggestedName } from '../preview/ready-pdf.js';
import { firstAddressIssue } from './addresses.js';
import { destinations } from './destinations.js';
import { readBatch } from './read-batch.js';
import { useConverting } from './converting-store.js';
import { formatAddresses, sourcesText } from './wording.js';
import { t } from '../../i18n/t.js';

/**
 * Adds everything in the open tab to the queue, with the options of the form, which stays as it is.
 * Invalid URLs are skipped. If the form has an error, shows that instead.
 */
export async function convertAll(): Promise<void> {
  if (useConverting.getState().adding) return;
  loadUrl();
  const { draft } = useDraft.getState();
  const count = countSources(draft);
  if (count === 0) {
    showNotice(t('preview.nothingToConvert'));
    return;
  }
  const isNamed = draft.filename !== '' || count > 1 || draft.tab === 'files';
  const named = isNamed ? draft : { ...draft, filename: currentSuggestedName() };
  const { sources, options, issues } = readBatch(named, destinations());
  if (!options || issues.length > 0) {
    showBatchIssues(issues);
    return;
  }
  useConverting.setState({ adding: true });
  const result = await call('jobs:add', { sources: [...sources], options });
  useConverting.setState({ adding: false });
  if (!reportResult(t('queue.addFailed'), result)) return;
  const { ids } = result.value;
  showActions(t('queue.added', { sources: addedSources(draft, ids.length) }), [
    { label: t('queue.viewQueue'), run: () => showView('queue') },
    { label: t('window.undo'), run: () => void undoEnqueue(ids) },
  ]);
}

function addedSources(draft: Draft, count: number): string {
  return draft.tab === 'url' ? formatAddresses(count) : sourcesText(draft);
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

async function undoEnqueue(ids: string[]): Promise<void> {
  const result = await call('jobs:remove', { ids });
  reportResult(t('queue.removeFailed'), result);
}
