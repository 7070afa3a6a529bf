import { type Locator, type Page, expect } from '@playwright/test';
import type { Ceph } from '../../support/bucket/ceph.js';

/** Input for the form of a destination. */
export interface TargetEntry {
  readonly name: string;
  readonly endpoint: string;
  readonly bucket: string;
  readonly folder?: string;
  readonly accessKeyId: string;
  readonly secret: string;
}

/** A bucket of the tests' gateway with its owner's key. */
export function cephTarget(ceph: Ceph, bucket: string, endpoint = ceph.endpoint): TargetEntry {
  const { accessKeyId, secretAccessKey: secret } = ceph.owner;
  return { name: 'papers', endpoint, bucket, accessKeyId, secret };
}

/** A destination without a server: nothing listens at the discard port. */
export const nowhere: TargetEntry = {
  name: 'papers',
  endpoint: 'http://127.0.0.1:9',
  bucket: 'papers',
  accessKeyId: 'AKIATEST',
  secret: 'a secret of the tests',
};

/** Page object of the destinations in the settings. */
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

  /** The result of the last test. */
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

  /** Fills in a new destination at the tests' gateway; the form stays open. */
  async write(entry: TargetEntry): Promise<void> {
    await this.button('Add destination').click();
    await this.field('Type').selectOption('ceph');
    await this.field('Name').fill(entry.name);
    await this.field('Endpoint').fill(entry.endpoint);
    await this.field('Bucket').fill(entry.bucket);
    await this.field('Folder').fill(entry.folder ?? '');
    await this.field('Access key').fill(entry.accessKeyId);
    await this.field('Secret key').fill(entry.secret);
  }

  /** Fills in fields of a new server by their labels; the form stays open. */
  async writeServer(
    type: 'SFTP server' | 'WebDAV server',
    fields: Readonly<Record<string, string>>,
  ): Promise<void> {
    await this.button('Add destination').click();
    await this.field('Type').selectOption(type);
    for (const [label, text] of Object.entries(fields)) {
      if (label === 'Authentication') await this.field(label).selectOption(text);
      else await this.field(label).fill(text);
      await this.field(label).blur();
    }
  }

  /** Adds a server and closes the settings. */
  async addServer(...server: Parameters<TargetSettings['writeServer']>): Promise<void> {
    await this.open();
    await this.writeServer(...server);
    await this.button('Add destination').click();
    await expect(this.list).toBeVisible();
    await this.close();
  }

  /** Adds a destination and closes the settings. */
  async add(entry: TargetEntry): Promise<void> {
    await this.open();
    await this.write(entry);
    await this.button('Add destination').click();
    await expect(this.list).toContainText(entry.name);
    await this.close();
  }

  /** Makes secrets survive a restart, also without a system keychain. */
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
