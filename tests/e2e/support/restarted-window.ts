import { type Page, chromium, expect } from '@playwright/test';

/**
 * Returns the window's page after a restart, over a connection of its own: Playwright never uses a
 * crashed page again, nor one that a new connection found crashed.
 * @param endpoint the DevTools URL of Platen's Chromium
 */
export async function restartedWindow(
  endpoint: string,
  isWindow: (page: Page) => boolean,
): Promise<Page> {
  let restarted: Page | undefined;
  await expect(async () => {
    const again = await chromium.connectOverCDP(endpoint, { timeout: 10_000 });
    try {
      restarted = again.contexts()[0]?.pages().find(isWindow);
      await restarted?.locator('h1').first().waitFor({ state: 'attached', timeout: 5000 });
      expect(restarted).toBeDefined();
    } catch (error) {
      await again.close();
      throw error;
    }
  }).toPass();
  if (!restarted) throw new Error('The window was not restarted.');
  return restarted;
}
