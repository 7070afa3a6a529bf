import { call, on } from '../bridge.js';
import { showFailure } from '../ui/notices.js';
import { followSelection } from './job-view.js';
import { applyJobChanges, applyJobList } from './jobs-store.js';
import { followJobs } from './selection-store.js';
import { t } from '../i18n/t.js';

/** Loads the queue and follows its changes. Changes before the list arrives are contained in it. */
export async function startJobs(): Promise<void> {
  let isListed = false;
  on('jobs:changed', (changes) => {
    if (isListed) applyJobChanges(changes);
  });
  const list = await call('jobs:list', undefined);
  isListed = true;
  if (list.ok) applyJobList(list.value);
  else showFailure(t('queue.loadFailed'), list.error);
  followJobs();
  followSelection();
}
