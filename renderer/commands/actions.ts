import { copyDiagnostics } from './HelpDialogs.js';
import { addressLines } from '../document/draft/addresses.js';
import { changeDraft, loadUrl, useDraft } from '../document/draft/draft-store.js';
import { savePdf } from '../document/form/saving.js';
import { startSplitting } from '../document/draft/splitting.js';
import { chooseFiles, removeAddress, removeSources } from '../document/form/sources.js';
import { cancelPreview, renderNow } from '../document/preview/preview.js';
import { usePreview } from '../document/draft/preview-store.js';
import { activeViewer } from '../document/viewer/viewer-controller.js';
import { activeComparison } from '../document/compare/comparison.js';
import {
  canCompare,
  canCompareFile,
  compareWithFile,
  isComparing,
  stopComparing,
  toggleComparing,
  useCompare,
} from '../document/compare/versions.js';
import { convert } from '../document/preview/convert.js';
import { copyRequest, openRequest } from '../document/form/request-actions.js';
import type { HistoryRow } from '@shared/history.js';
import {
  convertAgain,
  editFromHistory,
  listedHistory,
  openFromHistory,
  removeFromHistory,
  showFromHistory,
  useHistory,
} from '../history/history-store.js';
import {
  cancelEntries,
  cancelJobs,
  clearDone,
  clearFinished,
  editJob,
  moveSelected,
  openJob,
  pauseQueue,
  removeEntries,
  retryEntries,
  retryFailed,
  saveJob,
  showJobInFolder,
} from '../queue/job-actions.js';
import {
  type Entry,
  type EntryStatus,
  currentEntries,
  currentListing,
  entryStatus,
  focusJobs,
  selectedIds,
  useJobs,
} from '../queue/jobs-store.js';
import { copyLink, uploadToDefault } from '../queue/delivery-actions.js';
import { type View, focusField, openSettings, showView, useUi } from '../ui/ui-store.js';
import { checkForUpdates } from '../settings/settings-store.js';
import {
  type CommandAction,
  type CommandActions,
  canRun,
  openPalette,
  runCommand,
  setActions,
} from '../ui/commands.js';
import { menus } from '@shared/commands.js';
import type { UnsavedInPage } from '@shared/bridge.js';
import { call, on } from '../bridge/bridge.js';
import { useDeliveries } from '../queue/deliveries-store.js';
import { endpointEditing } from '../settings/endpoint-form.js';
import { useTypedSecret } from '../settings/secrets.js';
import { targetEditing } from '../settings/target-form.js';
import { isDialogOpen } from '../ui/Dialog.js';

/** What each command does. A command without `canRun` reports itself why it has no effect. */
const actions: CommandActions = {
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
      else if (isComparing()) stopComparing();
      else cancelPreview();
    },
    canRun: () => useUi.getState().view === 'queue' || isComparing() || isRendering(),
  },
  convert: { run: () => void convert() },
  split: { run: startSplitting },
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
  find: { run: () => activeViewer()?.openFind(), canRun: hasViewer },
  print: { run: () => void activeViewer()?.print(), canRun: hasViewer },
  'zoom-in': { run: () => zoomable()?.zoomBy('up'), canRun: hasPaper },
  'zoom-out': { run: () => zoomable()?.zoomBy('down'), canRun: hasPaper },
  'fit-page': { run: () => zoomable()?.setZoom('fit-page'), canRun: hasPaper },
  'fit-width': { run: () => zoomable()?.setZoom('fit-width'), canRun: hasPaper },
  'actual-size': { run: () => zoomable()?.setZoom(1), canRun: hasPaper },
  compare: { run: toggleComparing, canRun: canCompare },
  'compare-file': { run: () => void compareWithFile(), canRun: canCompareFile },
  'next-change': { run: () => activeComparison()?.step(1), canRun: isComparing },
  'previous-change': { run: () => activeComparison()?.step(-1), canRun: isComparing },
  'open-pdf': byView({
    document: () => {
      const viewer = activeViewer();
      return viewer && (() => void viewer.openOutside());
    },
    queue: () => ofSavedJob((id) => void openJob(id)),
    history: () => ofSavedRow((id) => void openFromHistory(id)),
  }),
  'show-in-folder': byView({
    queue: () => ofSavedJob((id) => void showJobInFolder(id)),
    history: () => ofSavedRow((id) => void showFromHistory(id)),
  }),
  'copy-link': byView({ queue: copyLinkOfSelected }),
  retry: byView({ queue: () => ofSelected(hasEnded, (ids) => void retryEntries(ids)) }),
  'convert-again': byView({ history: () => ofHistoryRow((row) => void convertAgain(row)) }),
  edit: byView({
    queue: () => {
      const entry = selectedEntry();
      return entry?.kind === 'job' ? () => void editJob(entry.row) : null;
    },
    history: () => ofHistoryRow((row) => void editFromHistory(row)),
  }),
  'move-to-top': byView({
    queue: () => {
      const isWaiting = selectedEntries().some(({ row }) => row.status === 'queued');
      return isWaiting ? () => void moveSelected('top') : null;
    },
  }),
  'cancel-selected': byView({
    queue: () => ofSelected(isPending, (ids) => void cancelEntries(ids)),
  }),
  remove: byView({ document: removeSource, queue: removeSelected, history: removeSelectedRow }),
  palette: { run: openPalette },
  settings: { run: () => openSettings('general') },
  'watch-folder': { run: () => openSettings('watched') },
  help: { run: () => useUi.setState({ shortcutsOpen: true }) },
  'check-for-updates': { run: () => void checkForUpdates() },
  'copy-diagnostics': { run: () => void copyDiagnostics() },
  about: { run: () => useUi.setState({ aboutOpen: true }) },
};

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

