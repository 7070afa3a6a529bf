import { type Locator, type Page, expect } from '@playwright/test';
import type { Ceph } from '../../support/bucket/ceph.js';

/** What is written into the form for a target. */
export interface TargetEntry {
  readonly name: string;
  readonly endpoint: string;
  readonly bucket: string;
  readonly folder?: string;
  readonly accessKeyId: string;
  readonly secret: string;
}

/** A target of a bucket on the tests' gateway, which its owner writes to. */
export function cephTarget(ceph: Ceph, bucket: string, endpoint = ceph.endpoint): TargetEntry {
  const { accessKeyId, secretAccessKey: secret } = ceph.owner;
  return { name: 'papers', endpoint, bucket, accessKeyId, secret };
}

/** The targets in the settings by what a person sees of them. */
export class TargetSettings {
  constructor(readonly page: Page) {}

  get dialog(): Locator {
    return this.page.getByRole('dialog', { name: 'Settings' });
  }

  get list(): Locator {
    return this.dialog.getByRole('list', { name: 'Destinations' });
  }

  field(label: string): Locator {
    return this.dialog.getByLabel(label, { exact: true });
  }

  button(name: string): Locator {
    return this.dialog.getByRole('button', { name, exact: true });
  }

  /** What the last test came to. */
  get result(): Locator {
    return this.dialog.getByRole('status');
  }

  async open(): Promise<void> {
    await this.page.keyboard.press('ControlOrMeta+,');
    await this.dialog.getByRole('tab', { name: 'Destinations' }).click();
  }

  async close(): Promise<void> {
    await this.page.keyboard.press('Escape');
    await expect(this.dialog).toBeHidden();
  }

  /** Fills in a new target at a gateway of one's own; the form stays open. */
  async write(entry: TargetEntry): Promise<void> {
    await this.button('Add destination').click();
    await this.field('Provider').selectOption('ceph');
    await this.field('Name').fill(entry.name);
    await this.field('Endpoint').fill(entry.endpoint);
    await this.field('Bucket').fill(entry.bucket);
    await this.field('Folder').fill(entry.folder ?? '');
    await this.field('Access key').fill(entry.accessKeyId);
    await this.field('Secret key').fill(entry.secret);
  }

  /** Adds a target and goes back to the window. */
  async add(entry: TargetEntry): Promise<void> {
    await this.open();
    await this.write(entry);
    await this.button('Add destination').click();
    await expect(this.list).toContainText(entry.name);
    await this.close();
  }

  /** Has secrets outlive a restart, also where the system has no safe store for them. */
  async keepSecrets(): Promise<void> {
    await this.open();
    const unsafe = this.dialog.getByLabel('Store secrets unencrypted');
    if (await unsafe.isVisible()) {
      await unsafe.click();
      await expect(unsafe).toBeChecked();
    }
    await this.close();
  }
}
