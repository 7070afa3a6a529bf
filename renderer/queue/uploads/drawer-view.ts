import { create } from 'zustand';
import { showView } from '../../ui/ui-store.js';

/** A list of the queue view. */
export type DrawerView = 'jobs' | 'uploads';

/** The open list; not persisted. */
export const useDrawerView = create<{ readonly view: DrawerView }>(() => ({ view: 'jobs' }));

/** Opens a list in the queue view. */
export function showList(view: DrawerView): void {
  useDrawerView.setState({ view });
  showView('queue');
}
