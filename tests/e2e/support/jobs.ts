import { type Locator, type Page, expect } from '@playwright/test';

/** The queue at the bottom of the window by what a person sees of it. */
export class JobsDrawer {
  constructor(readonly page: Page) {}

  get drawer(): Locator {
    return this.page.getByRole('region', { name: 'Jobs' });
  }

  /** The rows that are there; of a long list only those in view. */
  get rows(): Locator {
    return this.list.getByRole('row');
  }

  get list(): Locator {
    return this.page.getByRole('grid', { name: 'Job list' });
  }

  /** The line that says how many jobs are in which state. */
  get summary(): Locator {
    return this.drawer.getByRole('button', { name: /^Jobs/ });
  }

  row(name: string | RegExp): Locator {
    return this.rows.filter({ hasText: name });
  }

  button(name: string): Locator {
    return this.drawer.getByRole('button', { name, exact: true });
  }

  /** Waits until the line of the queue says this, such as `39 done`. */
  async counts(...words: readonly string[]): Promise<void> {
    for (const word of words) await expect(this.summary).toContainText(word);
  }

  /** What is done to all jobs of a state. */
  async forAll(name: string): Promise<void> {
    await this.button('Queue actions').click();
    await this.page.getByRole('menuitem', { name }).click();
  }

  async narrowTo(filter: string): Promise<void> {
    await this.drawer.getByRole('button', { name: new RegExp(`^${filter}`) }).click();
  }

  /** Has the queue wait, as someone does who first puts everything in order. */
  async pauseBeforehand(): Promise<void> {
    await this.page.evaluate(() => window.platen.call('jobs:pause', { paused: true }));
  }
}
