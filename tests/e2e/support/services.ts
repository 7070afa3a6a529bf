import { type Locator, type Page, expect } from '@playwright/test';

/** Page object of the services in the settings. */
export class ServiceSettings {
  constructor(readonly page: Page) {}

  get dialog(): Locator {
    return this.page.getByRole('dialog', { name: 'Settings' });
  }

  get list(): Locator {
    return this.dialog.getByRole('list', { name: 'Services' });
  }

  /** The result of the last test. */
  get result(): Locator {
    return this.dialog.getByRole('status');
  }

  field(label: string): Locator {
    return this.dialog.getByLabel(label, { exact: true });
  }

  button(name: string): Locator {
    return this.dialog.getByRole('button', { name, exact: true });
  }

  async open(tab: 'Services' | 'Local server'): Promise<void> {
    await this.page.keyboard.press('ControlOrMeta+,');
    await this.dialog.getByRole('tab', { name: tab }).click();
  }

  async close(): Promise<void> {
    await this.page.keyboard.press('Escape');
    await expect(this.dialog).toBeHidden();
  }

  /** Fills in a new service with an API key; the form stays open. */
  async write(name: string, address: string, key: string): Promise<void> {
    await this.button('Add service').click();
    await this.field('Name').fill(name);
    await this.field('URL').fill(address);
    await this.field('API key').fill(key);
  }

  /** Adds a service and closes the settings. */
  async add(name: string, address: string, key: string, testMode: boolean): Promise<void> {
    await this.open('Services');
    await this.write(name, address, key);
    if (testMode) await this.field('Test mode').check();
    await this.button('Add service').click();
    await expect(this.list).toContainText(name);
    await this.close();
  }
}
