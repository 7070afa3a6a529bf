import type { RemoteReceipt } from '@shared/endpoints.js';
import type { AppErrorData } from '@shared/messages/errors.js';
import { loadUrl, touchFields, useDraft } from '../draft/draft-store.js';
import { countPdfs } from '../draft/merging.js';
import {
  type ShownPdf,
  isOfVersion,
  layoutKey,
  usePreview,
  versionKey,
} from '../draft/preview-store.js';
import type { ParsedForm } from '../draft/read-draft.js';
import {
  currentReading,
  currentSourceKey,
  fieldsOf,
  selectParsedForm,
  useSourceKey,
} from '../draft/reading.js';
import type { Artifact } from '@shared/artifact.js';
import type { ConversionRequest } from '@shared/request/request.js';
import { call, on } from '../../bridge/bridge.js';
import { preloadPdfLibrary } from '../viewer/pdf-view.js';
import { useMemo } from 'react';
import {
  type PlaceholderValues,
  checkFilenamePattern,
  expandFilename,
  hasPlaceholder,
  sourceFolders,
  sourceName,
} from '@shared/request/filename.js';
import { type FieldName, fieldsOfBatch } from '../../ui/fields.js';
import { hasUnstoredPasswords, securityOf, storePasswords } from '../draft/passwords.js';
import { defaultPdfName, numberOf, suggestedName } from '../draft/output.js';
import { isolated } from '../../i18n/format.js';
import { t } from '../../i18n/t.js';
import { showFailure, showNotice } from '../../ui/notices.js';
import { fieldId, focusField } from '../../ui/ui-store.js';

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

/** The last successful PDF if it is of the same source. */
export function useFormContent(): FormContent {
  const reading = useDraft(selectParsedForm);
  const source = useSourceKey();
  const renderOn = useDraft(({ draft }) => draft.renderOn);
  return formContent(reading, source, renderOn, usePreview());
}

