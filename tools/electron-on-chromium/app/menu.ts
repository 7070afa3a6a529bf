import { partialModule, notImplemented } from '../not-implemented.js';

/** The module `Menu` (docs/api/menu.md). Chromium's windows have no application menu. */
export const Menu = partialModule('Menu', {
  setApplicationMenu(menu: unknown): void {
    if (menu !== null) notImplemented('Menu.setApplicationMenu with a menu');
  },
});
