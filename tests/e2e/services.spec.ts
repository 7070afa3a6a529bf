import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeAuthority, localNames } from '../support/certificates.js';
import { dropFiles } from './support/drop.js';
import { JobsDrawer } from './support/jobs.js';
import { expect, test } from './support/platen.js';
import { ServiceSettings } from './support/services.js';
import { type Answer, startSmallService } from './support/small-service.js';
import { violations } from './support/violations.js';
import { WindowPage } from './support/window.js';

test(
  'nothing is sent unasked; a possible charge is reported, and a retry sends it once',
  { tag: '@core' },
  async ({ platen }) => {
    let answer: Answer = 'break';
    const service = await startSmallService(() => answer);
    const { page } = platen;
    const window = new WindowPage(page);
    const settings = new ServiceSettings(page);
    await window.showsPdf('1 page');
    await expect(page.getByLabel('Convert with', { exact: true })).toBeHidden();
    await settings.add('office', service.address, 'key', false);
    await page.getByLabel('Convert with', { exact: true }).selectOption('office');
    await window.writeHtml('<title>One &amp; two</title><p>titled</p>');
    await expect(window.field('File name')).toHaveAttribute('placeholder', 'One-two');
    await window.writeHtml('<p>first</p>');
    await expect(window.field('File name')).toHaveAttribute('placeholder', 'document');
    await expect(page.getByText('Not converted with office yet.')).toBeVisible();
    const convert = page.getByRole('button', { name: 'Convert with office' });
    await expect(convert).toHaveAttribute('data-variant', 'filled');
    // An error doesn't make the local PDF the one to save.
    await window.fill('Pages', 'x');
    await expect(page.getByText('Fix Pages to convert')).toBeVisible();
    await expect(convert).toHaveAttribute('data-variant', 'filled');
    await expect(convert).toBeDisabled();
    await window.fill('Pages', '');
    await page.getByRole('button', { name: 'Landscape' }).click();
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByText('The API has no landscape option')).toBeVisible();
    expect(service.bodies).toEqual([]);
    expect(await violations(page)).toEqual([]);

    await page.getByRole('button', { name: 'Reset to default: Size' }).click();
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByText('Sending it again may cost again.')).toBeVisible();
    expect(service.bodies).toEqual([{ source: '<p>first</p>' }]);
    expect(await violations(page)).toEqual([]);

    const url = `${service.address}/results/a.pdf`;
    answer = { status: 200, json: { url, file: { name: 'a.pdf', size: 1200 } } };
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText("Couldn't download PDF")).toBeVisible();
    await expect(
      page.getByRole('button', { name: "Copy link to the service's PDF" }).first(),
    ).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await service.close();
  },
);

test('a typed key survives closing the settings, and is gone once the form is canceled', async ({
  platen,
}) => {
  const { page } = platen;
  const settings = new ServiceSettings(page);
  await new WindowPage(page).showsPdf('1 page');
  await settings.open('Services');
  await settings.write('office', 'https://pdf.example.org', 'typed key');
  await settings.close();
  await settings.open('Services');
  await expect(settings.field('Name')).toHaveValue('office');
  await expect(settings.field('API key')).toHaveValue('typed key');
  expect(await page.content()).not.toContain('typed key');
  await settings.button('Cancel').click();
  await settings.button('Add service').click();
  await expect(settings.field('API key')).toHaveValue('');
});

test('a removed service is reported where it is selected', async ({ platen }) => {
  const { page } = platen;
  const settings = new ServiceSettings(page);
  await new WindowPage(page).showsPdf('1 page');
  await settings.add('office', 'http://127.0.0.1:9', 'key', true);
  await page.getByLabel('Convert with', { exact: true }).selectOption('office');
  await expect(page.getByText('Test mode: PDFs are free')).toBeVisible();
  await settings.open('Services');
  await settings.button('Remove office').click();
  await settings.button('Remove').click();
  await expect(settings.button('Remove office')).toBeHidden();
  await settings.close();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByLabel('Convert with', { exact: true })).toBeFocused();
  await expect(page.getByText('was removed. Select another one.')).toBeVisible();
  await page.getByLabel('Convert with', { exact: true }).selectOption('');
  await expect(page.getByLabel('Convert with', { exact: true })).toBeHidden();
});

