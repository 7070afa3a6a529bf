import { showList } from '../delivery/drawer-view.js';
import { changeSettings, useSettings } from '../settings-store.js';
import { useJobs } from './jobs-store.js';

let wasClosedInBatch = false;

/** Opens the list of jobs whenever a batch starts, unless the person closed it during that batch. */
export function followBatches(): void {
  useJobs.subscribe(({ summary }, before) => {
    if (!summary.batch) wasClosedInBatch = false;
    else if (!before.summary.batch) openDrawer();
  });
}

/** Opens the list of jobs for a batch, unless the person has closed it during this one. */
export function openDrawer(): void {
  if (!wasClosedInBatch) showList('jobs');
}

/** Opens or closes the list of jobs, as the person wants it. */
export function toggleDrawer(): void {
  const isOpen = useSettings.getState().jobsOpen;
  wasClosedInBatch = isOpen && useJobs.getState().summary.batch !== null;
  void changeSettings({ jobsOpen: !isOpen });
}
