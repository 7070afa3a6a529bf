import type { AppErrorData } from '@shared/errors.js';
import { useDraft } from './draft-store.js';
import { type ShownPdf, usePreview } from './preview-store.js';
import { readingOf, useSourceKey } from './reading.js';

/** What fills the right side of the window. */
export type PreviewContent =
  | { readonly kind: 'pdf'; readonly shown: ShownPdf; readonly isOutdated: boolean }
  /** The open tab holds nothing yet. */
  | { readonly kind: 'no-source' }
  /** This source has never been shown, and a field is wrong. */
  | { readonly kind: 'wrong-field' }
  | { readonly kind: 'failed'; readonly error: AppErrorData | null }
  | { readonly kind: 'canceled' }
  | { readonly kind: 'first' };

/** Decides what to show: the last good PDF for as long as it is of the same source, or on its way to the next. */
export function usePreviewContent(): PreviewContent {
  const { request, sourceIsEmpty } = useDraft(readingOf);
  const source = useSourceKey();
  const { shown, phase, error } = usePreview();

  if (sourceIsEmpty) return { kind: 'no-source' };
  const isSameSource = shown?.source === source;
  const isOnItsWay = request !== null && (phase === 'working' || phase === 'idle');
  if (shown && (isSameSource || isOnItsWay)) {
    return { kind: 'pdf', shown, isOutdated: phase === 'working' || !isSameSource };
  }
  if (!request) return { kind: 'wrong-field' };
  if (phase === 'failed') return { kind: 'failed', error };
  return phase === 'canceled' ? { kind: 'canceled' } : { kind: 'first' };
}
