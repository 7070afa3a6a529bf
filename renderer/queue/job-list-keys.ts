import type { KeyboardEvent } from 'react';
import { indexByKey } from '../ui/list-keys.js';
import { cancelOrRemoveJobs, moveSelected } from './job-actions.js';
import type { MoveDirection } from './job-order.js';
import {
  focusJobs,
  goToJob,
  selectAllJobs,
  selectJob,
  selectedJobs,
  useSelection,
} from './selection-store.js';

const moves: Readonly<Record<string, MoveDirection>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'top',
};

/** Handles keys in the job list. Enter and Space on a row's buttons are left to the buttons. */
export function pressInList(event: KeyboardEvent): void {
  const isOnButton = event.target instanceof Element && event.target.closest('button') !== null;
  if (isOnButton && (event.key === 'Enter' || event.key === ' ')) return;
  if (!act(event)) return;
  event.preventDefault();
  event.stopPropagation();
}

function act(event: KeyboardEvent): boolean {
  const hasMod = event.ctrlKey || event.metaKey;
  if (event.altKey) return moveByKey(event.key);
  if (hasMod && event.key.toLowerCase() === 'a') {
    selectAllJobs();
    return true;
  }
  if (event.key === 'Delete') return cancelOrRemoveByKey();
  return chooseByKey(event.key) || goByKey(event.key, event.shiftKey, hasMod);
}

function moveByKey(key: string): boolean {
  const direction = moves[key];
  if (!direction) return false;
  focusJobs();
  void moveSelected(direction);
  return true;
}

function cancelOrRemoveByKey(): boolean {
  const ids = selectedJobs();
  if (ids.length === 0) return false;
  focusJobs();
  void cancelOrRemoveJobs(ids);
  return true;
}

/** Enter selects the active row; Space toggles it. */
function chooseByKey(key: string): boolean {
  const { active, shown } = useSelection.getState();
  const id = active ?? shown[0];
  if (id === undefined || (key !== 'Enter' && key !== ' ')) return false;
  selectJob(id, key === 'Enter' ? 'only' : 'toggle');
  return true;
}

function goByKey(key: string, withShift: boolean, withMod: boolean): boolean {
  const { active, shown } = useSelection.getState();
  const current = active === null ? 0 : shown.indexOf(active);
  const id = shown[indexByKey(key, current, shown.length) ?? -1];
  if (id === undefined) return false;
  focusJobs();
  if (withMod && !withShift) goToJob(id);
  else selectJob(id, withShift ? 'range' : 'only');
  return true;
}
