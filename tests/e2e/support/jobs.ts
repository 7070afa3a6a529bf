import { type Locator, type Page, expect } from '@playwright/test';

/** Page object of the queue view. */
export class JobsDrawer {
  constructor(readonly page: Page) {}

  get drawer(): Locator {
    return this.page.getByRole('region', { name: 'Jobs' });
  }

  /** The rendered rows; of a long list only those in view. */
  get rows(): Locator {
    return this.list.getByRole('row');
  }

  get list(): Locator {
    return this.page.getByRole('grid', { name: 'Job list' });
  }

  /** The line with the number of jobs per status. */
  get summary(): Locator {
    return this.drawer.getByRole('button', { name: /^Jobs/ });
  }

  row(name: string | RegExp): Locator {
    return this.rows.filter({ hasText: name });
  }

  button(name: string): Locator {
    return this.drawer.getByRole('button', { name, exact: true });
  }

  /** Opens the view, unless it is open. */
  async open(): Promise<void> {
    if (await this.drawer.isVisible()) return;
    await this.page.getByText('Queue', { exact: true }).click();
    await expect(this.drawer).toBeVisible();
  }

  /** Opens the view and waits until the summary contains the texts, such as `39 completed`. */
  async counts(...words: readonly string[]): Promise<void> {
    await this.open();
    for (const word of words) await expect(this.summary).toContainText(word);
  }

  /** Runs an action for all jobs. */
  async forAll(name: string): Promise<void> {
    await this.button('Queue actions').click();
    await this.page.getByRole('menuitem', { name }).click();
  }

  async narrowTo(filter: string): Promise<void> {
    await this.drawer.getByRole('button', { name: new RegExp(`^${filter}`) }).click();
  }

  /** Pauses the queue before anything is added. */
  async pauseBeforehand(): Promise<void> {
    await this.page.evaluate(() => window.platen.call('jobs:pause', { paused: true }));
  }
}
