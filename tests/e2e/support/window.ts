import { type Locator, type Page, expect } from '@playwright/test';

/** The window by what a person sees in it. */
export class WindowPage {
  constructor(readonly page: Page) {}

  /** The line with paper, pages and size of the PDF that is shown. */
  get facts(): Locator {
    return this.page.locator('.pdf-facts');
  }

  field(label: string): Locator {
    return this.page.getByLabel(label, { exact: true });
  }

  /** The URL to convert. Its tab panel has the same name, so the role is part of the locator. */
  get urlField(): Locator {
    return this.page.getByRole('textbox', { name: 'URL', exact: true });
  }

  /** The messages beside invalid fields. */
  get mistakes(): Locator {
    return this.page.locator('.field-error:not(:empty)');
  }

  async openTab(name: 'Files' | 'URL' | 'HTML'): Promise<void> {
    await this.page.getByRole('tab', { name }).click();
  }

  /** Replaces what is in the HTML editor. */
  async writeHtml(html: string): Promise<void> {
    await this.openTab('HTML');
    await this.page.getByRole('textbox', { name: 'HTML' }).fill(html);
  }

  async loadAddress(address: string): Promise<void> {
    await this.openTab('URL');
    await this.urlField.fill(address);
    await this.urlField.press('Enter');
  }

  /** Waits until the preview shows a PDF whose facts match, with nothing newer on its way. */
  async showsPdf(facts: RegExp | string): Promise<void> {
    await expect(this.facts).toContainText(facts);
    await expect(this.page.locator('.pdf-pages')).not.toHaveAttribute('aria-busy', 'true');
  }

  /** Waits until the text layer of the pages in view holds a text. */
  async showsText(text: string | RegExp): Promise<void> {
    await expect(this.page.locator('.textLayer').first()).toContainText(text);
  }

  /** Writes into a field and leaves it, as a person does. */
  async fill(label: string, text: string): Promise<void> {
    await this.field(label).fill(text);
    await this.field(label).blur();
  }

  save(): Locator {
    return this.page.locator('.save-bar').getByRole('button', { name: /^Save( PDF)?$/ });
  }
}
