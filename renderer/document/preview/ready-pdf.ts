import {
  checkFilenamePattern,
  expandFilename,
  hasPlaceholder,
  sourceName,
} from '@shared/request/filename.js';
import { loadUrl, touchFields, useDraft } from '../form/draft-store.js';
import { fieldsOfBatch } from '../form/fields.js';
import { showNotice } from '../../ui/notices.js';
import { settlePreview } from './preview-runner.js';
import { type ShownPdf, isOfVersion, usePreview, versionKey } from './preview-store.js';
import { sourceKey } from '../form/read-draft.js';
import { currentReading, fieldsOf } from '../form/reading.js';
import { focusField } from '../../ui/ui-store.js';

/** Returns the key of a PDF of the form: its source and file name. */
export function pdfKey(source: string, name: string): string {
  return `${name}\n${source}`;
}

/**
 * Returns the file name for saving or uploading: the entered one with its placeholders filled in,
 * otherwise the suggested one.
 */
export function fileNameOf(shown: ShownPdf | null, typed: string): string {
  if (!shown) return typed;
  if (typed === '') return shown.artifact.suggestedName;
  if (!hasPlaceholder(typed) || checkFilenamePattern(typed) !== null) return typed;
  const { title } = shown.artifact;
  const name = sourceName(shown.request.source);
  return expandFilename(typed, { name, title, date: new Date(), n: 1, of: 1 });
}

/**
 * Returns the up-to-date PDF of the form, waiting for the preview. Otherwise shows the errors or a
 * notice and returns null.
 * @param notice shown if this version has no PDF yet
 */
export async function readyPdf(notice: string): Promise<ShownPdf | null> {
  loadUrl();
  await settlePreview();
  const issues = [...currentReading().issues, ...usePreview.getState().issues];
  const [first, ...others] = fieldsOf(issues).filter((field) => !fieldsOfBatch.has(field));
  if (first) {
    touchFields([first, ...others]);
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
  showNotice(notice);
  return null;
}
