import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import {
  aclOf,
  freshBucket,
  headObject,
  objects,
  readObject,
  writeObject,
} from '../support/bucket/bucket.js';
import { reasonToSkipCeph } from '../support/bucket/ceph-programs.mjs';
import { FaultyProxy } from '../support/bucket/faulty-proxy.js';
import { sharedCeph } from '../support/bucket/shared-ceph.js';
import { dropFiles } from './support/drop.js';
import { JobsDrawer } from './support/jobs.js';
import { expect, test } from './support/platen.js';
import { TargetSettings, cephTarget } from './support/targets.js';
import { pageNames, writePages } from './support/tree.js';
import { WindowPage } from './support/window.js';

const reason = reasonToSkipCeph();

/** The status line. */
const line = (page: Page) => page.locator('.status-text');

test.describe('uploads', () => {
  test.skip(reason !== null, reason ?? '');

  test(
    'the shown PDF is uploaded, with full control for the bucket owner',
    { tag: '@core' },
    async ({ platen, folder }) => {
      const { page } = platen;
      const ceph = await sharedCeph();
      const bucket = await freshBucket(ceph);
      const window = new WindowPage(page);
      await window.showsPdf('1 page');
      await new TargetSettings(page).add({ ...cephTarget(ceph, bucket), folder: 'reports/2026' });
      await window.fill('File name', 'invoice.pdf');
      // Without a destination, the shortcut asks for one.
      await page.keyboard.press('ControlOrMeta+u');
      await page.getByRole('menuitem', { name: 'papers', exact: true }).click();
      await window.setUploadPath('papers', 'sent');
      await expect(page.locator('.output-example')).toContainText(
        `s3://${bucket}/reports/2026/sent/invoice.pdf`,
      );
      await page.keyboard.press('ControlOrMeta+u');
      await expect(line(page)).toContainText('Uploaded to papers');

      const saved = join(folder, 'invoice.pdf');
      const key = 'reports/2026/sent/invoice.pdf';
      const object = await readObject(ceph, bucket, key);
      await platen.saveTo(saved, () => page.keyboard.press('ControlOrMeta+Shift+s'));
      await expect.poll(() => existsSync(saved)).toBe(true);
      expect(object.equals(readFileSync(saved))).toBe(true);
      const head = await headObject(ceph, bucket, key);
      expect(head.headers['content-type']).toBe('application/pdf');
      expect((await aclOf(ceph, bucket, key)).map(({ permission }) => permission)).toContain(
        'FULL_CONTROL',
      );
    },
  );

  test('a name conflict is reported, and both are kept', async ({ platen }) => {
    const { page } = platen;
    const ceph = await sharedCeph();
    const bucket = await freshBucket(ceph);
    await writeObject(ceph, bucket, 'invoice.pdf', 'somebody was here first');
    const window = new WindowPage(page);
    await window.showsPdf('1 page');
    await new TargetSettings(page).add(cephTarget(ceph, bucket));
    await window.addDestination('papers');
    await window.fill('File name', 'invoice.pdf');
    await page.keyboard.press('ControlOrMeta+u');
    await expect(page.getByRole('alert')).toContainText('invoice.pdf');
    await page.getByRole('alert').getByRole('button', { name: 'Keep both: invoice.pdf' }).click();
    await expect(line(page)).toContainText('Uploaded to papers as invoice-2.pdf');
    expect(await objects(ceph, bucket)).toEqual(['invoice-2.pdf', 'invoice.pdf']);
    expect((await readObject(ceph, bucket, 'invoice.pdf')).toString()).toBe(
      'somebody was here first',
    );
  });

  test('the link is copied, and a temporary one', async ({ platen }) => {
    const { page } = platen;
    const ceph = await sharedCeph();
    const bucket = await freshBucket(ceph);
    const window = new WindowPage(page);
    await window.showsPdf('1 page');
    await new TargetSettings(page).add(cephTarget(ceph, bucket));
    await window.addDestination('papers');
    await window.fill('File name', 'invoice.pdf');
    await page.keyboard.press('ControlOrMeta+u');
    await expect(line(page)).toContainText('Uploaded to papers');
    await page.evaluate(() => {
      const copied: string[] = [];
      Object.assign(window, { copied });
      navigator.clipboard.writeText = (text) => Promise.resolve(void copied.push(text));
    });
    const copied = () => page.evaluate(() => Reflect.get(window, 'copied') as string[]);
    await page.getByRole('button', { name: 'Copy link: invoice.pdf' }).click();
    await expect.poll(copied).toEqual([`${ceph.endpoint}/${bucket}/invoice.pdf`]);

    await page.getByRole('button', { name: 'Create temporary link: invoice.pdf' }).click();
    const form = page.getByRole('dialog', { name: 'Temporary link' });
    await form.getByRole('combobox').selectOption('Custom…');
    await form.getByLabel('Duration').fill('9');
    await form.getByLabel('Unit').selectOption('days');
    await form.getByRole('button', { name: 'Copy link' }).click();
    await expect(form).toContainText('from 1 minute to 1 week');
    await form.getByLabel('Unit').selectOption('hours');
    await form.getByRole('button', { name: 'Copy link' }).click();
    await expect.poll(async () => (await copied()).length).toBe(2);
    const [, timed = ''] = await copied();
    expect(new URL(timed).searchParams.get('X-Amz-Expires')).toBe(String(9 * 3600));
    const answer = await fetch(timed);
    expect(answer.status).toBe(200);
    expect((await answer.text()).slice(0, 5)).toBe('%PDF-');
  });

  test("an upload that can't be delivered survives a kill and is delivered once", async ({
    start,
  }) => {
    const ceph = await sharedCeph();
    const bucket = await freshBucket(ceph);
    const proxy = await FaultyProxy.start({ upstream: { origin: ceph.endpoint } });
    try {
      proxy.connectionScript = () => 'close';
      const first = await start();
      const window = new WindowPage(first.page);
      const settings = new TargetSettings(first.page);
      await window.writeHtml('<p>uploaded');
      await window.showsPdf('1 page');
      await settings.add(cephTarget(ceph, bucket, proxy.origin));
      await settings.keepSecrets();
      await window.addDestination('papers');
      await window.fill('File name', 'invoice.pdf');
      await first.page.keyboard.press('ControlOrMeta+u');
      await expect(line(first.page)).toContainText(/Retrying/);
      await first.kill();

      const again = await start();
      const { page } = again;
      await new WindowPage(page).showsPdf('1 page');
      const jobs = new JobsDrawer(page);
      await jobs.open();
      const row = jobs.row('invoice.pdf');
      await row.click();
      expect(await objects(ceph, bucket)).toEqual([]);
      proxy.connectionScript = () => 'none';
      await expect(async () => {
        const now = jobs.details.getByRole('button', { name: 'Retry now: invoice.pdf' });
        if (await now.isVisible()) await now.click({ timeout: 1000 });
        await expect(row.getByRole('img', { name: 'Uploaded' })).toBeVisible({ timeout: 1000 });
      }).toPass();
      expect(await objects(ceph, bucket)).toEqual(['invoice.pdf']);
    } finally {
      await proxy.close();
    }
  });

  test('a batch is uploaded automatically if configured, and not saved locally', async ({
    platen,
    folder,
  }) => {
    const { page } = platen;
    const ceph = await sharedCeph();
    const bucket = await freshBucket(ceph);
    const window = new WindowPage(page);
    const jobs = new JobsDrawer(page);
    const source = join(folder, 'pages');
    await window.showsPdf('1 page');
    await new TargetSettings(page).add({ ...cephTarget(ceph, bucket), folder: 'reports' });
    writePages(source, pageNames(3));
    await dropFiles(page, [source]);
    await window.addDestination('papers');
    await window.setUploadPath('papers', 'made/{n}-{name}.pdf');
    await window.removeFolder();
    await expect(page.locator('.output-example')).toContainText(
      `s3://${bucket}/reports/made/1-page-1.pdf`,
    );
    await page.getByRole('button', { name: 'Convert 3 files' }).click();
    await page.getByRole('button', { name: 'View queue' }).click();
    await jobs.counts('3 done');
    await jobs.row('page-2').click();
    const { details } = jobs;
    await expect(details).toContainText(`papers s3://${bucket}/reports/made/2-page-2.pdf`);
    await expect(details.getByRole('button', { name: /^Copy link/ })).toBeVisible();
    await expect(jobs.row('Uploaded')).toHaveCount(3);
    expect(await objects(ceph, bucket)).toEqual(
      ['1-page-1', '2-page-2', '3-page-3'].map((name) => `reports/made/${name}.pdf`),
    );
    expect(readdirSync(source).filter((name) => name.endsWith('.pdf'))).toEqual([]);
  });

  test('several destinations: one PDF, delivered to each', async ({ platen }) => {
    const { page } = platen;
    const ceph = await sharedCeph();
    const [one, two] = [await freshBucket(ceph), await freshBucket(ceph)];
    const window = new WindowPage(page);
    const settings = new TargetSettings(page);
    await window.showsPdf('1 page');
    await settings.add(cephTarget(ceph, one));
    await settings.add({ ...cephTarget(ceph, two), name: 'archive' });
    await window.fill('File name', 'invoice.pdf');
    await window.addDestination('papers');
    await window.addDestination('archive');
    await window.removeFolder();
    await expect(window.primary).toHaveAccessibleDescription('Upload to 2 destinations');
    await window.primary.click();
    const jobs = new JobsDrawer(page);
    await jobs.counts('2 done');
    await expect(jobs.rows.getByRole('img', { name: 'Uploaded' })).toHaveCount(2);
    const bytes = await readObject(ceph, one, 'invoice.pdf');
    expect(bytes.equals(await readObject(ceph, two, 'invoice.pdf'))).toBe(true);
  });

  test(
    'uploads that failed go to the bucket and folder that the destination is corrected to',
    { tag: '@core' },
    async ({ platen }) => {
      const { page } = platen;
      const ceph = await sharedCeph();
      const bucket = await freshBucket(ceph);
      const window = new WindowPage(page);
      const settings = new TargetSettings(page);
      await window.showsPdf('1 page');
      await settings.add(cephTarget(ceph, `${bucket}-missing`));
      await window.fill('File name', 'invoice.pdf');
      await window.addDestination('papers');
      await page.keyboard.press('ControlOrMeta+u');
      const alert = page.getByRole('alert');
      await expect(alert).toContainText(`There is no bucket “${bucket}-missing”`);
      await alert.getByRole('button', { name: 'Edit destination: invoice.pdf' }).click();
      await expect(settings.field('Bucket')).toBeFocused();
      await settings.field('Bucket').fill(bucket);
      await settings.field('Folder').fill('reports');
      await settings.button('Save').click();
      await expect(settings.list).toBeVisible();
      await settings.close();
      await expect(line(page)).toContainText('Uploaded to papers');
      expect(await objects(ceph, bucket)).toEqual(['reports/invoice.pdf']);
    },
  );
});
