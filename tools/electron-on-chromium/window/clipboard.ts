import { windowIsVisible } from '../chromium/browsers.js';
import { checkString } from '../arguments.js';
import type { Page } from '../contents/open-page.js';
import type { WebContents } from '../contents/web-contents.js';
import { notImplemented, partialModule } from '../not-implemented.js';
import { BrowserWindow } from './browser-window.js';

const worldName = 'electronOnChromiumClipboard';

/**
 * The module `clipboard` (docs/api/clipboard.md). DevTools has no clipboard command, so an open
 * window's page writes to it, in an isolated world.
 */
export const clipboard = partialModule('clipboard', {
  async writeText(text: string): Promise<void> {
    checkString(text);
    const { webContents } = pageOwner();
    await inPage(
      webContents,
      'clipboard-write',
      `navigator.clipboard.writeText(${JSON.stringify(text)})`,
    );
  },
} satisfies Partial<Electron.Clipboard>);

/** Whether the clipboard of a window has anything to paste. */
export async function canPaste(webContents: WebContents): Promise<boolean> {
  const hasTypes =
    'navigator.clipboard.read().then((items) => items.some((i) => i.types.length > 0))';
  return (await inPage(webContents, 'clipboard-read', hasTypes)) === true;
}

async function inPage(
  webContents: WebContents,
  permission: 'clipboard-read' | 'clipboard-write',
  expression: string,
): Promise<unknown> {
  const page = await webContents.opened;
  // The page's own origin: that of a custom scheme differs from the application's.
  const origin = String(await evaluate(page, 'location.origin'));
  const grant = { permission: { name: permission }, origin };
  const { root } = page.browser;
  await root.send('Browser.setPermission', { ...grant, setting: 'granted' });
  try {
    return await withFocus(page, async () => evaluate(page, expression));
  } finally {
    // The page itself keeps the permissions of the application's rules.
    await root.send('Browser.setPermission', {
      ...grant,
      setting: webContents.session.permissionSetting(permission),
    });
  }
}

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

/** Runs the action while the page is considered focused, which the clipboard requires. */
async function withFocus({ session }: Page, action: () => Promise<unknown>): Promise<unknown> {
  await session.send('Emulation.setFocusEmulationEnabled', { enabled: true });
  try {
    return await action();
  } finally {
    // Without a display no window has the focus, and a test driver may already emulate it.
    if (windowIsVisible()) {
      await session.send('Emulation.setFocusEmulationEnabled', { enabled: false });
    }
  }
}

async function evaluate({ session, target }: Page, expression: string): Promise<unknown> {
  const { executionContextId } = await session.send('Page.createIsolatedWorld', {
    // A page's main frame has the page's ID.
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
