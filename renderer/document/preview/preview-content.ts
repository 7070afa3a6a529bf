import type { RemoteReceipt } from '@shared/endpoints.js';
import type { AppErrorData } from '@shared/errors.js';
import { useDraft } from '../form/draft-store.js';
import { type ShownPdf, isOfVersion, usePreview, versionKey } from './preview-store.js';
import type { ParsedForm } from '../form/read-draft.js';
import {
  currentReading,
  currentSourceKey,
  selectParsedForm,
  useSourceKey,
} from '../form/reading.js';

/** What the form has to show. */
export type FormContent =
  | { readonly kind: 'pdf'; readonly shown: ShownPdf; readonly isOutdated: boolean }
  /** The open tab is empty. */
  | { readonly kind: 'no-source' }
  /** This source has no preview yet, and a field is invalid. */
  | { readonly kind: 'wrong-field' }
  | { readonly kind: 'failed'; readonly error: AppErrorData | null }
  | { readonly kind: 'canceled' }
  /** A service converts it on request only. */
  | { readonly kind: 'unsent' }
  /** A service converted it, but the PDF couldn't be downloaded. */
  | { readonly kind: 'unfetched'; readonly receipt: RemoteReceipt }
  | { readonly kind: 'first' };

/** Returns the form's content: the last successful PDF if it is of the same source. */
export function useFormContent(): FormContent {
  const reading = useDraft(selectParsedForm);
  const source = useSourceKey();
  const renderOn = useDraft(({ draft }) => draft.renderOn);
  return formContent(reading, source, renderOn, usePreview());
}

/** Returns the current value outside of React. */
export function currentFormContent(): FormContent {
  const { renderOn } = useDraft.getState().draft;
  return formContent(currentReading(), currentSourceKey(), renderOn, usePreview.getState());
}

function formContent(
  { request, sourceIsEmpty }: ParsedForm,
  source: string,
  renderOn: string | null,
  { shown, unfetched, phase, error }: ReturnType<typeof usePreview.getState>,
): FormContent {
  if (sourceIsEmpty) return { kind: 'no-source' };
  const version = request && versionKey(request, renderOn);
  if (unfetched?.source === source && unfetched.version === version) {
    return { kind: 'unfetched', receipt: unfetched.receipt };
  }
  if (shown?.source === source) {
    // Services convert on request only, also while a field is invalid.
    const isOther = renderOn !== null && !isOfVersion(shown, version, source);
    return { kind: 'pdf', shown, isOutdated: phase === 'working' || isOther };
  }
  if (!request) return { kind: 'wrong-field' };
  if (phase === 'failed') return { kind: 'failed', error };
  if (renderOn !== null && phase === 'idle') return { kind: 'unsent' };
  return phase === 'canceled' ? { kind: 'canceled' } : { kind: 'first' };
}
