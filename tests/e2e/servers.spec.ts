import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type Apache, startApache } from '../support/file-servers/apache.js';
import { startPasswordServer } from '../support/file-servers/password-server.js';
import { reasonToSkipServers } from '../support/file-servers/server-programs.mjs';
import { type Sshd, startSshd } from '../support/file-servers/sshd.js';
import { tcpProxy } from '../support/file-servers/tcp-proxy.js';
import { dropFiles } from './support/drop.js';
import { JobsDrawer } from './support/jobs.js';
import { expect, test } from './support/platen.js';
import { TargetSettings } from './support/targets.js';
import { violationsInAllThemes } from './support/violations.js';
import { WindowPage } from './support/window.js';

const reason = reasonToSkipServers();

/** The status line. */
const line = (page: Page) => page.locator('.status-text');

/** Collects what the window copies. */
async function copiedIn(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const copied: string[] = [];
    Object.assign(window, { copied });
    navigator.clipboard.writeText = (text) => Promise.resolve(void copied.push(text));
  });
  return () => page.evaluate(() => Reflect.get(window, 'copied') as string[]);
}

function isPdf(path: string): boolean {
  return existsSync(path) && readFileSync(path).subarray(0, 5).toString() === '%PDF-';
}

test.describe('servers as destinations', () => {
  test.skip(reason !== null, reason ?? '');

  test.describe('SFTP', () => {
    let sshd: Sshd;
    test.beforeAll(async () => {
      sshd = await startSshd();
    });
    test.afterAll(async () => sshd.stop());

    /** The fields of a known server with a private key. */
    const withKey = (address: string) => ({
      Name: 'files',
      Server: `${sshd.user}@${address}`,
      Authentication: 'Private key',
      'Private key': sshd.identity,
      'Host key': sshd.hostKeys.ed25519.fingerprint,
    });

    test('an unknown host key is shown and trusted, and PDFs are uploaded', async ({
      platen,
      folder,
    }) => {
      const { page } = platen;
      const there = mkdtempSync(join(sshd.files, 'at-'));
      const window = new WindowPage(page);
      await window.showsPdf('1 page');
      const settings = new TargetSettings(page);
      await settings.open();
      await settings.writeServer('SFTP server', {
        Name: 'files',
        Server: `${sshd.user}@127.0.0.1:${sshd.port}${there}/`,
        Authentication: 'Private key',
        'Private key': sshd.identity,
      });
      await expect(settings.field('Server')).toHaveValue(`sftp://127.0.0.1:${sshd.port}`);
      await expect(settings.field('User')).toHaveValue(sshd.user);
      await expect(settings.field('Folder')).toHaveValue(`${there}/`);
      await settings.button('Test').click();
      await expect(settings.field('Host key')).toBeFocused();
      const { fingerprint } = sshd.hostKeys.ed25519;
      const question = settings.dialog.getByRole('group', { name: 'Trust this key' });
      await expect(question).toContainText(fingerprint);
      expect(await violationsInAllThemes(page)).toEqual([]);
      await question.getByRole('button', { name: 'Trust this key' }).click();
      await expect(settings.result).toContainText('The server 127.0.0.1 accepts uploads');
      await expect(settings.field('Host key')).toHaveValue(fingerprint);
      expect(readdirSync(there)).toEqual([]);

      for (const path of ['2025', '2026/q1', '2026/q2']) {
        mkdirSync(join(there, path), { recursive: true });
      }
      const folders = page.getByRole('listbox', { name: 'Folders' }).getByRole('option');
      const status = settings.dialog.getByRole('group').getByRole('status');
      await settings.button('Browse folders').press('Enter');
      await expect(settings.field('Filter folders')).toBeFocused();
      await expect(folders).toHaveText(['2025', '2026']);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect(folders).toHaveText(['q1', 'q2']);
      await page.keyboard.type('2');
      await page.keyboard.press('Enter');
      await expect(status).toHaveText('No folders in here.');
      await settings.dialog.getByRole('button', { name: '2026', exact: true }).click();
      await expect(folders).toHaveCount(2);
      await settings.button('Choose this folder').click();
      await expect(settings.button('Browse folders')).toBeFocused();
      await expect(settings.field('Folder')).toHaveValue(`${there}/2026`);
      await settings.button('Browse folders').press('Enter');
      await expect(settings.field('Filter folders')).toBeFocused();
      await page.keyboard.press('Backspace');
      await expect(folders).toHaveText(['2025', '2026']);
      await settings.button('Choose this folder').click();
      await expect(settings.field('Folder')).toHaveValue(there);

      await settings.button('Add destination').click();
      const address = `sftp://127.0.0.1:${sshd.port}${there}`;
      await expect(settings.list).toContainText(`SFTP server · ${address}/`);
      await settings.close();

      await window.addDestination('files');
      await window.fill('File name', 'invoice.pdf');
      await page.keyboard.press('ControlOrMeta+u');
      await expect(line(page)).toContainText('Uploaded to files');
      expect(isPdf(join(there, 'invoice.pdf'))).toBe(true);
      const copied = await copiedIn(page);
      await expect(page.getByRole('button', { name: /Create temporary link/ })).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Open: invoice.pdf' })).toHaveCount(0);
      await page.getByRole('button', { name: 'Copy address: invoice.pdf' }).click();
      await expect.poll(copied).toEqual([`${address}/invoice.pdf`]);

      const tree = join(folder, 'manual');
      mkdirSync(join(tree, 'b'), { recursive: true });
      writeFileSync(join(tree, 'a.html'), '<p>a');
      writeFileSync(join(tree, 'b', 'c.html'), '<p>c');
      await window.fill('File name', '');
      await dropFiles(page, [tree]);
      await window.removeFolder();
      await window.server('files').click();
      await page.getByRole('button', { name: 'Browse folders' }).click();
      await page.getByRole('option', { name: '2026' }).click();
      await page.getByRole('button', { name: 'Choose this folder' }).click();
      await expect(window.field('Path')).toHaveValue('2026');
      await window.field('Path').fill('in/{folder}');
      await page.keyboard.press('Escape');
      await window.primary.click();
      await page.getByRole('button', { name: 'View queue' }).click();
      const jobs = new JobsDrawer(page);
      await jobs.counts('3 done');
      await expect.poll(() => isPdf(join(there, 'in/a.pdf'))).toBe(true);
      await expect.poll(() => isPdf(join(there, 'in/b/c.pdf'))).toBe(true);
      await jobs.row('c.html').click();
      await expect(jobs.details).toContainText(`${address}/in/b/c.pdf`);
      await page.locator('label', { hasText: 'History' }).click();
      const history = page.getByRole('region', { name: 'History' });
      await history.locator('[aria-selected]').filter({ hasText: 'c.html' }).click();
      const entry = page.getByRole('complementary', { name: 'Details of the conversion' });
      await expect(entry).toContainText(address);
    });

    test(
      'a refused password leads to the destination; corrected, the upload continues',
      { tag: '@core' },
      async ({ platen, folder }) => {
        const { page } = platen;
        const there = mkdtempSync(join(sshd.files, 'at-'));
        const server = await startPasswordServer(folder, {
          password: 'hunter22',
          method: 'password',
        });
        const window = new WindowPage(page);
        await window.showsPdf('1 page');
        const settings = new TargetSettings(page);
        await settings.addServer('SFTP server', {
          Name: 'files',
          Server: `127.0.0.1:${server.port}`,
          User: 'me',
          Password: 'hunter21',
          Folder: there,
          'Host key': server.fingerprint,
        });
        await window.addDestination('files');
        await window.fill('File name', 'invoice.pdf');
        await page.keyboard.press('ControlOrMeta+u');
        const alert = page.getByRole('alert');
        await expect(alert).toContainText('refused the user me: the password was not accepted');
        await alert.getByRole('button', { name: 'Edit destination: invoice.pdf' }).click();
        await expect(settings.field('Password')).toBeFocused();
        await settings.field('Password').fill('hunter22');
        await settings.button('Save').click();
        await expect(settings.list).toBeVisible();
        await settings.close();
        await expect(line(page)).toContainText('Uploaded to files');
        expect(isPdf(join(there, 'invoice.pdf'))).toBe(true);
        expect(server.received).toEqual(['hunter21', 'hunter22']);
        expect(await page.content()).not.toContain('hunter22');
        await server.stop();
      },
    );

    test('a watched folder uploads with the destination of a preset', async ({ start, folder }) => {
      const there = mkdtempSync(join(sshd.files, 'at-'));
      const watched = join(folder, 'inbox');
      mkdirSync(watched);
      const { page } = await start();
      const window = new WindowPage(page);
      await window.writeHtml('<p>form');
      await window.showsPdf('1 page');
      const settings = new TargetSettings(page);
      await settings.open();
      const known = withKey(`127.0.0.1:${sshd.port}${there}`);
      await settings.writeServer('SFTP server', { ...known, 'Host key': '' });
      await settings.button('Browse folders').click();
      await expect(settings.field('Host key')).toBeFocused();
      await settings.button('Trust this key').click();
      await expect(settings.field('Host key')).toHaveValue(known['Host key']);
      await expect(settings.field('Filter folders')).toBeFocused();
      await settings.button('Choose this folder').click();
      await settings.button('Add destination').click();
      await expect(settings.list).toContainText(there);
      await settings.close();
      await window.addDestination('files');
      await window.removeFolder();
      await page.getByRole('button', { name: /^Preset/ }).click();
      await page.getByRole('menuitem', { name: 'Save as preset…' }).click();
      await page.getByRole('textbox', { name: 'Preset name' }).fill('Onto the server');
      await page.getByRole('button', { name: 'Save preset' }).click();
      await page.keyboard.press('ControlOrMeta+,');
      await settings.dialog.getByRole('tab', { name: 'Watched folders' }).click();
      await settings.field('Folder').fill(watched);
      await settings.field('Options').selectOption('Onto the server');
      await settings.button('Watch this folder').click();
      await expect(settings.dialog.getByRole('listitem')).toContainText(watched);
      writeFileSync(join(watched, 'new.html'), '<p>new');
      await expect.poll(() => isPdf(join(there, 'new.pdf'))).toBe(true);
      expect(readdirSync(watched)).toEqual(['new.html']);
    });

    test('an upload survives a kill and is delivered once', async ({ start }) => {
      const there = mkdtempSync(join(sshd.files, 'at-'));
      const proxy = await tcpProxy(sshd.port, { bytes: 6_000, then: 'hang' });
      const first = await start();
      const window = new WindowPage(first.page);
      await window.writeHtml('<p>uploaded');
      await window.showsPdf('1 page');
      const settings = new TargetSettings(first.page);
      await settings.addServer('SFTP server', withKey(`127.0.0.1:${proxy.port}${there}`));
      await window.addDestination('files');
      await window.fill('File name', 'invoice.pdf');
      await first.page.keyboard.press('ControlOrMeta+u');
      await proxy.reached;
      await first.kill();
      expect(readdirSync(there)).not.toContain('invoice.pdf');

      const { page } = await start();
      await new JobsDrawer(page).open();
      await expect.poll(() => readdirSync(there)).toEqual(['invoice.pdf']);
      expect(isPdf(join(there, 'invoice.pdf'))).toBe(true);
      await proxy.stop();
    });
  });

  test.describe('WebDAV', () => {
    let apache: Apache;
    test.beforeAll(async () => {
      apache = await startApache();
    });
    test.afterAll(async () => apache.stop());

    test('a password is tested, with its error at the field, and PDFs are uploaded', async ({
      platen,
    }) => {
      const { page } = platen;
      const window = new WindowPage(page);
      await window.showsPdf('1 page');
      const settings = new TargetSettings(page);
      await settings.open();
      await settings.writeServer('WebDAV server', {
        Name: 'cloud',
        Server: `https://me@127.0.0.1:${apache.securePort}/private/from%20the%20window`,
        Password: 'hunter21',
      });
      await expect(settings.field('Server')).toHaveValue(`davs://127.0.0.1:${apache.securePort}`);
      await expect(settings.field('Folder')).toHaveValue('/private/from the window');
      await settings.button('Test').click();
      await expect(settings.field('Server')).toHaveAttribute('aria-invalid', 'false');
      await expect(settings.field('Certificates')).toBeFocused();
      await settings.field('Certificates').fill(apache.caFile);
      await settings.button('Test').click();
      await expect(settings.field('Password')).toBeFocused();
      await expect(settings.dialog.locator('#target-secret-error')).toContainText(
        'refused the user and password',
      );
      await settings.button('Browse folders').click();
      await expect(settings.dialog.getByRole('listbox')).toHaveCount(0);
      await expect(settings.field('Password')).toBeFocused();
      await expect(settings.dialog.locator('#target-secret-error')).toContainText(
        'refused the user and password',
      );
      await settings.field('Password').fill('hunter22');
      await settings.button('Browse folders').click();
      const status = settings.dialog.getByRole('group').getByRole('status');
      await expect(status).toHaveText(
        'The folder “/private/from the window” does not exist yet. Uploads create it.',
      );
      mkdirSync(join(apache.files, 'ü 1%'));
      await page.keyboard.press('Backspace');
      await page.getByRole('option', { name: 'ü 1%' }).click();
      await expect(status).toHaveText('No folders in here.');
      await settings.button('Choose this folder').click();
      await expect(settings.field('Folder')).toHaveValue('/private/ü 1%');
      expect(await page.content()).not.toContain('hunter22');
      await settings.field('Folder').fill('/private/from the window');
      await settings.button('Test').click();
      await expect(settings.result).toContainText('accepts uploads');
      await settings.button('Add destination').click();
      await settings.close();

      await window.addDestination('cloud');
      await window.fill('File name', 'invoice.pdf');
      await page.keyboard.press('ControlOrMeta+u');
      await expect(line(page)).toContainText('Uploaded to cloud');
      expect(isPdf(join(apache.files, 'from the window', 'invoice.pdf'))).toBe(true);
      const copied = await copiedIn(page);
      await page.getByRole('button', { name: 'Copy address: invoice.pdf' }).click();
      const url = `https://127.0.0.1:${apache.securePort}/private/from%20the%20window/invoice.pdf`;
      await expect.poll(copied).toEqual([url]);
      await expect(page.getByRole('button', { name: 'Open: invoice.pdf' })).toBeVisible();

      writeFileSync(join(apache.files, 'from the window', 'other.pdf'), 'of somebody else');
      await window.fill('File name', 'other.pdf');
      await page.keyboard.press('ControlOrMeta+u');
      await page.getByRole('alert').getByRole('button', { name: 'Keep both: other.pdf' }).click();
      await expect(line(page)).toContainText('Uploaded to cloud as other-2.pdf');
    });
  });
});
