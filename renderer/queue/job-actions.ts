import type { BridgeInput } from '@shared/bridge.js';
import { call } from '../bridge/bridge.js';
import { showBatchIssues } from '../document/preview/convert.js';
import { destinations, readJobOptions } from '../document/draft/read-batch.js';
import {
  changeDraft,
  dismissRefused,
  loadUrl,
  touchFields,
  useDraft,
} from '../document/draft/draft-store.js';
import { t, textOf } from '../i18n/t.js';
import { reportResult, showNotice, showUndo } from '../ui/notices.js';
import { removeWithUndo } from '../ui/removals.js';
import {
  type Entry,
  allEntries,
  currentEntries,
  currentEntry,
  entryStatus,
  selectedIds,
  useJobs,
} from './jobs-store.js';
import { cancelDeliveries, retryDeliveries } from './delivery-actions.js';
import { clearableIds, hasNameConflict, isSucceeded } from './delivery-wording.js';
import type { JobOptions, JobRow } from '@shared/jobs.js';
import type { Draft } from '@shared/draft.js';
import { type SplitRule, partSizeText } from '@shared/split.js';
import { type ConversionSource, partsOf } from '@shared/request/source.js';
import { type UploadTarget, targetFolder } from '@shared/targets.js';
import { fieldNames } from '../ui/fields.js';
import { currentSecurity } from '../document/draft/passwords.js';
import { draftOfRequest } from '../document/draft/draft-of-request.js';
import { targetOf, useTargets } from '../settings/targets-store.js';
import { showView } from '../ui/ui-store.js';

/** Job ids, or all jobs of a state. */
type Jobs<C extends 'jobs:cancel' | 'jobs:retry'> = BridgeInput<C>['ids'];

/** Running jobs continue. */
export async function pauseQueue(paused: boolean): Promise<void> {
  reportResult(t('queue.pauseFailed'), await call('jobs:pause', { paused }));
}

export async function cancelJobs(ids: Jobs<'jobs:cancel'>): Promise<void> {
  reportResult(t('queue.cancelFailed'), await call('jobs:cancel', { ids }));
}

async function retryJobs(ids: Jobs<'jobs:retry'>): Promise<void> {
  reportResult(t('queue.retryJobsFailed'), await call('jobs:retry', { ids }));
}

/**
 * Retries rows that have failed: jobs, or the uploads of converted jobs. Jobs that are done are
 * converted again. Several rows are retried without jobs that may already have been charged;
 * name conflicts need an answer first.
 */
export async function retryEntries(ids: readonly string[]): Promise<void> {
  await retry(currentEntries(ids), ids.length > 1);
}

/** Retries all that has failed, except what may already have been charged. */
export async function retryFailed(): Promise<void> {
  await retry(
    allEntries().filter((entry) => entryStatus(entry) === 'failed'),
    true,
  );
}

async function retry(entries: readonly Entry[], isCertainOnly: boolean): Promise<void> {
  const uploads = entries.flatMap(deliveriesToRetry);
  if (uploads.length > 0) await retryDeliveries(uploads);
  const jobs = entries.filter(isRetriedAsJob).map(({ row }) => row.id);
  if (isCertainOnly) await retryCertain(jobs);
  else if (jobs.length > 0) await retryJobs(jobs);
}

function isRetriedAsJob(entry: Entry): boolean {
  if (entry.kind === 'delivery') return false;
  const { status } = entry.row;
  if (status === 'queued' || status === 'running') return false;
  return status !== 'completed' || deliveriesToRetry(entry).length === 0;
}

/** Returns the failed or canceled deliveries of a converted job, or of the row itself. */
function deliveriesToRetry(entry: Entry): readonly string[] {
  if (entry.kind === 'job' && entry.row.status !== 'completed') return [];
  const rows = entry.kind === 'job' ? entry.deliveries : [entry.row];
  return rows
    .filter(
      (row) => row.status === 'canceled' || (row.status === 'failed' && !hasNameConflict(row)),
    )
    .map(({ id }) => id);
}

async function retryCertain(ids: readonly string[]): Promise<void> {
  const { rows } = useJobs.getState();
  const certain = ids.filter((id) => rows.get(id)?.error?.code !== 'remote-uncertain');
  if (certain.length > 0) await retryJobs(certain);
  const left = ids.length - certain.length;
  if (left > 0) showNotice(t('queue.skippedCharged', { count: left }));
}

/** Cancels the unfinished jobs and uploads among rows. */
export async function cancelEntries(ids: readonly string[]): Promise<void> {
  const entries = currentEntries(ids);
  const jobs = entries.filter(isPendingJob).map(({ row }) => row.id);
  const uploads = entries
    .flatMap((entry) => (entry.kind === 'job' ? entry.deliveries : [entry.row]))
    .filter(({ status }) => status === 'waiting' || status === 'running')
    .map(({ id }) => id);
  if (jobs.length > 0) await cancelJobs(jobs);
  if (uploads.length > 0) await cancelDeliveries(uploads);
}

function isPendingJob({ kind, row }: Entry): boolean {
  return kind === 'job' && (row.status === 'queued' || row.status === 'running');
}

