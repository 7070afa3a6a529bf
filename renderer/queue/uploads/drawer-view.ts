import { create } from 'zustand';
import { changeSettings, useSettings } from '../../settings/settings-store.js';

/** A list of the drawer. */
export type DrawerView = 'jobs' | 'uploads';

/** The list that the drawer shows; not persisted. */
export const useDrawerView = create<{ readonly view: DrawerView }>(() => ({ view: 'jobs' }));

/** Opens the drawer with a list. */
export function showList(view: DrawerView): void {
  useDrawerView.setState({ view });
  if (!useSettings.getState().jobsOpen) void changeSettings({ jobsOpen: true });
}
