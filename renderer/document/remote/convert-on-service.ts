import { convertAll } from '../batch/convert.js';
import { countSources, loadUrl, touchFields, useDraft } from '../form/draft-store.js';
import type { FieldName } from '../form/fields.js';
import { showNotice } from '../../ui/notices.js';
import { renderNow, renderOnService } from '../preview/preview-runner.js';
import { currentReading, fieldsOf } from '../form/reading.js';
import { focusField } from '../../ui/ui-store.js';
import { useEndpoints } from '../../settings/endpoints-store.js';
import { placeIssues } from './render-place.js';
import { wholeRequest } from './whole-request.js';
import { t } from '../../i18n/t.js';

/** Fields that only apply to a finished PDF: their errors don't prevent a conversion. */
const fieldsAfterwards: ReadonlySet<FieldName> = new Set([
  'output.save',
  'output.folder',
  'output.existing',
  'output.uploads',
  'output.uploadPath',
]);

/**
 * Converts the document in the form with the selected service; several documents, or those without
 * a service, go to the queue.
 */
export async function convert(): Promise<void> {
  const { draft } = useDraft.getState();
  if (draft.renderOn === null || countSources(draft) > 1) await convertAll();
  else convertOnService();
}

/** Repeats the conversion of the form after an error or cancellation. */
export function retryRender(): void {
  if (useDraft.getState().draft.renderOn === null) renderNow();
  else convertOnService();
}

/**
 * Sends the document in the form to the selected service. If the form has an error, shows that
 * instead.
 */
export function convertOnService(): void {
  loadUrl();
  const { draft } = useDraft.getState();
  const { issues, sourceIsEmpty } = currentReading();
  const { endpoints } = useEndpoints.getState();
  const [first, ...others] = fieldsOf([...placeIssues(draft, endpoints), ...issues]).filter(
    (field) => !fieldsAfterwards.has(field),
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
