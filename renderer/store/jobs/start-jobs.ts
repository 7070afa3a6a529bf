import { call, on } from '../../bridge.js';
import { showFailure } from '../notices.js';
import { followBatches } from './drawer.js';
import { followSelection } from './job-view.js';
import { takeJobChanges, takeJobList } from './jobs-store.js';
import { followJobs } from './selection-store.js';

/** Takes up the queue, and follows it from then on. Changes that come before the list are in the list. */
export async function startJobs(): Promise<void> {
  let isListed = false;
  on('jobs:changed', (changes) => {
    if (isListed) takeJobChanges(changes);
  });
  const list = await call('jobs:list', undefined);
  isListed = true;
  if (list.ok) takeJobList(list.value);
  else showFailure('The list of jobs could not be read', list.error);
  followJobs();
  followSelection();
  followBatches();
}
