import { create } from 'zustand';
import type { Artifact } from '@shared/artifact.js';
import type { BridgeEventData } from '@shared/bridge.js';
import type { RemoteReceipt } from '@shared/endpoints.js';
import type { AppErrorData, FieldIssue } from '@shared/messages/errors.js';
import { unprotected } from '@shared/request/protection.js';
import type { ConversionRequest } from '@shared/request/request.js';

export interface OpenedPdf {
  readonly artifact: Artifact;
  /** What it was converted from: a source of the form by `sourceKey`, or a job. */
  readonly source: string;
}

/** A PDF of the form. */
export interface ShownPdf extends OpenedPdf {
  readonly request: ConversionRequest;
  /** Id of the service that converted it; null for local conversion. */
  readonly renderOn: string | null;
  /** The response of the service. */
  readonly receipt: RemoteReceipt | null;
}

/** A PDF that a service converted but that couldn't be downloaded. */
interface UnfetchedPdf {
  readonly receipt: RemoteReceipt;
  /** See {@link versionKey}. */
  readonly version: string;
  readonly source: string;
}

interface PreviewState {
  /** The last successful one; stays until the next is ready. */
  readonly shown: ShownPdf | null;
  /** The last one that couldn't be downloaded; stays until the next conversion. */
  readonly unfetched: UnfetchedPdf | null;
  /** True after a change, until the conversion starts. */
  readonly waiting: boolean;
  readonly phase: 'idle' | 'working' | 'failed' | 'canceled';
  readonly progress: Omit<BridgeEventData<'conversion:progress'>, 'id'>;
  /** Why the last conversion failed, unless a field is invalid. */
  readonly error: AppErrorData | null;
  /** Field errors that only a conversion can find. */
  readonly issues: readonly FieldIssue[];
  /** Page count without page ranges, for the request that reported it. */
  readonly total: { readonly layout: string; readonly pages: number } | null;
}

/** Only `preview.ts` changes it. */
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

/** Everything that decides the page count: the request without page ranges. */
export function layoutKey(request: ConversionRequest): string {
  const layout = { ...request };
  delete layout.pages;
  return requestKey(layout);
}

/** The request and who converts it. */
export function versionKey(request: ConversionRequest, renderOn: string | null): string {
  return `${renderOn ?? ''}\n${requestKey(request)}`;
}

/** Stands for the HTML by a number, because writing it out costs too much for a key press. */
function requestKey({ source, ...options }: ConversionRequest): string {
  const short = source.kind === 'html' ? { ...source, html: textNumber(source.html) } : source;
  // Other passwords need no other preview. That there are any matters for a PDF that a server
  // sends, which cannot be protected.
  const protection = options.protection !== undefined;
  return JSON.stringify([short, { ...options, ...unprotected, protection }]);
}

const maxTexts = 8;
let texts: readonly { readonly text: string; readonly number: number }[] = [];
let lastNumber = 0;

/** The same for the same text, as long as it is one of the last few. */
function textNumber(text: string): number {
  const known = texts.find((each) => each.text === text) ?? { text, number: ++lastNumber };
  texts = [known, ...texts.filter((each) => each !== known)].slice(0, maxTexts);
  return known.number;
}

/** @param version see {@link versionKey} */
export function isOfVersion(shown: ShownPdf, version: string | null, source: string): boolean {
  return shown.source === source && versionKey(shown.request, shown.renderOn) === version;
}
