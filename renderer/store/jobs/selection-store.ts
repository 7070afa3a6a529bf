import { create } from 'zustand';
import { type JobFilter, filterJobs } from './job-filter.js';
import {
  type ChoosingMode,
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
  /** The rows that the filter leaves, in the order of the queue. */
  readonly shown: readonly string[];
  /** The active row is to get the focus as soon as it is there. */
  readonly focusWanted: boolean;
}

/** How the list of jobs is looked at, and what in it is chosen. Not kept between starts. */
export const useSelection = create<SelectionState>(() => ({
  ...nothingSelected,
  filter: 'all',
  shown: [],
  focusWanted: false,
}));

/** Has the shown rows follow the queue. */
export function followJobs(): void {
  useJobs.subscribe(refresh);
  refresh();
}

/** Narrows the list to a state; what the filter hides is no longer chosen. */
export function setFilter(filter: JobFilter): void {
  useSelection.setState({ filter });
  refresh();
}

/** Chooses a row as a click or a key means it. */
export function selectJob(id: string, mode: ChoosingMode): void {
  useSelection.setState((state) => choose(state, state.shown, id, mode));
}

export function selectAllJobs(): void {
  useSelection.setState((state) => chooseAll(state, state.shown));
}

/** Brings the focus to the row that the keyboard is on. */
export function focusJobs(): void {
  useSelection.setState({ focusWanted: true });
}

/** Moves the keyboard to a row without choosing it. */
export function goToJob(id: string): void {
  useSelection.setState((state) => goTo(state, id));
}

/** The chosen jobs in the order of the list. */
export function selectedJobs(): string[] {
  const { selected, shown } = useSelection.getState();
  return shown.filter((id) => selected.has(id));
}

/** The one job that is chosen; null if there is none or several. */
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
