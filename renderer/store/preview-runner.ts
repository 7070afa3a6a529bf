import type { Artifact } from '@shared/bridge.js';
import type { AppErrorData } from '@shared/errors.js';
import { errorData } from '@shared/errors.js';
import type { ConversionRequest } from '@shared/request/conversion-request.js';
import { call, on } from '../bridge.js';
import { openPdf } from '../pdf/pdf-file.js';
import { preloadPdfLibrary } from '../pdf/pdf-library.js';
import { useDraft } from './draft-store.js';
import { layoutKey, usePreview } from './preview-store.js';
import { sourceKey } from './read-draft.js';
import { currentReading } from './reading.js';

/** How long typing must pause, in milliseconds, before the preview follows. */
const pauseMilliseconds = 250;

let timer: ReturnType<typeof setTimeout> | null = null;
let running: { readonly id: string; readonly done: Promise<void> } | null = null;
/** The request that the preview shows, makes or failed to make; null if there is none to make. */
let wanted: string | null = null;
let wantedSource = '';

/** Makes the preview follow the draft from now on. */
export function startPreview(): void {
  preloadPdfLibrary();
  on('conversion:progress', ({ id, ...progress }) => {
    if (id === running?.id) usePreview.setState({ progress });
  });
  useDraft.subscribe(follow);
  follow();
}

/** Converts at once, even if nothing has changed: the file on the disk or the page behind the address may have. */
export function renderNow(): void {
  begin();
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
  const key = request && JSON.stringify(request);
  const source = sourceKey(draft, loadedUrl);
  const isOtherSource = source !== wantedSource;
  if (key === wanted && !isOtherSource) return;

  const isBusy = timer !== null || running !== null;
  wanted = key;
  wantedSource = source;
  stopWaiting();
  forgetFailure(isOtherSource);
  if (key === null || isShown(key, source)) {
    dropRunning();
    usePreview.setState({ phase: 'idle', error: null });
    return;
  }
  if (isOtherSource) dropRunning();
  timer = setTimeout(begin, isOtherSource && !isBusy ? 0 : pauseMilliseconds);
  usePreview.setState({ waiting: true });
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
  return shown?.source === source && JSON.stringify(shown.request) === key;
}

function begin(): void {
  stopWaiting();
  const { request } = currentReading();
  if (!request) return;
  dropRunning();
  const id = crypto.randomUUID();
  running = { id, done: convert(id, request, wantedSource) };
}

async function convert(id: string, request: ConversionRequest, source: string): Promise<void> {
  usePreview.setState({ phase: 'working', progress: { stage: 'loading' } });
  const result = await call('conversion:start', { id, request });
  if (running?.id !== id) return;
  if (!result.ok) {
    running = null;
    showError(result.error);
    return;
  }
  const { artifact } = result.value;
  if (artifact !== null) await show(id, artifact, request, source);
}

async function show(
  id: string,
  artifact: Artifact,
  request: ConversionRequest,
  source: string,
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
      shown: { artifact, pdf, request, source },
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

function showError(error: AppErrorData): void {
  const issues = error.fields ?? [];
  usePreview.setState({ phase: 'failed', issues, error: issues.length > 0 ? null : error });
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
