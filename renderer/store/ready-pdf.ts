import {
  checkFilenamePattern,
  expandFilename,
  hasPlaceholder,
} from '@shared/request/filename-pattern.js';
import { sourceName } from '@shared/request/source-name.js';
import { loadUrl, revealFields, useDraft } from './draft-store.js';
import { fieldsOfBatch } from './fields.js';
import { showNotice } from './notices.js';
import { settlePreview } from './preview-runner.js';
import { type ShownPdf, isOfVersion, usePreview, versionKey } from './preview-store.js';
import { sourceKey } from './read-draft.js';
import { currentReading, fieldsOf } from './reading.js';
import { focusField } from './ui-store.js';

/** One PDF of the form: the same source under the same name. Another title or another name is another file. */
export function pdfKey(source: string, name: string): string {
  return `${name}\n${source}`;
}

/** The name under which the PDF is saved or uploaded: the one typed, with what its placeholders stand for, else the one suggested. */
export function fileNameOf(shown: ShownPdf | null, typed: string): string {
  if (!shown) return typed;
  if (typed === '') return shown.artifact.suggestedName;
  if (!hasPlaceholder(typed) || checkFilenamePattern(typed) !== null) return typed;
  const { title } = shown.artifact;
  const name = sourceName(shown.request.source);
  return expandFilename(typed, { name, title, date: new Date(), n: 1, of: 1 });
}

/**
 * The PDF of what is in the form now, waiting for the preview if it is still being made. Null while there is none: the mistakes are shown then,
 * or a notice.
 * @param loss what is said to be left undone without one, such as `Nothing was saved`
 */
export async function readyPdf(loss: string): Promise<ShownPdf | null> {
  loadUrl();
  await settlePreview();
  const issues = [...currentReading().issues, ...usePreview.getState().issues];
  const [first, ...others] = fieldsOf(issues).filter((field) => !fieldsOfBatch.has(field));
  if (first) {
    revealFields([first, ...others]);
    focusField(first);
    return null;
  }
  const { shown, phase } = usePreview.getState();
  const { draft, loadedUrl } = useDraft.getState();
  const source = sourceKey(draft, loadedUrl);
  const { request } = currentReading();
  const isOther =
    draft.renderOn !== null &&
    shown !== null &&
    !isOfVersion(shown, request && versionKey(request, draft.renderOn), source);
  if (shown && phase === 'idle' && shown.source === source && !isOther) return shown;
  showNotice(`${loss}: this version has no PDF yet.`);
  return null;
}
