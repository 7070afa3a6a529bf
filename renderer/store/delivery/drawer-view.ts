import { create } from 'zustand';
import { changeSettings, useSettings } from '../settings-store.js';

/** Which list the drawer shows. */
export type DrawerView = 'jobs' | 'uploads';

/** What the drawer is looked at for; not kept between starts. */
export const useDrawerView = create<{ readonly view: DrawerView }>(() => ({ view: 'jobs' }));

/** Opens the drawer at a list. */
export function showList(view: DrawerView): void {
  useDrawerView.setState({ view });
  if (!useSettings.getState().jobsOpen) void changeSettings({ jobsOpen: true });
}
