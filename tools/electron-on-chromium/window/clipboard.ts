import { windowIsVisible } from '../chromium/browsers.js';
import { checkString } from '../arguments.js';
import type { Page } from '../contents/open-page.js';
import { notImplemented, partialModule } from '../not-implemented.js';
import { BrowserWindow } from './browser-window.js';

const worldName = 'electronOnChromiumClipboard';

const permission = 'clipboard-write';

/**
 * The module `clipboard` (docs/api/clipboard.md). DevTools has no command for the clipboard, so an
 * open window's page writes to it, as any page does: in a world of its own, which shares nothing
 * with the page's scripts.
 */
export const clipboard = partialModule('clipboard', {
  async writeText(text: string): Promise<void> {
    checkString(text);
    await inPage(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
  },
} satisfies Partial<Electron.Clipboard>);

async function inPage(expression: string): Promise<void> {
  const { webContents } = pageOwner();
  const page = await webContents.opened;
  // Not of the address that the application knows: that of a custom scheme is another one for the
  // page.
  const origin = String(await evaluate(page, 'location.origin'));
  const grant = { permission: { name: permission }, origin };
  const { root } = page.browser;
  await root.send('Browser.setPermission', { ...grant, setting: 'granted' });
  try {
    await withFocus(page, async () => evaluate(page, expression));
  } finally {
    // The page itself may do what the application's rules say, and no more.
    await root.send('Browser.setPermission', {
      ...grant,
      setting: webContents.session.permissionSetting(permission),
    });
  }
}

/**
 * The window in front, else any other of the default session: the hidden ones have a Chromium, and
 * so a clipboard, of their own.
 */
function pageOwner(): BrowserWindow {
  const windows = BrowserWindow.getAllWindows().filter(
    ({ webContents }) => webContents.session.isDefault && webContents.getURL() !== '',
  );
  const owner = windows.find((window) => window.isFocused()) ?? windows[0];
  return owner ?? notImplemented('clipboard without a window that shows a page');
}

/** A page may use the clipboard while it has the focus, which Chromium is told that it has. */
async function withFocus({ session }: Page, action: () => Promise<unknown>): Promise<void> {
  await session.send('Emulation.setFocusEmulationEnabled', { enabled: true });
  try {
    await action();
  } finally {
    // Without a display no window ever has the focus, and what drives one may have told its page
    // the same.
    if (windowIsVisible()) {
      await session.send('Emulation.setFocusEmulationEnabled', { enabled: false });
    }
  }
}

async function evaluate({ session, target }: Page, expression: string): Promise<unknown> {
  const { executionContextId } = await session.send('Page.createIsolatedWorld', {
    // The main frame of a page bears the page's own id.
    frameId: target.info.targetId,
    worldName,
  });
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression,
    contextId: executionContextId,
    userGesture: true,
    awaitPromise: true,
    returnByValue: true,
  });
  if (exceptionDetails) {
    const { exception, text } = exceptionDetails;
    throw new Error(`The clipboard could not be used: ${exception?.description ?? text}`);
  }
  return result.value;
}
