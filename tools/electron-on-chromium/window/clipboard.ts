import { checkString } from '../arguments.js';
import { withClipboard } from '../contents/page-clipboard.js';
import { notImplemented, partialModule } from '../not-implemented.js';
import { BrowserWindow } from './browser-window.js';

/**
 * The module `clipboard` (docs/api/clipboard.md). DevTools has no clipboard command, so an open
 * window's page writes to it, in an isolated world.
 */
export const clipboard = partialModule('clipboard', {
  async writeText(text: string): Promise<void> {
    checkString(text);
    const { webContents } = pageOwner();
    await withClipboard(
      webContents,
      'clipboard-write',
      `navigator.clipboard.writeText(${JSON.stringify(text)})`,
    );
  },
} satisfies Partial<Electron.Clipboard>);

/**
 * Returns the focused window, or any of the default session. Hidden windows run in another Chromium
 * with its own clipboard.
 */
function pageOwner(): BrowserWindow {
  const windows = BrowserWindow.getAllWindows().filter(
    ({ webContents }) => webContents.session.isDefault && webContents.getURL() !== '',
  );
  const owner = windows.find((window) => window.isFocused()) ?? windows[0];
  return owner ?? notImplemented('clipboard without a window that shows a page');
}
