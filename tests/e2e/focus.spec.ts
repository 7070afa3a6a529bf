import { freshBucket, writeObject } from '../support/bucket/bucket.js';
import { reasonToSkipCeph } from '../support/bucket/ceph-programs.mjs';
import { FaultyProxy } from '../support/bucket/faulty-proxy.js';
import { sharedCeph } from '../support/bucket/shared-ceph.js';
import { JobsDrawer } from './support/jobs.js';
import { expect, test } from './support/platen.js';
import { TargetSettings, cephTarget } from './support/targets.js';
import { WindowPage } from './support/window.js';

const reason = reasonToSkipCeph();

test.describe('focus is kept', () => {
  test.skip(reason !== null, reason ?? '');

  test('in the settings, when a destination is tested, edited and removed', async ({ platen }) => {
    const { page } = platen;
    const ceph = await sharedCeph();
    await new WindowPage(page).showsPdf('1 page');
    const settings = new TargetSettings(page);
    await settings.add(cephTarget(ceph, await freshBucket(ceph)));
    await settings.add({ ...cephTarget(ceph, await freshBucket(ceph)), name: 'archive' });
    await settings.open();
    await settings.button('Edit papers').click();
    await settings.button('Test').focus();
    await page.keyboard.press('Enter');
    await expect(settings.result).toContainText('accepts uploads');
    await expect(settings.button('Test')).toBeFocused();
    await settings.button('Save').focus();
    await page.keyboard.press('Enter');
    await expect(settings.button('Edit papers')).toBeFocused();

    await settings.button('Remove papers').click();
    await page.keyboard.press('Enter');
    await expect(settings.button('Remove papers')).toBeFocused();
    await page.keyboard.press('Enter');
    await settings.button('Remove').focus();
    await page.keyboard.press('Enter');
    await expect(settings.button('Edit archive')).toBeFocused();
  });

  test("when a signing secret is saved, hidden and deleted; a malformed one isn't saved", async ({
    platen,
  }) => {
    const { page } = platen;
    await new WindowPage(page).showsPdf('1 page');
    await page.keyboard.press('ControlOrMeta+,');
    await page.getByRole('tab', { name: 'Webhooks' }).click();
    const dialog = page.getByRole('dialog', { name: 'Settings' });
    const secret = dialog.getByLabel('Signing secret', { exact: true });
    await secret.fill('whsec_not base64!');
    await page.keyboard.press('Enter');
    await expect(
      dialog.getByText('The signing secret is malformed', { exact: false }),
    ).toBeVisible();
    await expect(secret).toBeFocused();
    await secret.fill('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('button', { name: 'Replace signing secret' })).toBeFocused();
    expect(await page.content()).not.toContain('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
    await dialog.getByRole('button', { name: 'Delete signing secret' }).focus();
    await page.keyboard.press('Enter');
    await expect(secret).toBeFocused();
    await expect(secret).toHaveValue('');

    // The buttons do as Enter does.
    await secret.fill('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog.getByRole('button', { name: 'Replace signing secret' })).toBeVisible();
  });

  test('around uploads: several destinations, temporary link, keep both, cancel, discard, clear', async ({
    platen,
  }) => {
    const { page } = platen;
    const ceph = await sharedCeph();
    const bucket = await freshBucket(ceph);
    const proxy = await FaultyProxy.start({ upstream: { origin: ceph.endpoint } });
    try {
      await writeObject(ceph, bucket, 'invoice.pdf', 'somebody was here first');
      const window = new WindowPage(page);
      await window.showsPdf('1 page');
      const settings = new TargetSettings(page);
      await settings.add({ ...cephTarget(ceph, bucket), name: 'archive' });
      await settings.add(cephTarget(ceph, bucket, proxy.origin));
      await window.fill('File name', 'invoice.pdf');

      const add = page.getByRole('button', { name: 'Add destination' });
      await add.focus();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('menuitem', { name: 'archive', exact: true })).toBeVisible();
      // The menu receives keys once it has the focus.
      await expect(add).not.toBeFocused();
      await page.keyboard.press('Escape');
      await expect(add).toBeFocused();
      await window.addDestination('papers');
      await expect(add).toBeFocused();
      await window.addDestination('archive');
      await window.setUploadPath('archive', '');
      await expect(window.bucket('archive')).toBeFocused();
      await window.removeFolder();
      await expect(page.locator('body')).not.toBeFocused();
      await window.removeBucket('papers');
      await expect(page.locator('body')).not.toBeFocused();

      await expect(window.primary).toHaveText('Upload PDF');
      await window.primary.focus();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('alert')).toContainText('invoice.pdf');
      await expect(window.primary).toBeFocused();
      await page.getByRole('alert').getByRole('button', { name: 'Keep both: invoice.pdf' }).focus();
      await page.keyboard.press('Enter');
      await expect(page.locator('.status-text')).toContainText('as invoice-2.pdf');
      await expect(window.primary).toBeFocused();

      await page.evaluate(() => {
        navigator.clipboard.writeText = () => Promise.resolve();
      });
      const timed = page
        .locator('.status-text')
        .getByRole('button', { name: /^Create temporary link/ });
      await timed.click();
      const form = page.getByRole('dialog', { name: 'Temporary link' });
      await form.getByRole('button', { name: 'Copy link' }).focus();
      await page.keyboard.press('Enter');
      await expect(form).toBeHidden();
      await expect(timed).toBeFocused();

      proxy.connectionScript = () => 'close';
      await window.fill('File name', 'other.pdf');
      await window.addDestination('papers');
      await window.removeBucket('archive');
      await page.keyboard.press('ControlOrMeta+u');
      const line = page.locator('.status-text');
      await expect(line).toContainText('Retrying');
      const cancel = line.getByRole('button', { name: 'Cancel: other.pdf' });
      await cancel.focus();
      proxy.connectionScript = () => 'ignore';
      await expect(line).not.toContainText('Retrying');
      await expect(cancel).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(line.getByRole('button', { name: 'Retry: other.pdf' })).toBeFocused();
      await line.getByRole('button', { name: 'Discard: other.pdf' }).focus();
      await page.keyboard.press('Enter');
      await expect(window.primary).toBeFocused();

      const jobs = new JobsDrawer(page);
      await jobs.open();
      await jobs.button('Clear done').focus();
      await page.keyboard.press('Enter');
      await expect(jobs.rows).toHaveCount(0);
      await expect(page.locator('body')).not.toBeFocused();
    } finally {
      await proxy.close();
    }
  });
});
