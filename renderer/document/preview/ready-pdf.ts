import { useMemo } from 'react';
import {
  type PlaceholderValues,
  checkFilenamePattern,
  expandFilename,
  hasPlaceholder,
  sourceName,
} from '@shared/request/filename.js';
import { countSources, loadUrl, touchFields, useDraft } from '../form/draft-store.js';
import { fieldsOfBatch } from '../form/fields.js';
import { defaultPdfName, numberOf, suggestedName } from '../form/output.js';
import { sourceKey } from '../form/read-draft.js';
import { currentReading, currentSourceKey, fieldsOf, useSourceKey } from '../form/reading.js';
import { showNotice } from '../../ui/notices.js';
import { focusField } from '../../ui/ui-store.js';
import { currentFormContent, useFormContent } from './preview-content.js';
import { settlePreview } from './preview-runner.js';
import { type ShownPdf, isOfVersion, usePreview, versionKey } from './preview-store.js';

/** Returns the key of a PDF of the form: its source and file name. */
export function pdfKey(source: string, name: string): string {
  return `${name}\n${source}`;
}

/**
 * Returns the file name for saving or uploading: the entered one with its placeholders filled in,
 * otherwise the default.
 */
export function fileNameOf(shown: ShownPdf | null, typed: string): string {
  if (!shown) return typed;
  if (typed === '') return defaultPdfName(shown);
  if (!hasPlaceholder(typed) || checkFilenamePattern(typed) !== null) return typed;
  return expandFilename(typed, valuesOf(shown));
}

/** Returns the values of placeholders for a PDF of the form. */
export function valuesOf({ artifact: { title }, request }: ShownPdf): PlaceholderValues {
  const { draft, address } = useDraft.getState();
  return {
    name: sourceName(request.source),
    title,
    date: new Date(),
    n: Math.max(1, numberOf(draft, address)),
    of: Math.max(1, countSources(draft)),
  };
}

/** Returns the default file name for the document in the form. */
export function useSuggestedName(): string {
  const draft = useDraft((state) => state.draft);
  const address = useDraft((state) => state.address);
  const source = useSourceKey();
  const content = useFormContent();
  const shown = content.kind === 'pdf' ? content.shown : null;
  return useMemo(
    () => suggestedName(draft, address, shown?.source === source ? shown : null),
    [draft, address, shown, source],
  );
}

/** Returns the current value outside of React. */
export function currentSuggestedName(): string {
  const { draft, address } = useDraft.getState();
  const content = currentFormContent();
  const shown = content.kind === 'pdf' ? content.shown : null;
  return suggestedName(draft, address, shown?.source === currentSourceKey() ? shown : null);
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
