import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { SecretsState } from '../../electron/shared/secrets.js';
import { freePorts } from '../support/free-port.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';
import { isSignedWith } from '../support/webhook-signature.js';
import { dropFiles } from './support/drop.js';
import { JobsDrawer } from './support/jobs.js';
import { expect, test } from './support/platen.js';
import { ServiceSettings } from './support/services.js';
import { startSmallService } from './support/small-service.js';
import { TargetSettings } from './support/targets.js';
import { violations } from './support/violations.js';
import { WindowPage } from './support/window.js';

test('after a crash without a keychain, a batch waits for its key and continues once it is entered', async ({
  folder,
  start,
}) => {
  const url = () => `${service.address}/results/a.pdf`;
  const service = await startSmallService(() => ({ status: 200, json: { url: url() } }));
  const files = ['1', '2'].map((name) => join(folder, `${name}.html`));
  for (const file of files) writeFileSync(file, `<p>${file}</p>`);

  const crashing = await start();
  await new WindowPage(crashing.page).isEmpty();
  await new ServiceSettings(crashing.page).add('office', service.address, 'key', true);
  const renderOn = crashing.page.getByLabel('Convert with', { exact: true });
  await renderOn.selectOption('office');
  const before = new JobsDrawer(crashing.page);
  await before.pauseBeforehand();
  await dropFiles(crashing.page, files);
  await crashing.page.getByRole('button', { name: 'Convert 2 files with office' }).click();
  await crashing.page.getByRole('button', { name: 'View queue' }).click();
  await before.counts('2 waiting');
  // The form gives its files up once the queue has persisted them.
  await expect(crashing.page.getByRole('grid', { name: 'Files to convert' })).toBeHidden();
  await crashing.kill();

  const { page } = await start();
  const jobs = new JobsDrawer(page);
  const settings = new ServiceSettings(page);
  await jobs.counts('2 waiting');
  await jobs.button('Resume').click();
  await expect(jobs.row('1.html')).toContainText("Waiting for the service's key");
  await jobs.close();
  await page.getByLabel('Convert with', { exact: true }).selectOption('');
  // The form may still contain the files of before the crash.
  await dropFiles(page, files);
  await page.getByRole('button', { name: 'Convert 2 files' }).click();
  await page.getByRole('button', { name: 'View queue' }).click();
  await jobs.counts('2 done', '2 waiting');
  expect(service.bodies).toEqual([]);

  await jobs.row('with office').first().click();
  const enter = jobs.details.getByRole('button', { name: 'Enter key', exact: true });
  await expect(enter).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await enter.click();
  await expect(settings.field('API key')).toBeFocused();
  await settings.field('API key').fill('key');
  await settings.button('Save').click();
  await settings.close();
  await jobs.counts('4 done');
  expect(service.bodies).toHaveLength(2);
  await service.close();
});

test('after a crash without a keychain, uploads and webhooks name the missing secret and lead to it', async ({
  folder,
  start,
}) => {
  test.slow();
  const receiver = await WebhookReceiver.start();
  receiver.answer = () => ({ status: 503 });
  const crashing = await start();
  const { keeping } = await secretsOf(crashing.page);
  test.skip(keeping === 'safe', 'This system has a keychain.');
  const uploaded = join(folder, 'uploaded.html');
  writeFileSync(uploaded, '<p>uploaded');
  await dropFiles(crashing.page, [uploaded]);
  await new WindowPage(crashing.page).showsPdf('1 page');
  const [port = 0] = await freePorts(1);
  const entry = { name: 'papers', bucket: 'papers', accessKeyId: 'AKIAIOSFODNN7EXAMPLE' };
  const endpoint = `http://127.0.0.1:${port}`;
  await new TargetSettings(crashing.page).add({ ...entry, endpoint, secret: 'secret key' });
  await crashing.page.keyboard.press('ControlOrMeta+u');
  const papers = crashing.page.getByRole('menuitem', { name: 'papers' });
  await papers.press('Enter');
  await expect(papers).toBeHidden();
  await crashing.page.keyboard.press('ControlOrMeta+u');
  await expect(crashing.page.locator('.status-text')).toContainText('Retrying');
  const file = join(folder, 'notified.html');
  writeFileSync(file, '<p>notified</p>');
  await crashing.page.evaluate(
    async ([path, output, webhook, secret]) => {
      await window.platen.call('settings:update', { privateWebhooks: true });
      await window.platen.call('secrets:set-webhook', { secret });
      const sources = [{ kind: 'file' as const, path }];
      const options = { request: { webhook }, output: { folder: output } };
      await window.platen.call('jobs:add', { sources, options });
    },
    [file, folder, receiver.origin, signingSecret] as const,
  );
  await expect.poll(() => receiver.received.length).toBe(1);
  await crashing.kill();
  receiver.answer = () => ({ status: 204 });

  const { page } = await start();
  const settings = new TargetSettings(page);
  const jobs = new JobsDrawer(page);
  await jobs.open();
  await jobs.row('notified.html').click();
  await expect(jobs.drawer).toContainText('Waiting for the signing secret');
  expect(await violations(page)).toEqual([]);

  await jobs.drawer.getByRole('button', { name: /^Enter secret/ }).click();
  const secret = settings.field('Signing secret');
  await expect(settings.dialog).toContainText('Webhooks wait for this secret.');
  await expect(settings.button('Stop signing')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await secret.fill(signingSecret);
  await settings.button('Save').click();
  await expect(settings.dialog).not.toContainText('Webhooks wait for this secret.');
  await settings.close();
  await expect(jobs.drawer.getByRole('img', { name: 'Sent', exact: true })).toBeVisible();
  expect(receiver.received.map((each) => isSignedWith(signingSecret, each))).toEqual([true, true]);

  const list = jobs.row('papers');
  await list.click();
  await expect(list).toContainText('Waiting for the secret key of papers');
  expect(await violations(page)).toEqual([]);
  await jobs.details.getByRole('button', { name: /^Enter key/ }).click();
  await expect(settings.field('Secret key')).toBeFocused();
  await settings.field('Secret key').fill('secret key');
  await settings.button('Save').click();
  await settings.close();
  await expect(list).toContainText(/Retrying/);
  await receiver.close();
});

const signingSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

async function secretsOf(page: Page): Promise<SecretsState> {
  return page.evaluate(async () => {
    const started = await window.platen.call('app:start', undefined);
    if (!started.ok) throw new Error(JSON.stringify(started.error));
    return started.value.secrets;
  });
}
