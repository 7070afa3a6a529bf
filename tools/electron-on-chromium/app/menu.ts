import { partialModule, notImplemented } from '../not-implemented.js';

/** The module `Menu`: an application may say that it has none, which is all that a Chromium window can do. */
export const Menu = partialModule('Menu', {
  setApplicationMenu(menu: unknown): void {
    if (menu !== null) notImplemented('Menu.setApplicationMenu with a menu');
  },
  getApplicationMenu: () => null,
});
