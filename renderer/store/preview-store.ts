import { create } from 'zustand';
import type { Artifact } from '@shared/artifact.js';
import type { BridgeEventData } from '@shared/bridge.js';
import type { RemoteReceipt } from '@shared/endpoints.js';
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
  /** Id of the service that made it; null: this computer did. */
  readonly renderOn: string | null;
  /** What that service answered. */
  readonly receipt: RemoteReceipt | null;
}

/** A PDF that a service has made and that could not be fetched. */
export interface UnfetchedPdf {
  readonly receipt: RemoteReceipt;
  /** What it was made of, as {@link versionKey} has it. */
  readonly version: string;
  readonly source: string;
}

interface PreviewState {
  /** The last good one; it stays until the next is ready. */
  readonly shown: ShownPdf | null;
  /** The last one that is not here; it stays until the next is made. */
  readonly unfetched: UnfetchedPdf | null;
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
  unfetched: null,
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

/** What tells a version from all others: what is asked for, and who makes it. */
export function versionKey(request: ConversionRequest, renderOn: string | null): string {
  return JSON.stringify({ request, renderOn });
}

/** Whether a PDF of the form is that of a version, as {@link versionKey} has it, of a source. */
export function isOfVersion(shown: ShownPdf, version: string | null, source: string): boolean {
  return shown.source === source && versionKey(shown.request, shown.renderOn) === version;
}
