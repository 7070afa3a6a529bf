import { type Locator, type Page, expect } from '@playwright/test';

/** Page object of the queue view. */
export class JobsDrawer {
  constructor(readonly page: Page) {}

  get drawer(): Locator {
    return this.page.getByRole('region', { name: 'Jobs' });
  }

  /** The rendered rows; of a long list only those in view. */
  get rows(): Locator {
    return this.list.locator('[role="row"][aria-selected]');
  }

  get list(): Locator {
    return this.page.getByRole('grid', { name: 'Job list' });
  }

  /** The tabs with the numbers of jobs. */
  tab(name: string | RegExp): Locator {
    return this.drawer.getByRole('radio', { name });
  }

  row(name: string | RegExp): Locator {
    return this.rows.filter({ hasText: name });
  }

  button(name: string): Locator {
    return this.drawer.getByRole('button', { name, exact: true });
  }

  get details(): Locator {
    return this.page.getByRole('complementary', { name: 'Job details' });
  }

  /** Opens the view, unless it is open. */
  async open(): Promise<void> {
    if (await this.drawer.isVisible()) return;
    await this.page.locator('label', { hasText: 'Queue' }).click();
    await expect(this.drawer).toBeVisible();
  }

  /** Opens the document view, unless it is open. */
  async close(): Promise<void> {
    if (await this.drawer.isHidden()) return;
    await this.page.locator('label', { hasText: 'Document' }).click();
    await expect(this.drawer).toBeHidden();
  }

  /** Waits until jobs that were added are on the disk: they are listed a moment earlier. */
  async persisted(): Promise<void> {
    await expect(this.page.getByText(/^Added .+ to the queue/)).toBeVisible();
  }

  /** Opens the view and waits until the tabs have these numbers, such as `39 done`. */
  async counts(...counts: readonly string[]): Promise<void> {
    await this.open();
    for (const count of counts) {
      const [number = '', name = ''] = count.split(' ');
      const tab = new RegExp(`^${name} ${number}$`, 'i');
      await expect(this.tab(tab)).toHaveCount(1);
    }
  }

  /** Runs an action for all jobs. */
  async forAll(name: string): Promise<void> {
    await this.button('Queue actions').click();
    await this.page.getByRole('menuitem', { name }).click();
  }

  async narrowTo(tab: string): Promise<void> {
    await this.drawer.getByText(new RegExp(`^${tab} [\\d,]+$`)).click();
  }

  /** Pauses the queue before anything is added. */
  async pauseBeforehand(): Promise<void> {
    await this.page.evaluate(() => window.platen.call('jobs:pause', { paused: true }));
  }
}

/** Adds a file to the queue past the form, to be saved in a folder. */
export async function addFileJob(
  page: Page,
  file: string,
  folder: string,
  format: string,
): Promise<void> {
  await page.evaluate(
    async ([path, output, size]) => {
      const sources = [{ kind: 'file' as const, path }];
      const options = { request: { format: size }, output: { folder: output } };
      await window.platen.call('jobs:add', { sources, options });
    },
    [file, folder, format] as const,
  );
}
