import type { Page } from '@playwright/test';

/** Drags files from outside over the window and drops them, as a file manager does. */
export async function dropFiles(page: Page, files: readonly string[], drop = true): Promise<void> {
  // A window that is still loading ignores what is dropped, and so does one without a frame.
  await page.locator('main').waitFor();
  await page.evaluate(async () => new Promise(requestAnimationFrame));
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [...files], dragOperationsMask: 1 };
  const at = { x: 400, y: 300, data };
  await session.send('Input.dispatchDragEvent', { type: 'dragEnter', ...at });
  await session.send('Input.dispatchDragEvent', { type: 'dragOver', ...at });
  if (drop) await session.send('Input.dispatchDragEvent', { type: 'drop', ...at });
  await session.detach();
}