test('a service with its own certificate authority is trusted once its file is set', async ({
  folder,
  platen,
}) => {
  const authority = makeAuthority(folder);
  const service = await startSmallService(
    () => ({ status: 200, json: { url: `${service.address}/results/a.pdf` } }),
    authority.issue(localNames),
  );
  const { page } = platen;
  const settings = new ServiceSettings(page);
  await new WindowPage(page).showsPdf('1 page');
  await settings.open('Services');
  await settings.write('office', service.address, 'key');
  await expect(settings.field('Certificates')).toBeHidden();
  await settings.button('Test').click();
  await expect(settings.field('Certificates')).toBeFocused();
  await expect(settings.field('Certificates')).toHaveAccessibleDescription(
    /Choose a file with the certificate of its authority under Certificates\.$/,
  );
  expect(service.bodies).toEqual([]);
  expect(await violations(page)).toEqual([]);

  await settings.field('Certificates').fill(authority.caFile);
  await settings.button('Test').click();
  await expect(settings.result).toContainText('The service “office” works');
  await settings.button('Add service').click();
  await settings.button('Edit office').click();
  await settings.button('More').click();
  await expect(settings.field('Certificates')).toHaveValue(authority.caFile);
  await service.close();
});

test('a service without authentication is added without a key, and nothing is missing', async ({
  platen,
}) => {
  const url = 'https://results.invalid/a.pdf';
  let authorization: string | undefined = 'not asked yet';
  const service = await startSmallService((headers) => {
    ({ authorization } = headers);
    return { status: 200, json: { url, file: { name: 'a.pdf', size: 1200 } } };
  });
  const { page } = platen;
  const settings = new ServiceSettings(page);
  await new WindowPage(page).showsPdf('1 page');
  await settings.open('Services');
  await settings.write('office', service.address, 'key of before');
  await settings.button('Add service').click();
  await settings.button('Edit office').click();
  await settings.field('Authentication').selectOption('none');
  await expect(settings.field('API key')).toBeHidden();
  await expect(settings.field('Authentication')).toHaveAccessibleDescription(
    'For services without authentication.',
  );
  expect(await violations(page)).toEqual([]);
  await settings.button('Test').click();
  await expect(settings.result).toContainText('The service “office” works');
  expect(authorization).toBeUndefined();
  await settings.button('Save').click();
  await expect(settings.list).not.toContainText('missing');
  // The previous key is deleted.
  await settings.button('Edit office').click();
  await settings.field('Authentication').selectOption('key');
  await settings.button('Save').click();
  await expect(settings.list).toContainText('Key missing');
  await service.close();
});

test('a small window shows the service of a job with a long name, and the whole error', async ({
  folder,
  platen,
}) => {
  const service = await startSmallService(() => 'break');
  const { page } = platen;
  await page.setViewportSize({ width: 1280, height: 600 });
  const window = new WindowPage(page);
  const settings = new ServiceSettings(page);
  await window.showsPdf('1 page');
  await settings.add('office', service.address, 'key', true);
  await page.getByLabel('Convert with', { exact: true }).selectOption('office');
  const files = ['1', '2'].map((end) => join(folder, `${'a-long-name-'.repeat(12)}${end}.html`));
  for (const file of files) writeFileSync(file, '<p>file</p>');
  await dropFiles(page, files);
  await page.getByRole('button', { name: 'Convert 2 files with office' }).click();
  await page.getByRole('button', { name: 'View queue' }).click();
  const jobs = new JobsDrawer(page);
  await jobs.counts('2 failed');
  const made = jobs.rows.first().getByText('with office');
  await expect(made).toBeInViewport({ ratio: 1 });
  expect(await made.evaluate((part) => part.scrollWidth <= part.clientWidth)).toBe(true);

  await jobs.close();
  await window.writeHtml('<p>text</p>');
  await page.keyboard.press('ControlOrMeta+Enter');
  const banner = page.getByRole('alert').filter({ hasText: 'may have created the PDF' });
  const words = banner.getByText('costs nothing, as it is in test mode.');
  await expect(words).toBeInViewport({ ratio: 1 });
  await expect(banner.getByRole('button', { name: 'Retry' })).toBeInViewport({ ratio: 1 });
  expect(await violations(page)).toEqual([]);
  await service.close();
});
