import { copyDiagnostics } from './AboutDialog.js';
import { changeDraft, loadUrl } from '../document/form/draft-store.js';
import { savePdf } from '../document/form/saving.js';
import { chooseFiles } from '../document/form/sources.js';
import { cancelPreview, renderNow } from '../document/preview/preview-runner.js';
import { usePreview } from '../document/preview/preview-store.js';
import { activeViewer } from '../document/preview/viewer-controller.js';
import { convert } from '../document/remote/convert-on-service.js';
import { copyRequest, openRequest } from '../document/remote/request-actions.js';
import { currentListing, selectedIds } from '../queue/entries.js';
import {
  cancelJobs,
  clearDone,
  clearFinished,
  pauseQueue,
  retryFailed,
  saveJob,
} from '../queue/job-actions.js';
import { focusJobs, useJobs } from '../queue/jobs-store.js';
import { uploadToDefault } from '../queue/uploads/uploading.js';
import { focusField, openSettings, showView, useUi } from '../ui/ui-store.js';
import { checkForUpdates } from '../settings/settings-store.js';
import { type CommandActions, openPalette } from './run-command.js';

/** What each command does. A command without `canRun` reports itself why it has no effect. */
export const actions: CommandActions = {
  open: { run: () => void chooseFiles() },
  'enter-url': {
    run: () => {
      changeDraft({ tab: 'url' });
      focusField('source');
    },
  },
  'open-json': { run: () => void openRequest() },
  refresh: {
    run: () => {
      loadUrl();
      renderNow();
    },
  },
  cancel: {
    run: () => {
      if (useUi.getState().view === 'queue') showView('document');
      else cancelPreview();
    },
    canRun: () => useUi.getState().view === 'queue' || isRendering(),
  },
  convert: { run: () => void convert() },
  save: { run: () => save(false) },
  'save-as': { run: () => save(true) },
  upload: { run: () => void uploadToDefault() },
  'copy-curl': { run: () => void copyRequest('curl') },
  'copy-json': { run: () => void copyRequest('json') },
  'show-document': { run: () => showView('document') },
  'show-queue': { run: showQueue },
  'show-history': { run: () => showView('history') },
  'toggle-queue': {
    run: () => {
      if (useUi.getState().view === 'queue') showView('document');
      else showQueue();
    },
  },
  'pause-queue': {
    run: () => void pauseQueue(true),
    canRun: () => hasPending() && !useJobs.getState().summary.paused,
  },
  'resume-queue': {
    run: () => void pauseQueue(false),
    canRun: () => useJobs.getState().summary.paused,
  },
  'retry-failed': { run: () => void retryFailed(), canRun: () => counts().failed > 0 },
  'cancel-all': { run: () => void cancelJobs('unended'), canRun: hasPending },
  'clear-completed': { run: clearDone, canRun: () => counts().done > 0 },
  'clear-finished': {
    run: clearFinished,
    canRun: () => counts().done + counts().failed + counts().canceled > 0,
  },
  find: { run: () => activeViewer()?.openFind(), canRun: hasPaper },
  print: { run: () => void activeViewer()?.print(), canRun: hasPaper },
  'zoom-in': { run: () => activeViewer()?.zoomBy('up'), canRun: hasPaper },
  'zoom-out': { run: () => activeViewer()?.zoomBy('down'), canRun: hasPaper },
  'fit-page': { run: () => activeViewer()?.setZoom('fit-page'), canRun: hasPaper },
  'fit-width': { run: () => activeViewer()?.setZoom('fit-width'), canRun: hasPaper },
  'actual-size': { run: () => activeViewer()?.setZoom(1), canRun: hasPaper },
  palette: { run: openPalette },
  settings: { run: () => openSettings('general') },
  help: { run: () => useUi.setState({ shortcutsOpen: true }) },
  'check-for-updates': { run: () => void checkForUpdates() },
  'copy-diagnostics': { run: () => void copyDiagnostics() },
  about: { run: () => useUi.setState({ aboutOpen: true }) },
};

/** Opens the queue and focuses its list. */
function showQueue(): void {
  showView('queue');
  focusJobs();
}

/** Saves the PDF on screen: that of the selected job in the queue, otherwise the form's. */
function save(ask: boolean): void {
  const [id, ...others] = useUi.getState().view === 'queue' ? selectedIds() : [];
  if (id === undefined) void savePdf(ask);
  else if (others.length === 0) void saveJob(id);
}

function counts(): ReturnType<typeof currentListing>['counts'] {
  return currentListing().counts;
}

function hasPending(): boolean {
  const { counts: jobs } = useJobs.getState().summary;
  return jobs.queued + jobs.running > 0;
}

function hasPaper(): boolean {
  return usePreview.getState().shown !== null;
}

function isRendering(): boolean {
  const { waiting, phase } = usePreview.getState();
  return waiting || phase === 'working';
}
