import { convertAll } from '../batch/convert.js';
import { countSources } from '../batch/read-batch.js';
import { loadUrl, revealFields, useDraft } from '../draft-store.js';
import type { FieldName } from '../fields.js';
import { showNotice } from '../notices.js';
import { renderNow, renderOnService } from '../preview-runner.js';
import { currentReading, fieldsOf } from '../reading.js';
import { focusField } from '../ui-store.js';
import { useEndpoints } from './endpoints-store.js';
import { placeIssues } from './render-place.js';
import { wholeRequest } from './whole-request.js';

/** What is done with a PDF once it is here: a mistake in it keeps none from being made. */
const fieldsAfterwards: ReadonlySet<FieldName> = new Set([
  'output.save',
  'output.folder',
  'output.existing',
  'output.uploads',
  'output.uploadPath',
]);

/** Has the one document in the form made by the service that is chosen, at the person's word; several go to the queue. Without a service all goes there. */
export async function convert(): Promise<void> {
  const { draft } = useDraft.getState();
  if (draft.renderOn === null || countSources(draft) > 1) await convertAll();
  else convertOnService();
}

/** Makes the PDF in the form again, after an error or a cancel, by whoever makes it. */
export function makeAgain(): void {
  if (useDraft.getState().draft.renderOn === null) renderNow();
  else convertOnService();
}

/** Sends the document in the form to the service that is chosen. A mistake in the form is shown instead. */
export function convertOnService(): void {
  loadUrl();
  const { draft } = useDraft.getState();
  const { issues, sourceIsEmpty } = currentReading();
  const { endpoints } = useEndpoints.getState();
  const [first, ...others] = fieldsOf([...placeIssues(draft, endpoints), ...issues]).filter(
    (field) => !fieldsAfterwards.has(field),
  );
  if (first) {
    revealFields([first, ...others]);
    focusField(first);
    return;
  }
  const request = wholeRequest();
  if (sourceIsEmpty || !request || draft.renderOn === null) {
    showNotice('Nothing to convert yet');
    return;
  }
  renderOnService(request, draft.renderOn);
}
