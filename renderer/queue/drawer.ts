import { showList } from './uploads/drawer-view.js';
import { changeSettings, useSettings } from '../settings/settings-store.js';
import { useJobs } from './jobs-store.js';

let wasClosedInBatch = false;

/** Opens the job list when a batch starts, unless the user closed it during that batch. */
export function followBatches(): void {
  useJobs.subscribe(({ summary }, before) => {
    if (!summary.batch) wasClosedInBatch = false;
    else if (!before.summary.batch) openDrawer();
  });
}

/** Opens the job list, unless the user closed it during this batch. */
export function openDrawer(): void {
  if (!wasClosedInBatch) showList('jobs');
}

/** Opens or closes the drawer on behalf of the user. */
export function toggleDrawer(): void {
  const isOpen = useSettings.getState().jobsOpen;
  wasClosedInBatch = isOpen && useJobs.getState().summary.batch !== null;
  void changeSettings({ jobsOpen: !isOpen });
}