/** True also shortly before the viewer of a new preview is mounted. */
function hasPaper(): boolean {
  return usePreview.getState().shown !== null || activeViewer() !== null;
}

/** A comparison has no search, and prints nothing. */
function hasViewer(): boolean {
  return hasPaper() && !isComparing();
}

function zoomable() {
  return isComparing() ? activeComparison() : activeViewer();
}

function isRendering(): boolean {
  const { waiting, phase } = usePreview.getState();
  return waiting || phase === 'working';
}

/** What a command would do now; null for nothing. */
type Act = (() => void) | null;

/** Acts on what is selected in the open view. */
function byView(acts: Readonly<Partial<Record<View, () => Act>>>): CommandAction {
  const current = (): Act => acts[useUi.getState().view]?.() ?? null;
  return { run: () => current()?.(), canRun: () => current() !== null };
}

function selectedEntries(): readonly Entry[] {
  return currentEntries(selectedIds());
}

function selectedEntry(): Entry | null {
  const [entry, ...others] = selectedEntries();
  return entry !== undefined && others.length === 0 ? entry : null;
}

/** Null unless one of the selected rows of the queue is in the state. */
function ofSelected(matches: (status: EntryStatus) => boolean, act: (ids: string[]) => void): Act {
  return selectedEntries().map(entryStatus).some(matches) ? () => act(selectedIds()) : null;
}

function isPending(status: EntryStatus): boolean {
  return status === 'running' || status === 'waiting';
}

function hasEnded(status: EntryStatus): boolean {
  return !isPending(status);
}

/** Unfinished work is canceled before it can be removed. */
function removeSelected(): Act {
  if (ofSelected(isPending, () => undefined) !== null) return null;
  return ofSelected(hasEnded, (ids) => {
    focusJobs();
    removeEntries(ids);
  });
}

function ofSavedJob(act: (id: string) => void): Act {
  const entry = selectedEntry();
  return entry?.kind === 'job' && entry.row.path !== undefined ? () => act(entry.row.id) : null;
}

function copyLinkOfSelected(): Act {
  const entry = selectedEntry();
  const deliveries = entry?.kind === 'job' ? entry.deliveries : entry ? [entry.row] : [];
  const row = deliveries.find(({ kind, receipt }) => kind === 'upload' && receipt !== undefined);
  return row === undefined ? null : () => void copyLink(row);
}

function selectedHistoryRow(): HistoryRow | undefined {
  const state = useHistory.getState();
  return listedHistory(state).find(({ id }) => id === state.selected);
}

function ofHistoryRow(act: (row: HistoryRow) => void): Act {
  const row = selectedHistoryRow();
  return row ? () => act(row) : null;
}

function ofSavedRow(act: (id: string) => void): Act {
  const row = selectedHistoryRow();
  return row?.path !== undefined && !row.isMissing ? () => act(row.id) : null;
}

function removeSelectedRow(): Act {
  return ofHistoryRow(({ id }) => removeFromHistory([id]));
}

/** Removes the selected file, or one of several URLs. */
function removeSource(): Act {
  const { draft, address } = useDraft.getState();
  const { tab, files, selectedPath, url } = draft;
  if (tab === 'url' && addressLines(url).length > 1) return () => removeAddress(address);
  const selected = files.filter(({ path }) => path === selectedPath);
  return tab === 'files' && selected.length > 0 ? () => removeSources(selected) : null;
}

/** Delay after a change before the menu is updated, in milliseconds. */
const pauseMilliseconds = 150;

const commandsInMenus = Object.values(menus).flatMap(({ groups }) => groups.flat());

let disabled = '';
let unsaved = '';
let timer: ReturnType<typeof setTimeout> | null = null;

/**
 * Makes the commands available, connects them to the menus, and reports what quitting would lose.
 */
export function startCommands(): void {
  setActions(actions);
  on('command:chosen', ({ id }) => {
    if (!isDialogOpen()) runCommand(id);
  });
  for (const store of [useUi, usePreview, useCompare, useJobs, useDeliveries, useHistory])
    store.subscribe(schedule);
  schedule();
  for (const store of [targetEditing.use, endpointEditing.use, useTypedSecret, usePreview])
    store.subscribe(reportUnsaved);
  reportUnsaved();
}

function schedule(): void {
  timer ??= setTimeout(() => {
    timer = null;
    updateMenu();
  }, pauseMilliseconds);
}

/** Reports what quitting would lose, if that changed. */
function reportUnsaved(): void {
  const isEditing = [targetEditing, endpointEditing].some(({ use }) => use.getState().isChanged);
  const isRequest =
    usePreview.getState().phase === 'working' && useDraft.getState().draft.renderOn !== null;
  const found: UnsavedInPage[] = [
    ...(isEditing || useTypedSecret.getState() ? (['settings'] as const) : []),
    ...(isRequest ? (['request'] as const) : []),
  ];
  const key = found.join();
  if (key === unsaved) return;
  unsaved = key;
  // Quitting would only not ask.
  void call('app:unsaved', found);
}

/** Tells the menu which commands have no effect, if that changed. */
function updateMenu(): void {
  const isCovered = isDialogOpen();
  // Nothing reports that the last dialog has left the screen.
  if (isCovered) schedule();
  const ids = commandsInMenus.filter((id) => isCovered || !canRun(id));
  const key = ids.join();
  if (key === disabled) return;
  disabled = key;
  // A menu that could not be updated shows too much; the commands themselves check again.
  void call('commands:disable', ids);
}
