import type { Artifact } from '@shared/artifact.js';
import type { RemoteReceipt } from '@shared/endpoints.js';
import type { AppErrorData } from '@shared/errors.js';
import { errorData } from '@shared/errors.js';
import type { ConversionRequest } from '@shared/request/conversion-request.js';
import { call, on } from '../bridge.js';
import { openPdf } from '../pdf/pdf-file.js';
import { preloadPdfLibrary } from '../pdf/pdf-library.js';
import { revealFields, useDraft } from './draft-store.js';
import { isOfVersion, layoutKey, usePreview, versionKey } from './preview-store.js';
import { sourceKey } from './read-draft.js';
import { currentReading, fieldsOf } from './reading.js';

/** How long typing must pause, in milliseconds, before the preview follows. */
const pauseMilliseconds = 250;

let timer: ReturnType<typeof setTimeout> | null = null;
let running: {
  readonly id: string;
  readonly renderOn: string | null;
  readonly done: Promise<void>;
} | null = null;
/** The version that the preview shows, makes or failed to make; null if there is none to make. */
let wanted: string | null = null;
let wantedSource = '';

/** What is converted: what was asked for, what is sent to whoever makes it, and of which source it is. */
interface Version {
  readonly request: ConversionRequest;
  readonly sent: ConversionRequest;
  readonly renderOn: string | null;
  readonly source: string;
}

/** Makes the preview follow the draft from now on. */
export function startPreview(): void {
  preloadPdfLibrary();
  on('conversion:progress', ({ id, ...progress }) => {
    if (id === running?.id) usePreview.setState({ progress });
  });
  useDraft.subscribe(follow);
  follow();
}

/**
 * Makes the preview at once, even if nothing has changed: the file on the disk or the page behind the address may have. Where a service makes the PDFs
 * nothing happens, as that may cost: see {@link renderOnService}.
 */
export function renderNow(): void {
  if (useDraft.getState().draft.renderOn === null) begin();
}

/**
 * Sends what is in the form to the service that it names: called only at the person's word.
 * @param request with all that the service is told, such as the file name
 */
export function renderOnService(request: ConversionRequest, renderOn: string): void {
  const { request: version } = currentReading();
  if (!version) return;
  start({ request: version, sent: request, renderOn, source: wantedSource });
}

/** Takes back the conversion that runs or is about to; what is shown stays. */
export function cancelPreview(): void {
  if (!running && !timer) return;
  stopWaiting();
  dropRunning();
  usePreview.setState({ phase: 'canceled' });
}

/** Resolves when the preview has caught up with the draft, or could not. */
export async function settlePreview(): Promise<void> {
  if (timer) renderNow();
  while (running) await running.done;
}

function follow(): void {
  const { draft, loadedUrl } = useDraft.getState();
  const { request } = currentReading();
  const { renderOn } = draft;
  const key = request && versionKey(request, renderOn);
  const source = sourceKey(draft, loadedUrl);
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
  timer = setTimeout(begin, isOtherSource && !isBusy ? 0 : pauseMilliseconds);
  usePreview.setState({ waiting: true });
}

/** What a service is sent may cost: nothing is sent by itself, and what it is making is not thrown away. */
function leaveToService(isThere: boolean): void {
  if (running && running.renderOn !== null) return;
  dropRunning();
  const { phase, error } = usePreview.getState();
  if (isThere || phase !== 'failed' || error === null) {
    usePreview.setState({ phase: 'idle', error: null });
  }
}

/** A mistake in a field is gone as soon as anything changes; another error stands until the next try, of this source. */
function forgetFailure(isOtherSource: boolean): void {
  const { error, phase } = usePreview.getState();
  const stands = error !== null && !isOtherSource;
  usePreview.setState({
    issues: [],
    ...(!stands && { error: null, ...(phase !== 'working' && { phase: 'idle' }) }),
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
  const { sent: request, renderOn } = version;
  const stage = renderOn === null ? 'loading' : 'sending';
  usePreview.setState({ phase: 'working', error: null, issues: [], progress: { stage } });
  const result = await call('conversion:start', { id, request, renderOn });
  if (running?.id !== id) return;
  if (!result.ok) {
    running = null;
    showError(result.error);
    // Nobody has typed what a service finds wrong, so that no field was left.
    if (renderOn !== null) revealFields(fieldsOf(result.error.fields ?? []));
    return;
  }
  const { artifact, remote: receipt = null } = result.value;
  if (artifact !== null) await show(id, artifact, { ...version, receipt });
  else if (receipt) keepUnfetched(version, receipt);
}

function keepUnfetched({ request, renderOn, source }: Version, receipt: RemoteReceipt): void {
  running = null;
  const unfetched = { receipt, version: versionKey(request, renderOn), source };
  usePreview.setState({ unfetched, phase: 'idle', error: null, issues: [] });
}

async function show(
  id: string,
  artifact: Artifact,
  { request, renderOn, source, receipt }: Version & { readonly receipt: RemoteReceipt | null },
): Promise<void> {
  try {
    const pdf = await openPdf(artifact.address);
    if (running?.id !== id) {
      await pdf.close();
      return;
    }
    running = null;
    const before = usePreview.getState().shown;
    usePreview.setState({
      shown: { artifact, pdf, request, renderOn, source, receipt },
      unfetched: null,
      phase: 'idle',
      error: null,
      issues: [],
      ...(request.pages === undefined && {
        total: { layout: layoutKey(request), pages: artifact.pages },
      }),
    });
    await before?.pdf.close();
  } catch (thrown) {
    if (running?.id !== id) return;
    running = null;
    showError(errorData(thrown));
  }
}

/** A mistake of the form is told beside its field; one that lies elsewhere, such as in the settings of a service, over the pages. */
function showError(error: AppErrorData): void {
  const issues = error.fields ?? [];
  const isInForm = fieldsOf(issues).length > 0;
  usePreview.setState({ phase: 'failed', issues, error: isInForm ? null : error });
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
