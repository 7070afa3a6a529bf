import { freePorts } from '../support/free-port.js';
import { expect, test } from './support/platen.js';
import { ServiceSettings } from './support/services.js';
import { violationsInAllThemes } from './support/violations.js';
import { WindowPage } from './support/window.js';

test('the local server runs while the switch is on', async ({ platen }) => {
  test.setTimeout(240_000);
  const { page } = platen;
  const [port] = await freePorts(1);
  const settings = new ServiceSettings(page);
  await new WindowPage(page).showsPdf('1 page');
  await settings.open('Local server');
  await settings.field('Port').fill('80.5');
  await settings.field('Port').press('Enter');
  await expect(settings.dialog.locator('#service-port-error')).toContainText('“80.5”');
  await settings.field('Port').fill(String(port));
  await settings.field('Port').press('Enter');
  await settings.field('Private hosts').fill('http://wiki/');
  await settings.field('Private hosts').blur();
  await expect(settings.dialog.locator('#service-hosts-error')).toContainText('“http://wiki/”');
  expect(await violationsInAllThemes(page)).toEqual([]);

  await settings.field('Private hosts').fill('');
  await settings.field('Server').press('Space');
  await expect(settings.result).toContainText('Idle', { timeout: 60_000 });
  const address = await settings.field('URL').inputValue();
  expect(address).toContain(String(port));
  await expect(settings.field('Port')).toBeDisabled();
  expect(await violationsInAllThemes(page)).toEqual([]);
  const answer = await fetch(`${address}/v1/pdf`, { method: 'POST', body: '{}' });
  expect(answer.status).toBe(401);
  await settings.button('Copy key').click();
  await expect(page.getByText('Key copied')).toBeVisible();
  const authorization = `Basic ${btoa(`${await platen.clipboard()}:`)}`;
  const made = await fetch(`${address}/v1/pdf`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: '{"source":"<p>made by the window"}',
  });
  expect(made.status).toBe(200);
  await expect(settings.result).toContainText('1 PDF created');

  await settings.dialog.locator('.mantine-Switch-track').click();
  await expect(settings.result).toContainText('Off', { timeout: 60_000 });
  await expect(settings.field('Port')).toBeEnabled();
});