/** For use outside of React. */
function currentFormContent(): FormContent {
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

/** Delay after typing before the preview is updated, in milliseconds. */
const pauseMilliseconds = 250;

let timer: ReturnType<typeof setTimeout> | null = null;
let running: {
  readonly id: string;
  readonly renderOn: string | null;
  readonly done: Promise<void>;
} | null = null;
/** The version that the preview shows, renders or failed to render; null for none. */
let wanted: string | null = null;
let wantedSource = '';

/** One conversion: the form's request, the request that is sent, and their source. */
interface Version {
  readonly request: ConversionRequest;
  readonly sent: ConversionRequest;
  readonly renderOn: string | null;
  readonly source: string;
}

/** Updates the preview whenever the draft changes. */
export function startPreview(): void {
  preloadPdfLibrary();
  on('conversion:progress', ({ id, ...progress }) => {
    if (id === running?.id) usePreview.setState({ progress });
  });
  useDraft.subscribe(follow);
  follow();
}

/**
 * Renders the preview now, even if nothing changed, because the file or page may have. Does nothing
 * with a remote service, which may charge: see {@link renderOnService}.
 */
export function renderNow(): void {
  if (useDraft.getState().draft.renderOn === null) begin();
}

/**
 * Sends the form to its service. Called only on the user's request.
 * @param request with all options for the service, such as the file name
 */
export function renderOnService(request: ConversionRequest, renderOn: string): void {
  const { request: version } = currentReading();
  if (!version) return;
  start({ request: version, sent: request, renderOn, source: wantedSource });
}

/** Cancels the running or pending conversion; the preview stays. */
export function cancelPreview(): void {
  if (!running && !timer) return;
  stopWaiting();
  dropRunning();
  usePreview.setState({ phase: 'canceled' });
}

/** Resolves when the preview is up to date or has failed. */
async function settlePreview(): Promise<void> {
  if (timer) renderNow();
  while (running) await running.done;
}

function follow(): void {
  const { draft, isTyping } = useDraft.getState();
  const { request } = currentReading();
  const { renderOn } = draft;
  const key = request && versionKey(request, renderOn);
  const source = currentSourceKey();
  const isOtherSource = source !== wantedSource;
  if (key === wanted && !isOtherSource) return;

  const isBusy = timer !== null || running !== null;
  wanted = key;
  wantedSource = source;
  stopWaiting();
  forgetFailure(isOtherSource);
  if (renderOn !== null) {
    leaveToService(key !== null && isShown(key, source));
    return;
  }
  if (key === null || isShown(key, source)) {
    dropRunning();
    usePreview.setState({ phase: 'idle', error: null });
    return;
  }
  if (isOtherSource) dropRunning();
  const isDue = (isOtherSource || !isTyping) && !isBusy;
  timer = setTimeout(begin, isDue ? 0 : pauseMilliseconds);
  usePreview.setState({ waiting: true });
}

/** Services may charge: nothing is sent automatically, and a running conversion isn't discarded. */
function leaveToService(isThere: boolean): void {
  if (running && running.renderOn !== null) return;
  dropRunning();
  const { phase, error } = usePreview.getState();
  if (isThere || phase !== 'failed' || error === null) {
    usePreview.setState({ phase: 'idle', error: null });
  }
}

/**
 * Field errors disappear with any change; other errors stay until the next attempt for this source.
 */
function forgetFailure(isOtherSource: boolean): void {
  const { error, phase } = usePreview.getState();
  const keepsError = error !== null && !isOtherSource;
  usePreview.setState({
    issues: [],
    ...(!keepsError && { error: null, ...(phase !== 'working' && { phase: 'idle' }) }),
  });
}

function isShown(key: string, source: string): boolean {
  const { shown } = usePreview.getState();
  return shown !== null && isOfVersion(shown, key, source);
}

function begin(): void {
  stopWaiting();
  const { request } = currentReading();
  if (request) start({ request, sent: request, renderOn: null, source: wantedSource });
}

function start(version: Version): void {
  dropRunning();
  const id = crypto.randomUUID();
  running = { id, renderOn: version.renderOn, done: convert(id, version) };
}

async function convert(id: string, version: Version): Promise<void> {
  const { sent: request, renderOn, source } = version;
  const stage = renderOn === null ? 'loading' : 'sending';
  usePreview.setState({ phase: 'working', error: null, issues: [], progress: { stage } });
  const result = await call('conversion:start', { id, request, renderOn });
  if (running?.id !== id) return;
  if (!result.ok) {
    running = null;
    if (source !== wantedSource) {
      showOtherError(request, result.error);
      return;
    }
    showError(result.error);
    // A field that was never left, such as one that a preset has set, must not fail silently.
    const isTyped = (field: FieldName) =>
      useDraft.getState().isTyping && document.activeElement?.id === fieldId(field);
    const wrong = fieldsOf(result.error.fields ?? []);
    touchFields(renderOn === null ? wrong.filter((field) => !isTyped(field)) : wrong);
    return;
  }
  const { artifact, remote: receipt = null } = result.value;
  if (artifact !== null) show(artifact, { ...version, receipt });
  else if (receipt) keepUnfetched(version, receipt);
}

function keepUnfetched({ request, renderOn, source }: Version, receipt: RemoteReceipt): void {
  running = null;
  const unfetched = { receipt, version: versionKey(request, renderOn), source };
  usePreview.setState({ unfetched, phase: 'idle', error: null, issues: [] });
}

function show(
  artifact: Artifact,
  { request, renderOn, source, receipt }: Version & { readonly receipt: RemoteReceipt | null },
): void {
  running = null;
  usePreview.setState({
    shown: { artifact, request, renderOn, source, receipt },
    unfetched: null,
    phase: 'idle',
    error: null,
    issues: [],
    ...(hasAllPages(request) && {
      total: { layout: layoutKey(request), pages: artifact.pages },
    }),
  });
}

/** True if no pages are left out, so that the PDF of the document has their number. */
function hasAllPages({ pages, oddEven, dropBlankPages }: ConversionRequest): boolean {
  return pages === undefined && (oddEven ?? 'all') === 'all' && dropBlankPages !== true;
}

/**
 * Shows an error beside its field; one about anything else, such as a service's settings, over the
 * preview.
 */
function showError(error: AppErrorData): void {
  const issues = error.fields ?? [];
  const isInForm = fieldsOf(issues).length > 0;
  usePreview.setState({ phase: 'failed', issues, error: isInForm ? null : error });
}

/** Reports why a service did not convert a document that the form no longer shows. */
function showOtherError({ source }: ConversionRequest, error: AppErrorData): void {
  usePreview.setState({ phase: 'idle' });
  showFailure(t('preview.otherNotConverted', { name: isolated(sourceName(source)) }), error);
}

function dropRunning(): void {
  if (!running) return;
  void call('conversion:cancel', { id: running.id });
  running = null;
}

function stopWaiting(): void {
  if (timer) clearTimeout(timer);
  timer = null;
  usePreview.setState({ waiting: false });
}

/** Another one if only the passwords or permissions are others. */
export function fileVersion(
  { artifact }: ShownPdf,
  draft: Parameters<typeof securityOf>[0],
): string {
  return `${artifact.id}\n${JSON.stringify(securityOf(draft))}`;
}

export function pdfKey(source: string, name: string): string {
  return `${name}\n${source}`;
}

/**
 * For saving or uploading: the entered one with its placeholders filled in, otherwise the default.
 */
export function fileNameOf(shown: ShownPdf | null, typed: string): string {
  if (!shown) return typed;
  if (typed === '') return defaultPdfName(shown);
  if (!hasPlaceholder(typed) || checkFilenamePattern(typed) !== null) return typed;
  return expandFilename(typed, valuesOf(shown));
}

/** Of placeholders, for a PDF of the form. */
export function valuesOf({ artifact: { title }, request }: ShownPdf): PlaceholderValues {
  const { draft, address } = useDraft.getState();
  return {
    name: sourceName(request.source),
    folders: sourceFolders(request.source),
    title,
    date: new Date(),
    n: Math.max(1, numberOf(draft, address)),
    of: Math.max(1, countPdfs(draft)),
  };
}

export function useSuggestedName(): string {
  const draft = useDraft((state) => state.draft);
  const address = useDraft((state) => state.address);
  const content = useFormContent();
  const shown = content.kind === 'pdf' ? content.shown : null;
  return useMemo(() => suggestedName(draft, address, shown), [draft, address, shown]);
}

/** For use outside of React. */
export function currentSuggestedName(): string {
  const { draft, address } = useDraft.getState();
  const content = currentFormContent();
  return suggestedName(draft, address, content.kind === 'pdf' ? content.shown : null);
}

/**
 * Waits for the preview. If it isn't up to date then, shows the errors or a notice and returns
 * null.
 * @param notice shown if this version has no PDF yet
 */
export async function readyPdf(notice: string): Promise<ShownPdf | null> {
  loadUrl();
  if (hasUnstoredPasswords()) await storePasswords();
  await settlePreview();
  const issues = [...currentReading().issues, ...usePreview.getState().issues];
  const [first, ...others] = fieldsOf(issues).filter((field) => !fieldsOfBatch.has(field));
  if (first) {
    touchFields([first, ...others]);
    focusField(first);
    return null;
  }
  const content = currentFormContent();
  const { phase } = usePreview.getState();
  if (content.kind === 'pdf' && phase === 'idle' && !content.isOutdated) return content.shown;
  showNotice(notice);
  return null;
}
