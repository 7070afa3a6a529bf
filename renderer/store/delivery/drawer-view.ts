import { create } from 'zustand';
import { changeSettings } from '../settings-store.js';

/** Which list the drawer shows. */
export type DrawerView = 'jobs' | 'uploads';

/** What the drawer is looked at for; not kept between starts. */
export const useDrawerView = create<{ readonly view: DrawerView }>(() => ({ view: 'jobs' }));

/** Opens the drawer at the list of uploads. */
export function showUploads(): void {
  useDrawerView.setState({ view: 'uploads' });
  void changeSettings({ jobsOpen: true });
}
