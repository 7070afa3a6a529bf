import { partialModule, notImplemented } from '../not-implemented.js';

/**
 * The module `Menu` (docs/api/menu.md): a window of Chromium can have none of the application's.
 */
export const Menu = partialModule('Menu', {
  setApplicationMenu(menu: unknown): void {
    if (menu !== null) notImplemented('Menu.setApplicationMenu with a menu');
  },
});
