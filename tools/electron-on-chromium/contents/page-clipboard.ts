import { windowIsVisible } from '../chromium/browsers.js';
import type { Session } from '../app/session.js';
import type { Page } from './open-page.js';

const worldName = 'electronOnChromiumClipboard';

/** The part of `webContents` that the clipboard needs. */
interface ClipboardContents {
  readonly opened: Promise<Page>;
  readonly session: Pick<Session, 'permissionSetting'>;
}

/** Whether the clipboard of a window has anything to paste. */
export async function canPaste(webContents: ClipboardContents): Promise<boolean> {
  const hasTypes =
    'navigator.clipboard.read().then((items) => items.some((i) => i.types.length > 0))';
  return (await withClipboard(webContents, 'clipboard-read', hasTypes)) === true;
}

/** Evaluates an expression that uses the clipboard, in an isolated world of a page. */
export async function withClipboard(
  webContents: ClipboardContents,
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
