import { type Page, expect } from '@playwright/test';
import type { Result } from '../../../electron/shared/result.js';
import { defaultSettings } from '../../../electron/shared/settings.js';
import { draftDefaults } from '../../../renderer/document/draft/draft-defaults.js';

/** The state of a first start, with HTML. */
const stateWith = (html: string) => ({
  settings: defaultSettings,
  draft: { ...draftDefaults, tab: 'html' as const, html },
});

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Returns the size of the window's page. */
export async function sizeOf(page: Page): Promise<Size> {
  return page.evaluate(() => ({ width: innerWidth, height: innerHeight }));
}

/**
 * Deletes what the last test left and loads the window again, which costs about a third of the
 * processor time of a start.
 * @param html what the editor then contains
 */
export async function startOver(page: Page, size: Size, html: string): Promise<void> {
  const state = stateWith(html);
  await page.emulateMedia({ colorScheme: null, reducedMotion: 'reduce' });
  // Where the last test left it, the pointer may open a tooltip.
  await page.mouse.move(0, 0);
  const { width, height } = await sizeOf(page);
  if (width !== size.width || height !== size.height) await page.setViewportSize(size);
  // The page that is left may still save its form, so the result is checked.
  await expect(async () => {
    await page.evaluate(stopSavingTheForm);
    await page.evaluate(deleteData, state);
    await page.reload();
    expect(await page.evaluate(readDraft)).toEqual(state.draft);
  }).toPass();
  // Before that it ignores what is dropped.
  await expect(page.locator('.window')).toHaveAttribute('aria-busy', 'false');
}

/** Runs in the window. */
async function readDraft(): Promise<unknown> {
  const start = await window.platen.call('app:start', undefined);
  return start.ok ? start.value.draft : start.error;
}

/** Runs in the window, which saves its form shortly after a change and when the page is left. */
function stopSavingTheForm(): void {
  const ignore = (event: Event) => event.stopImmediatePropagation();
  addEventListener('pagehide', ignore, { capture: true });
  for (let timer = Number(setTimeout(() => undefined)); timer > 0; timer -= 1) clearTimeout(timer);
}

/** Runs in the window. */
async function deleteData({ settings, draft }: ReturnType<typeof stateWith>): Promise<void> {
  const { platen } = window;
  const value = <T>(result: Result<T>): T => {
    if (result.ok) return result.value;
    throw new Error(JSON.stringify(result.error));
  };
  const start = value(await platen.call('app:start', undefined));
  if (start.service.status !== 'off') value(await platen.call('service:switch', { on: false }));
  value(await platen.call('jobs:cancel', { ids: 'unended' }));
  value(await platen.call('jobs:remove', { ids: 'ended' }));
  value(await platen.call('jobs:pause', { paused: false }));
  value(await platen.call('history:remove', { ids: 'all' }));
  value(await platen.call('recent:set', { sources: [] }));
  const { rows } = value(await platen.call('deliveries:list', undefined));
  const ids = rows.map(({ id }) => id);
  value(await platen.call('deliveries:cancel', { ids }));
  value(await platen.call('deliveries:remove', { ids }));
  for (const { id } of start.targets) value(await platen.call('targets:remove', { id }));
  for (const { id } of start.endpoints) value(await platen.call('endpoints:remove', { id }));
  for (const { name } of start.presets) value(await platen.call('presets:remove', { name }));
  if (start.secrets.webhook) value(await platen.call('secrets:set-webhook', { secret: null }));
  value(await platen.call('settings:update', settings));
  value(await platen.call('draft:keep', draft));
}
