import { create } from 'zustand';
import { type JobFilter, filterJobs } from './job-filter.js';
import {
  type SelectionMode,
  type JobSelection,
  choose,
  chooseAll,
  goTo,
  keepShown,
  nothingSelected,
} from './job-selection.js';
import { useJobs } from './jobs-store.js';

interface SelectionState extends JobSelection {
  readonly filter: JobFilter;
  /** Ids of the jobs that match the filter, in queue order. */
  readonly shown: readonly string[];
  /** True if the active row should be focused once it is mounted. */
  readonly focusWanted: boolean;
}

/** Filter and selection of the job list; not persisted. */
export const useSelection = create<SelectionState>(() => ({
  ...nothingSelected,
  filter: 'all',
  shown: [],
  focusWanted: false,
}));

/** Updates the listed rows when the queue changes. */
export function followJobs(): void {
  useJobs.subscribe(refresh);
  refresh();
}

/** Filters the list; hidden jobs are deselected. */
export function setFilter(filter: JobFilter): void {
  useSelection.setState({ filter });
  refresh();
}

/** Selects a row by click or key. */
export function selectJob(id: string, mode: SelectionMode): void {
  useSelection.setState((state) => choose(state, state.shown, id, mode));
}

export function selectAllJobs(): void {
  useSelection.setState((state) => chooseAll(state, state.shown));
}

/** Focuses the active row. */
export function focusJobs(): void {
  useSelection.setState({ focusWanted: true });
}

/** Makes a row active without selecting it. */
export function goToJob(id: string): void {
  useSelection.setState((state) => goTo(state, id));
}

/** Returns the selected jobs in list order. */
export function selectedJobs(): string[] {
  const { selected, shown } = useSelection.getState();
  return shown.filter((id) => selected.has(id));
}

/** Returns the only selected job; null for none or several. */
export function onlySelected({ selected }: JobSelection): string | null {
  if (selected.size !== 1) return null;
  const [id = null] = selected;
  return id;
}

function refresh(): void {
  const { order, rows } = useJobs.getState();
  useSelection.setState((state) => {
    const shown = filterJobs(state.filter, order, rows);
    return shown === state.shown ? state : { ...keepShown(state, state.shown, shown), shown };
  });
}
