import { type Locator, type Page, expect } from '@playwright/test';

type OptionGroup =
  | 'Page'
  | 'Header & footer'
  | 'Loading'
  | 'Appearance'
  | 'Document info'
  | 'Security'
  | 'Privacy & webhook';

/** Page object of the window. */
export class WindowPage {
  constructor(readonly page: Page) {}

  /** The line with paper size, page count and file size. */
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
  get issues(): Locator {
    return this.page.locator('.field-error:not(:empty)');
  }

  async openTab(name: 'File' | 'URL' | 'HTML'): Promise<void> {
    await this.page.getByRole('tab', { name }).click();
  }

  /** Waits until the window is ready for a first document. */
  async isEmpty(): Promise<void> {
    await expect(
      this.page.getByRole('heading', { name: 'Drop HTML files or folders' }),
    ).toBeVisible();
  }

  /** Replaces the HTML in the editor. */
  async writeHtml(html: string): Promise<void> {
    await this.openTab('HTML');
    await this.page.getByRole('textbox', { name: 'HTML' }).fill(html);
  }

  /** Opens a group of options. */
  async openGroup(name: OptionGroup): Promise<void> {
    const heading = this.group(name);
    if ((await heading.getAttribute('aria-expanded')) === 'false') await heading.click();
    await expect(heading).toHaveAttribute('aria-expanded', 'true');
  }

  /** The heading of a group of options, which opens and closes it. */
  group(name: OptionGroup): Locator {
    return this.page.getByRole('heading', { name: new RegExp(`^${name}`) }).getByRole('button');
  }

  async loadAddress(address: string): Promise<void> {
    await this.openTab('URL');
    await this.urlField.fill(address);
    await this.urlField.press('Enter');
  }

  /** Waits until the preview is up to date and its facts match. */
  async showsPdf(facts: RegExp | string): Promise<void> {
    await expect(this.facts).toContainText(facts);
    await expect(this.page.locator('.viewer-pages')).not.toHaveAttribute('aria-busy', 'true');
  }

  /** Waits until the text layer of the visible pages contains a text. */
  async showsText(text: string | RegExp): Promise<void> {
    await expect(this.page.locator('.textLayer').first()).toContainText(text);
  }

  /** Fills in a field and leaves it. */
  async fill(label: string, text: string): Promise<void> {
    await this.field(label).fill(text);
    await this.field(label).blur();
  }

  /** The primary button: saves, uploads or converts. */
  get primary(): Locator {
    return this.page.locator('.primary-action').getByRole('button').first();
  }

  /** Opens the menu of the primary button, and chooses an item. */
  async chooseMore(item: string): Promise<void> {
    await this.page.getByRole('button', { name: 'More actions' }).click();
    await this.page.getByRole('menuitem', { name: item }).click();
  }

  /** Has the PDFs of the form split. */
  async split(choice: string): Promise<void> {
    await this.chooseMore('Split into several PDFs');
    await expect(this.field('Split')).toBeFocused();
    await this.field('Split').selectOption(choice);
  }

  /** Saves the PDF in a folder of the form. */
  async setFolder(folder: string): Promise<void> {
    await this.page.getByRole('button', { name: /^Folder: / }).click();
    await this.field('Folder').fill(folder);
    await this.page.keyboard.press('Escape');
    await expect(this.field('Folder')).toBeHidden();
  }

  /** Adds a bucket or a server to the destinations of the form. */
  async addDestination(name: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Add destination' }).click();
    await this.page.getByRole('menuitem', { name, exact: true }).click();
    await expect(this.bucket(name).or(this.server(name))).toBeVisible();
  }

  /** The chip of a bucket in the form. */
  bucket(name: string): Locator {
    return this.page.getByRole('button', { name: `Bucket: ${name}`, exact: true });
  }

  /** The chip of a server in the form. */
  server(name: string): Locator {
    return this.page.getByRole('button', { name: `Server: ${name}`, exact: true });
  }

  /** Sets the path of the PDF below the folder of a bucket. */
  async setUploadPath(bucket: string, path: string): Promise<void> {
    await this.bucket(bucket).click();
    await this.field('Path').fill(path);
    await this.page.keyboard.press('Escape');
    await expect(this.field('Path')).toBeHidden();
  }

  /** Removes the folder of the form, so that the PDF is only uploaded. */
  async removeFolder(): Promise<void> {
    await this.#removeChip(this.page.getByRole('button', { name: /^Folder: / }));
  }

  /** Removes a bucket from the destinations of the form. */
  async removeBucket(name: string): Promise<void> {
    await this.#removeChip(this.bucket(name));
  }

  async #removeChip(chip: Locator): Promise<void> {
    await chip.click();
    await this.page.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(chip).toBeHidden();
  }
}
