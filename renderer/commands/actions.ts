import { changeDraft, loadUrl } from '../document/form/draft-store.js';
import { savePdf } from '../document/form/saving.js';
import { chooseFiles } from '../document/form/sources.js';
import { cancelPreview, renderNow } from '../document/preview/preview-runner.js';
import { usePreview } from '../document/preview/preview-store.js';
import { activeViewer } from '../document/preview/viewer-controller.js';
import { convert } from '../document/remote/convert-on-service.js';
import { copyRequest, openRequest } from '../document/remote/request-actions.js';
import {
  cancelJobs,
  clearCompleted,
  pauseQueue,
  removeJobs,
  retryFailed,
  saveJob,
} from '../queue/job-actions.js';
import { useJobView } from '../queue/job-view.js';
import { useJobs } from '../queue/jobs-store.js';
import { focusJobs } from '../queue/selection-store.js';
import { useDeliveryList } from '../queue/uploads/delivery-list.js';
import { uploadToDefault } from '../queue/uploads/uploading.js';
import { focusField, openSettings, showView, useUi } from '../ui/ui-store.js';
import { checkForUpdates } from '../settings/settings-store.js';
import type { CommandActions } from './run-command.js';

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
  'clear-completed': { run: () => void clearCompleted(), canRun: () => counts().completed > 0 },
  'clear-finished': {
    run: () => void removeJobs('ended'),
    canRun: () => counts().completed + counts().failed + counts().canceled > 0,
  },
  find: { run: () => activeViewer()?.openFind(), canRun: hasPaper },
  print: { run: () => void activeViewer()?.print(), canRun: hasPaper },
  'zoom-in': { run: () => activeViewer()?.zoomBy('up'), canRun: hasPaper },
  'zoom-out': { run: () => activeViewer()?.zoomBy('down'), canRun: hasPaper },
  'fit-page': { run: () => activeViewer()?.setZoom('fit-page'), canRun: hasPaper },
  'fit-width': { run: () => activeViewer()?.setZoom('fit-width'), canRun: hasPaper },
  'actual-size': { run: () => activeViewer()?.setZoom(1), canRun: hasPaper },
  settings: { run: () => openSettings('general') },
  help: { run: () => useUi.setState({ shortcutsOpen: true }) },
  'check-for-updates': { run: () => void checkForUpdates() },
};

/** Opens the queue and focuses its list. */
function showQueue(): void {
  showView('queue');
  if (useJobs.getState().order.length > 0) focusJobs();
  else useDeliveryList.setState({ focusWanted: true });
}

/** Saves the PDF on screen: that of the shown job, otherwise the form's. */
function save(ask: boolean): void {
  const { id } = useJobView.getState();
  if (id === null) void savePdf(ask);
  else void saveJob(id);
}

function counts() {
  return useJobs.getState().summary.counts;
}

function hasPending(): boolean {
  return counts().queued + counts().running > 0;
}

function hasPaper(): boolean {
  return usePreview.getState().shown !== null || useJobView.getState().shown !== null;
}

function isRendering(): boolean {
  const { waiting, phase } = usePreview.getState();
  return waiting || phase === 'working';
}