/**
 * Cancels unfinished rows, or removes the rows if all are finished: discarding unfinished work
 * takes two steps.
 */
export async function cancelOrRemove(ids: readonly string[]): Promise<void> {
  if (currentEntries(ids).some(isPending)) await cancelEntries(ids);
  else removeEntries(ids);
}

function isPending(entry: Entry): boolean {
  const status = entryStatus(entry);
  return status === 'running' || status === 'waiting';
}

/** Removes rows that are done; all others stay. */
export function clearDone(): void {
  clearAll((entry) => entryStatus(entry) === 'done');
}

/** Removes all finished rows, also failed and canceled ones. */
export function clearFinished(): void {
  clearAll((entry) => !isPending(entry));
}

function clearAll(matches: (entry: Entry) => boolean): void {
  const all = allEntries();
  const uploads = all.flatMap((entry) => (entry.kind === 'delivery' ? [entry.row] : []));
  // The outbox sends the webhook of a removed job again if one of its uploads still succeeds.
  const clearable = new Set(clearableIds(uploads));
  const cleared = all.filter(
    (entry) =>
      matches(entry) &&
      (entry.kind === 'job' || entry.row.status !== 'delivered' || clearable.has(entry.row.id)),
  );
  removeEntries(cleared.map(({ row }) => row.id));
}

/**
 * Removes finished rows with all their uploads, with undo: they are hidden first. Saved PDFs stay.
 */
export function removeEntries(ids: readonly string[]): void {
  if (ids.length === 0) return;
  const entries = currentEntries(ids);
  const jobs = entries.filter(({ kind }) => kind === 'job').map(({ row }) => row.id);
  const uploads = entries.flatMap((entry) =>
    entry.kind === 'job' ? entry.deliveries : [entry.row],
  );
  const unfinished = uploads.filter((row) => row.kind === 'upload' && !isSucceeded(row)).length;
  const uploadIds = uploads.map(({ id }) => id);
  const all = [...ids, ...uploadIds];
  useJobs.setState(({ hidden }) => ({ hidden: new Set([...hidden, ...all]) }));
  const count = ids.length;
  const text =
    unfinished > 0
      ? t('queue.removedWithUploads', { count, uploads: unfinished })
      : t('queue.removed', { count });
  removeWithUndo(
    { jobs, deliveries: uploadIds },
    { removed: text, failed: t('queue.removeFailed') },
    () => unhide(all),
  );
}

function unhide(ids: readonly string[]): void {
  const shown = new Set(ids);
  useJobs.setState(({ hidden }) => ({
    hidden: new Set([...hidden].filter((id) => !shown.has(id))),
  }));
}

/** Moves the selected jobs; does nothing at the end of the list. */
export async function moveSelected(direction: MoveDirection): Promise<void> {
  const { order, rows, selection } = useJobs.getState();
  const move = moveBy(direction, selection.selected, order, rows);
  if (move) await moveJobs(move);
}

export async function moveJobs({ ids, before }: JobMove): Promise<void> {
  reportResult(t('queue.moveFailed'), await call('jobs:move', { ids, before }));
}

/**
 * Applies the options of the form to the selected jobs. If the form has an error, shows that
 * instead.
 */
export async function applyFormToSelected(): Promise<void> {
  if ((await currentSecurity()) === null) return;
  const { options, issues } = readJobOptions(useDraft.getState().draft, destinations());
  if (!options) {
    showBatchIssues(issues);
    return;
  }
  const ids = selectedIds().filter((id) => currentEntry(id)?.kind === 'job');
  const result = await call('jobs:change', { ids, options });
  if (!reportResult(t('queue.applyFailed'), result)) return;
  showNotice(t('queue.appliedOptions', { count: ids.length }));
}

/** Lists only the jobs that have a warning of a job. */
export async function showJobsWithWarning(id: string, index: number, text: string): Promise<void> {
  const result = await call('jobs:with-warning', { id, index });
  if (!reportResult(t('queue.loadFailed'), result)) return;
  useJobs.setState({ tab: 'all', query: '', problem: { text, ids: new Set(result.value.ids) } });
}

/** In its default application. */
export async function openJob(id: string, part?: number): Promise<void> {
  reportResult(t('window.openPdfFailed'), await call('jobs:open', { id, ...partOf(part) }));
}

export async function showJobInFolder(id: string, part?: number): Promise<void> {
  const result = await call('jobs:show-in-folder', { id, ...partOf(part) });
  reportResult(t('window.openFolderFailed'), result);
}

/** Asks for a path. */
export async function saveJob(id: string, part?: number): Promise<void> {
  const result = await call('jobs:save-as', { id, ...partOf(part) });
  if (reportResult(t('window.saveFailed'), result) && result.value) {
    showNotice(t('window.savedTo', { path: result.value.path }));
  }
}

/** As an argument; nothing for all. */
function partOf(part: number | undefined): { readonly part?: number } {
  return part === undefined ? {} : { part };
}

/** The moves of a button or key. */
export type MoveDirection = 'up' | 'down' | 'top';

