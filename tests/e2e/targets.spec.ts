import { freshBucket, headObject, objects, tagsOf, writeObject } from '../support/bucket/bucket.js';
import { reasonToSkipCeph } from '../support/bucket/ceph-programs.mjs';
import { sharedCeph } from '../support/bucket/shared-ceph.js';
import { expect, test } from './support/platen.js';
import { TargetSettings, cephTarget } from './support/targets.js';
import { violationsInAllThemes } from './support/violations.js';
import { WindowPage } from './support/window.js';

const reason = reasonToSkipCeph();

test.describe('destinations in the settings', () => {
  test.skip(reason !== null, reason ?? '');

  test(
    'a destination is tested, with errors beside their fields, and saved',
    { tag: '@core' },
    async ({ platen }) => {
      const ceph = await sharedCeph();
      const bucket = await freshBucket(ceph);
      await new WindowPage(platen.page).showsPdf('1 page');
      const settings = new TargetSettings(platen.page);
      await settings.open();
      await settings.write({
        ...cephTarget(ceph, bucket),
        folder: 'reports/2026',
        secret: 'wrong',
      });
      await settings.button('Test').click();
      await expect(settings.field('Secret key')).toBeFocused();
      await expect(settings.field('Secret key')).toHaveAttribute('aria-invalid', 'true');
      await expect(settings.dialog.locator('#target-secret-error')).toContainText(/secret key/i);

      await settings.field('Secret key').fill(ceph.owner.secretAccessKey);
      await settings.field('Bucket').fill('no-such-bucket-anywhere');
      await settings.button('Test').click();
      await expect(settings.field('Bucket')).toBeFocused();
      await expect(settings.dialog.locator('#target-bucket-error')).toContainText(
        'no-such-bucket-anywhere',
      );

      await settings.field('Bucket').fill(bucket);
      await settings.button('Test').click();
      await expect(settings.result).toContainText(bucket);
      expect(await objects(ceph, bucket)).toEqual([]);
      await settings.button('Add destination').click();
      await expect(settings.list).toContainText(`Ceph · s3://${bucket}/reports/2026/`);
    },
  );

  test('upload options are checked, stored, and sent with each upload', async ({ platen }) => {
    const { page } = platen;
    const ceph = await sharedCeph();
    const bucket = await freshBucket(ceph);
    const window = new WindowPage(page);
    await window.showsPdf('1 page');
    const settings = new TargetSettings(page);
    await settings.open();
    await settings.write(cephTarget(ceph, bucket));
    await settings.button('Upload options').click();
    await settings.field('Storage class').fill('standard');
    await settings.field('Cache-Control').fill('max-age=60, public');
    await settings.field('Content-Disposition').fill('inline');
    await settings.field('Metadata').fill('project=alpha beta\nby=me');
    await settings.field('Tags').fill('Größe=a/b c');
    await settings.button('Add destination').click();
    await expect(settings.field('Storage class')).toBeFocused();
    await expect(settings.dialog).toContainText(
      'Storage class is “standard”. Did you mean STANDARD?',
    );
    await settings.field('Storage class').fill('COLD');
    await settings.button('Test').click();
    await expect(settings.result).toContainText('Storage class COLD');
    await settings.field('Storage class').fill('STANDARD');
    await settings.field('Encryption').selectOption('KMS key (SSE-KMS)');
    await expect(settings.field('KMS key')).toBeVisible();
    await settings.field('Encryption').selectOption('Bucket default');
    await expect(settings.field('KMS key')).toBeHidden();
    await settings.button('Test').click();
    await expect(settings.result).toContainText('accepts uploads');
    await settings.button('Add destination').click();
    await settings.button('Edit papers').click();
    await expect(settings.dialog.getByRole('button', { name: 'Upload options' })).toHaveText(
      'Upload optionsCache-Control, Content-Disposition, Storage class, Metadata, Tags',
    );
    await settings.button('Cancel').click();
    await settings.close();

    await window.fill('File name', 'invoice.pdf');
    await page.keyboard.press('ControlOrMeta+u');
    await page.getByRole('menuitem', { name: 'papers', exact: true }).click();
    await page.keyboard.press('ControlOrMeta+u');
    await expect(page.locator('.status-text')).toContainText('Uploaded to papers');
    expect((await headObject(ceph, bucket, 'invoice.pdf')).headers).toMatchObject({
      'cache-control': 'max-age=60, public',
      'content-disposition': 'inline',
      'x-amz-meta-project': 'alpha beta',
      'x-amz-meta-by': 'me',
    });
    expect(await tagsOf(ceph, bucket, 'invoice.pdf')).toEqual(['Größe', 'a/b c']);
  });

  test('a bucket and a folder are chosen from lists, with the keyboard', async ({ platen }) => {
    const { page } = platen;
    const ceph = await sharedCeph();
    const bucket = await freshBucket(ceph);
    for (const key of ['reports/2025/a', 'reports/2026/a', 'drafts/a']) {
      await writeObject(ceph, bucket, key, 'x');
    }
    const window = new WindowPage(page);
    await window.showsPdf('1 page');
    const settings = new TargetSettings(page);
    await settings.open();
    await settings.write({ ...cephTarget(ceph, ''), secret: 'wrong' });
    await settings.button('Browse buckets').press('Enter');
    await expect(settings.field('Secret key')).toBeFocused();
    await expect(settings.dialog.locator('#target-secret-error')).toContainText(
      'secret key does not belong',
    );
    await settings.field('Secret key').fill(ceph.owner.secretAccessKey);
    await settings.button('Browse buckets').press('Enter');
    await expect(settings.field('Filter buckets')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(settings.button('Browse buckets')).toBeFocused();

    const folders = settings.dialog.getByRole('listbox', { name: 'Folders' }).getByRole('option');
    const status = settings.dialog.getByRole('group').getByRole('status');
    await settings.button('Browse buckets').press('Enter');
    await settings.field('Filter buckets').pressSequentially(bucket);
    await expect(status).toHaveText('1 bucket');
    await page.keyboard.press('Enter');
    await expect(settings.field('Filter folders')).toBeFocused();
    await expect(folders).toHaveText(['drafts', 'reports']);
    expect(await violationsInAllThemes(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(folders).toHaveText(['2025', '2026']);
    await page.keyboard.type('26');
    await page.keyboard.press('Enter');
    await expect(status).toHaveText('No folders in here.');
    await page.keyboard.press('Backspace');
    await expect(folders).toHaveCount(2);
    await folders.filter({ hasText: '2026' }).click();
    await settings.button('Choose this folder').click();
    await expect(settings.field('Bucket')).toHaveValue(bucket);
    await expect(settings.field('Folder')).toHaveValue('reports/2026');
    expect(await page.content()).not.toContain(ceph.owner.secretAccessKey);

    await settings.field('Folder').fill('reports');
    await settings.button('Add destination').click();
    await expect(settings.list).toContainText(`s3://${bucket}/reports/`);
    await settings.close();
    await page.getByRole('button', { name: 'Add destination' }).click();
    await page.getByRole('menuitem', { name: 'papers', exact: true }).click();
    await page.getByRole('button', { name: 'Bucket: papers' }).click();
    await page.getByRole('button', { name: 'Browse folders' }).click();
    await page.getByRole('option', { name: '2025' }).click();
    await page.getByRole('button', { name: 'Choose this folder' }).click();
    await expect(page.getByLabel('Path', { exact: true })).toHaveValue('2025');
  });

  test('errors are shown before anything is sent', async ({ platen }) => {
    await new WindowPage(platen.page).showsPdf('1 page');
    const settings = new TargetSettings(platen.page);
    await settings.open();
    await settings.button('Add destination').click();
    await settings.field('Type').selectOption('r2');
    await settings.field('Bucket').fill('No_Bucket');
    const test = settings.button('Test');
    await test.hover();
    await platen.page.mouse.down();
    await platen.page.mouse.up();
    await expect(settings.field('Name')).toBeFocused();
    await settings.field('Bucket').fill('');
    await settings.button('Test').click();
    await expect(settings.field('Name')).toBeFocused();
    await expect(settings.dialog.getByText('Bucket is empty')).toBeVisible();
    await expect(settings.dialog.getByText(/still contains \{account\}/)).toBeVisible();
    await settings.close();
    await settings.open();
    await expect(settings.field('Type')).toHaveValue('r2');
    await settings.button('Cancel').click();
    await expect(settings.dialog.getByText('No destinations yet')).toBeVisible();
  });

  test(
    'a secret is never shown again; it can be replaced and deleted',
    { tag: '@core' },
    async ({ platen }) => {
      const ceph = await sharedCeph();
      const bucket = await freshBucket(ceph);
      await new WindowPage(platen.page).showsPdf('1 page');
      const settings = new TargetSettings(platen.page);
      await settings.add({ ...cephTarget(ceph, bucket), secret: 'the-wrong-one' });
      await settings.open();
      await settings.button('Edit papers').click();
      await expect(settings.dialog.locator('input[type="password"]')).toHaveCount(0);
      expect(await platen.page.content()).not.toContain('the-wrong-one');

      await settings.button('Replace secret key').click();
      await settings.field('Secret key').fill(ceph.owner.secretAccessKey);
      await settings.button('Save').click();
      await settings.button('Edit papers').click();
      await settings.button('Test').click();
      await expect(settings.result).toContainText(bucket);

      await settings.button('Delete secret key').click();
      await settings.button('Save').click();
      await expect(settings.list).toContainText('Secret key missing');
    },
  );

  test('a destination is duplicated, and removed after confirmation', async ({ platen }) => {
    const ceph = await sharedCeph();
    await new WindowPage(platen.page).showsPdf('1 page');
    const settings = new TargetSettings(platen.page);
    await settings.add(cephTarget(ceph, await freshBucket(ceph)));
    await settings.open();
    await settings.button('Duplicate papers').click();
    await expect(settings.field('Name')).toHaveValue('papers copy');
    await settings.button('Add destination').click();
    await expect(settings.list.getByRole('listitem')).toHaveCount(2);

    await settings.button('Remove papers copy').click();
    await settings.button('Cancel').click();
    await expect(settings.list.getByRole('listitem')).toHaveCount(2);
    await settings.button('Remove papers copy').click();
    await settings.button('Remove').click();
    await expect(settings.list.getByRole('listitem')).toHaveCount(1);
    await expect(settings.list).not.toContainText('papers copy');
  });
});
