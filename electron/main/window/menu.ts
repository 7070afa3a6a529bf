import type { MenuItemConstructorOptions } from 'electron';

/**
 * The application's menu. Only macOS has one, where copy, paste and quit live in it; elsewhere the window itself has all there is.
 */
export function applicationMenu(platform: NodeJS.Platform): MenuItemConstructorOptions[] | null {
  if (platform !== 'darwin') return null;
  return [{ role: 'appMenu' }, { role: 'editMenu' }, { role: 'viewMenu' }, { role: 'windowMenu' }];
}