/** Jobs to move, and the job they go before; null for the end. */
export interface JobMove {
  readonly ids: string[];
  readonly before: string | null;
}

/**
 * By one place or to the front, among queued jobs; others can't be reordered. Null if there is
 * nothing to move.
 */
export function moveBy(
  direction: MoveDirection,
  chosen: ReadonlySet<string>,
  order: readonly string[],
  rows: ReadonlyMap<string, JobRow>,
): JobMove | null {
  const waiting = order.filter((id) => rows.get(id)?.status === 'queued');
  const places = waiting.flatMap((id, place) => (chosen.has(id) ? [place] : []));
  const [first] = places;
  const last = places.at(-1);
  if (first === undefined || last === undefined) return null;
  const ids = waiting.filter((id) => chosen.has(id));
  switch (direction) {
    case 'top': {
      const before = waiting.find((id) => !chosen.has(id));
      const isAtTop = last === ids.length - 1;
      return before === undefined || isAtTop ? null : { ids, before };
    }
    case 'up': {
      const above = waiting[first - 1];
      return above === undefined ? null : { ids, before: above };
    }
    case 'down': {
      const below = waiting[last + 1];
      return below === undefined ? null : { ids, before: order[order.indexOf(below) + 1] ?? null };
    }
  }
}

/**
 * By a drop: before the first queued job from the index on, or to the end, because only queued jobs
 * can be reordered. Null if no selected job is queued.
 */
export function moveTo(
  index: number,
  chosen: ReadonlySet<string>,
  shown: readonly string[],
  rows: ReadonlyMap<string, JobRow>,
): JobMove | null {
  const isQueued = (id: string) => rows.get(id)?.status === 'queued';
  const ids = shown.filter((id) => chosen.has(id) && isQueued(id));
  if (ids.length === 0) return null;
  const isPlace = (id: string) => isQueued(id) && !chosen.has(id);
  return { ids, before: shown.slice(index).find(isPlace) ?? null };
}

/** Loads the source and the options of a job into the form, with undo. */
export async function editJob({ id, name }: JobRow): Promise<void> {
  const [source, details] = await Promise.all([
    call('jobs:source', { id }),
    call('jobs:details', { id }),
  ]);
  const title = t('queue.editFailed');
  if (!reportResult(title, source) || !reportResult(title, details)) return;
  await editConversion(source.value, details.value.options, textOf(name));
}

/** Loads a source and options into the form and shows it, with undo. */
export async function editConversion(
  source: ConversionSource,
  options: JobOptions,
  name: string,
): Promise<void> {
  const change = draftOfJob(await withSizes(source), options, useTargets.getState().targets);
  const { draft: before } = useDraft.getState();
  changeDraft(change);
  if (change.tab === 'files') dismissRefused();
  if (change.tab === 'url') loadUrl(change.url);
  touchFields(fieldNames);
  showView('document');
  showUndo(t('queue.editing', { name }), () => {
    changeDraft(before);
    loadUrl(before.url);
  });
}

interface SizedSource {
  readonly source: ConversionSource;
  /** Of its files by path, in bytes; without files that are gone. */
  readonly sizes: ReadonlyMap<string, number>;
}

async function withSizes(source: ConversionSource): Promise<SizedSource> {
  const paths = partsOf(source).flatMap((part) => (part.kind === 'file' ? [part.path] : []));
  if (paths.length === 0) return { source, sizes: new Map() };
  const found = await call('source:inspect', { paths });
  const files = found.ok ? found.value.files : [];
  return { source, sizes: new Map(files.map(({ path, size }) => [path, size])) };
}

function draftOfJob(
  { source, sizes }: SizedSource,
  { request, output, renderOn }: JobOptions,
  targets: readonly UploadTarget[],
): Partial<Draft> {
  const { change } = draftOfRequest({ ...request, source }, targets);
  const known = output.uploads.flatMap(({ target, destination }) => {
    const found = targetOf(targets, target);
    return found ? [{ target: found, destination }] : [];
  });
  const [first] = known;
  return {
    ...change,
    ...(change.files && {
      files: change.files.map((file) => ({ ...file, size: sizes.get(file.path) ?? 0 })),
    }),
    renderOn,
    outputFolder: output.folder ?? '',
    existing: output.existing,
    ...splitChange(output.split),
    save: output.save,
    uploadTargets: known.map(({ target }) => target.id),
    uploadPath: first ? uploadPath(first.target, first.destination, request.filename) : '',
  };
}

function splitChange(rule: SplitRule | undefined): Partial<Draft> {
  switch (rule?.kind) {
    case undefined:
      return { splitBy: 'none' };
    case 'bookmarks':
      return { splitBy: 'bookmarks' };
    case 'pages':
      return { splitBy: 'pages', splitPages: String(rule.pages) };
    case 'size':
      return { splitBy: 'size', splitSize: partSizeText(rule.bytes) };
  }
}

/** As entered; empty for the destination's own folder. */
function uploadPath(target: UploadTarget, destination: string, filename = '{name}.pdf'): string {
  const path = destination.slice(targetFolder(target).length);
  return path.endsWith(filename) ? path.slice(0, -filename.length).replace(/\/$/, '') : path;
}
