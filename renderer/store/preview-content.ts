import type { RemoteReceipt } from '@shared/endpoints.js';
import type { AppErrorData } from '@shared/errors.js';
import { useDraft } from './draft-store.js';
import { useJobView } from './jobs/job-view.js';
import {
  type OpenedPdf,
  type ShownPdf,
  isOfVersion,
  usePreview,
  versionKey,
} from './preview-store.js';
import type { DraftReading } from './read-draft.js';
import { currentReading, currentSourceKey, readingOf, useSourceKey } from './reading.js';

/** What there is to show of the form. */
export type FormContent =
  | { readonly kind: 'pdf'; readonly shown: ShownPdf; readonly isOutdated: boolean }
  /** The open tab holds nothing yet. */
  | { readonly kind: 'no-source' }
  /** This source has never been shown, and a field is wrong. */
  | { readonly kind: 'wrong-field' }
  | { readonly kind: 'failed'; readonly error: AppErrorData | null }
  | { readonly kind: 'canceled' }
  /** A service makes it, and has not been asked yet. */
  | { readonly kind: 'unsent' }
  /** A service has made it, and it is not here. */
  | { readonly kind: 'unfetched'; readonly receipt: RemoteReceipt }
  | { readonly kind: 'first' };

/** What fills the right side of the window: a job that is looked at, else the form's preview. */
export type PreviewContent =
  | FormContent
  | {
      readonly kind: 'job';
      readonly id: string;
      /** Null while it is opened, or if there is none. */
      readonly shown: OpenedPdf | null;
      /** Why the job's PDF, which was made, cannot be shown. */
      readonly error: AppErrorData | null;
    };

/** Decides between a job and the form. */
export function usePreviewContent(): PreviewContent {
  const form = useFormContent();
  const { id, shown, error } = useJobView();
  return id === null ? form : { kind: 'job', id, shown, error };
}

/** What the form's own preview is: the last good PDF for as long as it is of the same source, or on its way to the next. */
export function useFormContent(): FormContent {
  const reading = useDraft(readingOf);
  const source = useSourceKey();
  const renderOn = useDraft(({ draft }) => draft.renderOn);
  return formContent(reading, source, renderOn, usePreview());
}

/** The same as it is at this moment. */
export function currentFormContent(): FormContent {
  const { renderOn } = useDraft.getState().draft;
  return formContent(currentReading(), currentSourceKey(), renderOn, usePreview.getState());
}

function formContent(
  { request, sourceIsEmpty }: DraftReading,
  source: string,
  renderOn: string | null,
  { shown, unfetched, phase, error }: ReturnType<typeof usePreview.getState>,
): FormContent {
  if (sourceIsEmpty) return { kind: 'no-source' };
  const isSameSource = shown?.source === source;
  const version = request && versionKey(request, renderOn);
  if (unfetched?.source === source && unfetched.version === version) {
    return { kind: 'unfetched', receipt: unfetched.receipt };
  }
  const isOnItsWay =
    request !== null && (phase === 'working' || (phase === 'idle' && renderOn === null));
  if (shown && (isSameSource || isOnItsWay)) {
    // Nothing is made by itself there, also not while a field is wrong.
    const isOther = renderOn !== null && !isOfVersion(shown, version, source);
    return { kind: 'pdf', shown, isOutdated: phase === 'working' || !isSameSource || isOther };
  }
  if (!request) return { kind: 'wrong-field' };
  if (phase === 'failed') return { kind: 'failed', error };
  if (renderOn !== null && phase === 'idle') return { kind: 'unsent' };
  return phase === 'canceled' ? { kind: 'canceled' } : { kind: 'first' };
}
