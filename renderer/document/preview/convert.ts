import type { Draft } from '@shared/draft.js';
import type { FieldIssue } from '@shared/messages/errors.js';
import { call } from '../../bridge/bridge.js';
import {
  chooseAddress,
  countSources,
  isMerging,
  loadUrl,
  touchFields,
  useDraft,
} from '../draft/draft-store.js';
import { reportResult, showActions, showNotice } from '../../ui/notices.js';
import { currentReading, fieldsOf, wholeRequest } from '../draft/reading.js';
import { focusField, showView } from '../../ui/ui-store.js';
import { currentSuggestedName, renderNow, renderOnService } from './preview.js';
import { firstAddressIssue } from '../draft/addresses.js';
import { destinations, readBatch, sourcesText } from '../draft/read-batch.js';
import { hasUnstoredPasswords, storePasswords } from '../draft/passwords.js';
import { t } from '../../i18n/t.js';
import { fieldsAfterConversion } from '../../ui/fields.js';
import { useEndpoints } from '../../settings/targets-store.js';
import { placeIssues } from '../draft/services.js';

/**
 * Adds everything in the open tab to the queue, with the options of the form, which stays as it is.
 * Invalid URLs are skipped. If the form has an error, shows that instead.
 */
export async function convertAll(): Promise<void> {
  if (useDraft.getState().adding) return;
  loadUrl();
  if (hasUnstoredPasswords()) {
    useDraft.setState({ adding: true });
    await storePasswords();
    useDraft.setState({ adding: false });
  }
  const { draft, passwordIssues } = useDraft.getState();
  const count = countSources(draft);
  if (count === 0) {
    showNotice(t('preview.nothingToConvert'));
    return;
  }
  const isNamed = draft.filename !== '' || count > 1 || draft.tab === 'files';
  const named = isNamed ? draft : { ...draft, filename: currentSuggestedName() };
  const { sources, options, issues: found } = readBatch(named, destinations());
  const issues = [...found, ...passwordIssues];
  if (!options || issues.length > 0) {
    showBatchIssues(issues);
    return;
  }
  useDraft.setState({ adding: true });
  const result = await call('jobs:add', { sources: [...sources], options });
  useDraft.setState({ adding: false });
  if (!reportResult(t('queue.addFailed'), result)) return;
  const { ids } = result.value;
  const undo = { label: t('window.undo'), run: () => void undoEnqueue(ids) };
  showActions(addedText(draft, ids.length), [viewQueue(), undo]);
}

/** The button of a notice. */
export function viewQueue() {
  return { label: t('queue.viewQueue'), run: () => showView('queue'), leadsTo: 'queue' } as const;
}

function addedText(draft: Draft, count: number): string {
  if (isMerging(draft)) return t('queue.addedMerged', { sources: sourcesText(draft) });
  return t('queue.added', { sources: sourcesText(draft, count) });
}

/** Shows the errors that prevent a batch and focuses the first. */
export function showBatchIssues(issues: readonly FieldIssue[]): void {
  const [first, ...others] = fieldsOf(issues);
  if (!first) return;
  const wrongAddress = firstAddressIssue(useDraft.getState().draft.url);
  if (first === 'source' && wrongAddress) chooseAddress(wrongAddress.index);
  useDraft.setState({ batchIssues: issues });
  touchFields([first, ...others]);
  focusField(first);
}

async function undoEnqueue(ids: string[]): Promise<void> {
  const result = await call('jobs:remove', { ids });
  reportResult(t('queue.removeFailed'), result);
}

/**
 * Converts the document in the form with the selected service; several documents, or those without
 * a service, go to the queue.
 */
export async function convert(): Promise<void> {
  const { draft } = useDraft.getState();
  if (draft.renderOn === null || countSources(draft) > 1) await convertAll();
  else await convertOnService();
}

/** Repeats the conversion of the form after an error or cancellation. */
export function retryRender(): void {
  if (useDraft.getState().draft.renderOn === null) renderNow();
  else void convertOnService();
}

/**
 * Sends the document in the form to the selected service. If the form has an error, shows that
 * instead.
 */
export async function convertOnService(): Promise<void> {
  loadUrl();
  if (hasUnstoredPasswords()) await storePasswords();
  const { draft } = useDraft.getState();
  const { issues, sourceIsEmpty } = currentReading();
  const { endpoints } = useEndpoints.getState();
  const [first, ...others] = fieldsOf([...placeIssues(draft, endpoints), ...issues]).filter(
    (field) => !fieldsAfterConversion.has(field),
  );
  if (first) {
    touchFields([first, ...others]);
    focusField(first);
    return;
  }
  const request = wholeRequest();
  if (sourceIsEmpty || !request || draft.renderOn === null) {
    showNotice(t('preview.nothingToConvert'));
    return;
  }
  renderOnService(request, draft.renderOn);
}
