import { create } from 'zustand';
import type { AppErrorData } from '@shared/errors.js';
import type { JobDetails, JobRow } from '@shared/jobs.js';
import { call } from '../bridge.js';
import { countSources } from '../document/batch/read-batch.js';
import { useDraft } from '../document/form/draft-store.js';
import type { OpenedPdf } from '../document/preview/preview-store.js';
import { useJobs } from './jobs-store.js';
import { onlySelected, useSelection } from './selection-store.js';

/** Delay before the PDF of a selected job is opened, in milliseconds. */
const pauseMilliseconds = 120;

interface JobViewState {
  /** The job shown instead of the form's preview; null for the form's. */
  readonly id: string | null;
  /** Details of the only selected job, whether or not its PDF is shown. */
  readonly details: JobDetails | null;
  readonly shown: OpenedPdf | null;
  /** Why its PDF can't be shown. */
  readonly error: AppErrorData | null;
}

const nothing: JobViewState = { id: null, details: null, shown: null, error: null };

/** The job in the preview area. */
export const useJobView = create<JobViewState>(() => nothing);

let timer: ReturnType<typeof setTimeout> | null = null;

/** Shows the only selected job, and leaves it when the form is edited. */
export function followSelection(): void {
  useSelection.subscribe((state, before) => {
    if (state.selected === before.selected) return;
    const id = onlySelected(state);
    if (id !== useJobView.getState().id) view(id);
  });
  useJobs.subscribe(({ rows }) => {
    const { details } = useJobView.getState();
    const row = details && rows.get(details.row.id);
    if (row && isOtherOutcome(row, details.row)) load();
  });
  useDraft.subscribe((state, before) => {
    const isChanged = state.draft !== before.draft || state.loadedUrl !== before.loadedUrl;
    // Converting empties the form, which leaves nothing to show instead.
    if (isChanged && countSources(state.draft) > 0) leaveJob();
  });
}

/** Shows the form's preview again. The job stays selected. */
export function leaveJob(): void {
  const { id, details } = useJobView.getState();
  if (id !== null) useJobView.setState({ ...nothing, details });
}

function view(id: string | null): void {
  useJobView.setState({ ...nothing, id });
  load();
}

function load(): void {
  if (timer) clearTimeout(timer);
  timer = setTimeout(() => void loadNow(), pauseMilliseconds);
}

async function loadNow(): Promise<void> {
  const id = onlySelected(useSelection.getState());
  if (id === null) return;
  const details = await call('jobs:details', { id });
  if (onlySelected(useSelection.getState()) !== id) return;
  const isViewed = useJobView.getState().id === id;
  if (!details.ok) {
    if (isViewed) useJobView.setState({ error: details.error });
    return;
  }
  useJobView.setState({ details: details.value, error: null });
  if (isViewed && hasPdf(details.value.row)) await openJobPdf(id);
}

async function openJobPdf(id: string): Promise<void> {
  const artifact = await call('jobs:artifact', { id });
  if (useJobView.getState().id !== id) return;
  if (!artifact.ok) {
    useJobView.setState({ error: artifact.error });
    return;
  }
  const shown = { artifact: artifact.value, source: `job:${id}` };
  useJobView.setState({ shown, error: null });
}

/** Returns true if there is a PDF to show: a saved one, or one waiting to be saved. */
export function hasPdf({ status, skipped, kept, remote }: JobRow): boolean {
  const isHere = skipped !== true && remote?.notFetched === undefined;
  return (status === 'completed' && isHere) || kept === true;
}

function isOtherOutcome(row: JobRow, known: JobRow): boolean {
  return row.status !== known.status || row.path !== known.path || row.size !== known.size;
}
