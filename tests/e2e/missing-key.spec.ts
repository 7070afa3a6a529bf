import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dropFiles } from './support/drop.js';
import { JobsDrawer } from './support/jobs.js';
import { expect, test } from './support/platen.js';
import { ServiceSettings } from './support/services.js';
import { startSmallService } from './support/small-service.js';
import { violations } from './support/violations.js';
import { WindowPage } from './support/window.js';

test('after a crash without a key store, a batch waits for its key, which leads on by itself', async ({
  folder,
  start,
}) => {
  const url = () => `${service.address}/results/a.pdf`;
  const service = await startSmallService(() => ({ status: 200, json: { url: url() } }));
  const files = ['1', '2'].map((name) => join(folder, `${name}.html`));
  for (const file of files) writeFileSync(file, `<p>${file}</p>`);

  const crashing = await start();
  await new WindowPage(crashing.page).showsPdf('1 page');
  await new ServiceSettings(crashing.page).add('office', service.address, 'key', true);
  const renderOn = crashing.page.getByLabel('Render on', { exact: true });
  await renderOn.selectOption('office');
  const before = new JobsDrawer(crashing.page);
  await before.pauseBeforehand();
  await dropFiles(crashing.page, files);
  await crashing.page.getByRole('button', { name: 'Convert 2 files on office' }).click();
  await before.counts('2 waiting');
  await crashing.kill();

  const { page } = await start();
  const jobs = new JobsDrawer(page);
  const settings = new ServiceSettings(page);
  await jobs.counts('2 waiting');
  await jobs.button('Resume').click();
  // The crash may have come before it was kept that the list is open.
  if (await jobs.button('Show').isVisible()) await jobs.button('Show').click();
  await expect(jobs.row('1.html')).toContainText("Waiting for the service's key");
  await page.getByLabel('Render on', { exact: true }).selectOption('');
  // Those that were in the form before may be there again.
  await dropFiles(page, files);
  await page.getByRole('button', { name: 'Convert 2 files' }).click();
  await jobs.counts('2 done', '2 waiting');
  expect(service.bodies).toEqual([]);

  await jobs.row('on office').first().click();
  const enter = page.getByRole('button', { name: 'Enter the key', exact: true });
  await expect(enter).toBeVisible();
  await expect(page.getByText('It goes on by itself then.')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await enter.click();
  await expect(settings.field('API key')).toBeFocused();
  await settings.field('API key').fill('key');
  await settings.button('Keep changes').click();
  await settings.close();
  await jobs.counts('4 done');
  expect(service.bodies).toHaveLength(2);
  await service.close();
});
