import { app } from '../app/app.js';
import { applicationName } from '../app/manifest.js';
import type { WebContents } from '../contents/web-contents.js';
import { notImplemented } from '../not-implemented.js';
import type { BrowserWindow } from './browser-window.js';

/** What Electron does with a role: lib/browser/api/menu-item-roles.ts. */
interface Role {
  readonly label: () => string;
  readonly accelerator?: string;
  readonly registerAccelerator?: false;
  readonly run?: (window: BrowserWindow, contents: WebContents) => void;
}

const text = (label: string) => () => label;
const isWindows = process.platform === 'win32';

/** The roles that can be in a menu, by their names in lower case. Others throw. */
export const menuRoles: Readonly<Record<string, Role>> = {
  undo: { label: text('Undo'), accelerator: 'CommandOrControl+Z', run: (_, page) => page.undo() },
  redo: {
    label: text('Redo'),
    accelerator: isWindows ? 'Control+Y' : 'Shift+CommandOrControl+Z',
    run: (_, page) => page.redo(),
  },
  cut: {
    label: text('Cut'),
    accelerator: 'CommandOrControl+X',
    registerAccelerator: false,
    run: (_, page) => page.cut(),
  },
  copy: {
    label: text('Copy'),
    accelerator: 'CommandOrControl+C',
    registerAccelerator: false,
    run: (_, page) => page.copy(),
  },
  paste: {
    label: text('Paste'),
    accelerator: 'CommandOrControl+V',
    registerAccelerator: false,
    run: (_, page) => page.paste(),
  },
  delete: { label: text('Delete'), run: (_, page) => page.delete() },
  selectall: {
    label: text('Select All'),
    accelerator: 'CommandOrControl+A',
    run: (_, page) => page.selectAll(),
  },
  close: {
    label: text(process.platform === 'darwin' ? 'Close Window' : 'Close'),
    accelerator: 'CommandOrControl+W',
    run: (window) => window.close(),
  },
  minimize: {
    label: text('Minimize'),
    accelerator: 'CommandOrControl+M',
    run: (window) => window.minimize(),
  },
  quit: {
    label: () => (isWindows ? 'Exit' : 'Quit'),
    ...(!isWindows && { accelerator: 'CommandOrControl+Q' }),
    run: () => app.quit(),
  },
  togglefullscreen: {
    label: text('Toggle Full Screen'),
    accelerator: process.platform === 'darwin' ? 'Control+Command+F' : 'F11',
    run: () => notImplemented('BrowserWindow.setFullScreen'),
  },
  forcereload: {
    label: text('Force Reload'),
    accelerator: 'Shift+CmdOrCtrl+R',
    run: () => notImplemented('WebContents.reloadIgnoringCache'),
  },
  toggledevtools: {
    label: text('Toggle Developer Tools'),
    accelerator: process.platform === 'darwin' ? 'Alt+Command+I' : 'Ctrl+Shift+I',
    run: () => notImplemented('WebContents.toggleDevTools'),
  },
  // macOS handles these itself.
  window: { label: text('Window') },
  help: { label: text('Help') },
  front: { label: text('Bring All to Front') },
  zoom: { label: text('Zoom') },
  appmenu: { label: applicationName },
  about: { label: () => `About ${applicationName()}` },
  services: { label: text('Services') },
  hide: { label: () => `Hide ${applicationName()}`, accelerator: 'Command+H' },
  hideothers: { label: text('Hide Others'), accelerator: 'Command+Alt+H' },
  unhide: { label: text('Show All') },
};

const modifiers = new Set(
  [
    ...['command', 'cmd', 'control', 'ctrl', 'commandorcontrol', 'cmdorctrl', 'alt', 'option'],
    ...['altgr', 'shift', 'super', 'meta'],
  ].map((name) => name.toLowerCase()),
);
const namedKeys =
  /^(?:f(?:[1-9]|1\d|2[0-4])|plus|space|tab|capslock|numlock|scrolllock|backspace|delete|insert|return|enter|up|down|left|right|home|end|pageup|pagedown|escape|esc|printscreen)$/;

/** @throws Error for an accelerator outside of docs/tutorial/keyboard-shortcuts.md */
export function checkAccelerator(accelerator: string): void {
  const parts = accelerator.toLowerCase().split('+');
  const key = parts.pop() ?? '';
  const isKey = key.length === 1 ? /[!-~]/.test(key) : namedKeys.test(key);
  if (!isKey || parts.some((part) => !modifiers.has(part))) {
    throw new Error(`"${accelerator}" is not an accelerator.`);
  }
}
