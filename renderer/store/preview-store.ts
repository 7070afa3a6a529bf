import { create } from 'zustand';
import type { Artifact, BridgeEventData } from '@shared/bridge.js';
import type { AppErrorData, FieldIssue } from '@shared/errors.js';
import type { ConversionRequest } from '@shared/request/conversion-request.js';
import type { PdfFile } from '../pdf/pdf-file.js';

/** A PDF that can be on the screen. */
export interface OpenedPdf {
  readonly artifact: Artifact;
  readonly pdf: PdfFile;
  /** What it was made from: a source of the form, as `sourceKey` names it, or a job. */
  readonly source: string;
}

/** A PDF of the form. */
export interface ShownPdf extends OpenedPdf {
  readonly request: ConversionRequest;
}

interface PreviewState {
  /** The last good one; it stays until the next is ready. */
  readonly shown: ShownPdf | null;
  /** A change has been seen; the conversion starts as soon as typing pauses. */
  readonly waiting: boolean;
  readonly phase: 'idle' | 'working' | 'failed' | 'canceled';
  readonly progress: Omit<BridgeEventData<'conversion:progress'>, 'id'>;
  /** Why the last conversion failed, if that is not the fault of a field. */
  readonly error: AppErrorData | null;
  /** Mistakes in fields that only a conversion could find. */
  readonly issues: readonly FieldIssue[];
  /** How many pages the whole document has, for the request (without page ranges) that told it. */
  readonly total: { readonly layout: string; readonly pages: number } | null;
}

/** What the right side of the window shows. Only `preview-runner` changes it. */
export const usePreview = create<PreviewState>(() => ({
  shown: null,
  waiting: false,
  phase: 'idle',
  progress: { stage: 'loading' },
  error: null,
  issues: [],
  total: null,
}));

/** What decides the number of pages in a request: all but the choice of pages. */
export function layoutKey(request: ConversionRequest): string {
  return JSON.stringify({ ...request, pages: undefined });
}
