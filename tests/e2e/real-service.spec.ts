import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAccountsFolder } from '../support/embedded-database.js';
import { readPdf } from '../support/read-pdf.js';
import { runProgram } from '../support/run-program.js';
import { dropFiles } from './support/drop.js';
import { JobsDrawer } from './support/jobs.js';
import { expect, test } from './support/platen.js';
import { ServiceSettings } from './support/services.js';
import { violations } from './support/violations.js';
import { WindowPage } from './support/window.js';
import { runServe, startServe } from '../integration/support/run-serve.js';

test.describe.configure({ timeout: 360_000 });

let serviceFolder = '';
let service: RealService;
test.beforeEach(async () => {
  serviceFolder = mkdtempSync(join(tmpdir(), 'platen-e2e-'));
  service = await startRealService(serviceFolder, 10);
});
test.afterEach(async () => {
  await service.stop();
  rmSync(serviceFolder, { recursive: true });
});

/** Writes pages that contain their name and load a style sheet and an image. */
function writeStyledPages(folder: string, names: readonly string[]): readonly string[] {
  writeFileSync(
    join(folder, 'look.css'),
    'h1 { color: rgb(255, 0, 0) } body::after { content: "styled" }',
  );
  const square =
    '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"><text y="20">drawn</text></svg>';
  writeFileSync(join(folder, 'square.svg'), square);
  return names.map((name) => {
    const path = join(folder, name);
    const head = `<title>${name}</title><link rel="stylesheet" href="look.css">`;
    writeFileSync(path, `<!doctype html>${head}<h1>${name}</h1><img src="square.svg" alt="">`);
    return path;
  });
}

test(
  'a page and a batch are converted by a service, with receipts and credits',
  { tag: '@core' },
  async ({ platen, folder }) => {
    const { page } = platen;
    const window = new WindowPage(page);
    const settings = new ServiceSettings(page);
    const jobs = new JobsDrawer(page);
    await window.showsPdf('1 page');
    await settings.open('Services');
    await settings.write('office', service.address, service.key);
    await settings.button('Test').click();
    await expect(settings.result).toContainText(
      'The service “office” works: it created a PDF of 1 page',
    );
    await settings.button('Add service').click();
    await expect(settings.list).toContainText(service.address);
    await settings.close();

    await page.getByLabel('Convert with', { exact: true }).selectOption('office');
    await window.writeHtml('<title>Far</title><p>made elsewhere</p>');
    await page.getByRole('button', { name: 'Convert with office' }).click();
    await window.showsText('made elsewhere');
    const status = page.locator('.status-text');
    await expect(status).toContainText('Converted by office');
    await expect(status).toContainText('Far.pdf');
    await expect(status).toContainText(`${service.address}/`);
    await platen.saveTo(join(folder, 'far.pdf'), () =>
      page.keyboard.press('ControlOrMeta+Shift+s'),
    );
    await expect(status).toContainText('far.pdf');
    expect((await readPdf(readFileSync(join(folder, 'far.pdf')))).text).toContain('made elsewhere');
    await page.getByRole('button', { name: 'Receipt' }).click();
    await expect(page.getByRole('dialog', { name: 'Receipt' })).toContainText('office');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');

    const target = join(folder, 'pdf');
    await dropFiles(page, writeStyledPages(folder, ['a.html', 'b.html', 'c.html']));
    await window.setFolder(target);
    await page.getByRole('button', { name: 'Convert 3 files with office' }).click();
    await page.getByRole('button', { name: 'View queue' }).click();
    await jobs.counts('3 done');
    await expect(jobs.row('with office')).toHaveCount(3);
    for (const name of ['a', 'b', 'c']) {
      const { text } = await readPdf(readFileSync(join(target, `${name}.pdf`)));
      expect(text).toContain(`${name}.html`);
      expect(text).toContain('styled');
      expect(text).toContain('drawn');
    }
    expect(readdirSync(target)).toHaveLength(3);
    await jobs.row('b.html').click();
    const details = page.getByRole('complementary', { name: 'Job details' });
    await expect(details).toContainText(/Converted by\s*office/);
    await expect(details).toContainText('b.pdf, ');
    await expect(details).toContainText('Convert with');
    expect(await violations(page)).toEqual([]);
    await service.stop();
    // One page and three files; the test mode is free.
    expect(await service.credits()).toBe(10 - 4);
  },
);

test('a request is copied as a working command, and as JSON that loads again', async ({
  platen,
  folder,
}) => {
  const { page } = platen;
  const window = new WindowPage(page);
  await window.showsPdf('1 page');
  await new ServiceSettings(page).add('office', service.address, service.key, true);
  await page.getByLabel('Convert with', { exact: true }).selectOption('office');
  await window.writeHtml(`<title>It's "quoted"</title><p>by $HOME and \`curl\`</p>`);
  await window.field('Size').selectOption('a5');
  await window.fill('File name', 'copied.pdf');
  const menu = page.getByRole('button', { name: 'More actions' });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Copy as cURL' }).click();
  await expect(page.getByText('Command copied')).toBeVisible();
  const command = await platen.clipboard();
  expect(command).not.toContain(service.key);
  const env = { ...process.env, PLATEN_API_KEY: service.key };
  const inFolder = `cd '${folder}' && ${command}`;
  const run = await runProgram('sh', ['-s'], { env, input: inFolder });
  expect([run.status, run.stderr]).toEqual([0, '']);
  const pdf = await readPdf(readFileSync(join(folder, 'copied.pdf')));
  expect(pdf.text).toContain('by $HOME and `curl`');
  expect(pdf.pages[0]?.width).toBe(420);

  await menu.click();
  await page.getByRole('menuitem', { name: 'Copy as JSON' }).click();
  await expect(page.getByText('Request copied')).toBeVisible();
  const file = join(folder, 'request.json');
  writeFileSync(file, await platen.clipboard());
  await window.writeHtml('<p>something else</p>');
  await window.field('Size').selectOption('a3');
  await window.fill('File name', 'other.pdf');
  await platen.choose([file], () => page.keyboard.press('ControlOrMeta+Shift+O'), 'Request');
  await expect(window.field('File name')).toHaveValue('copied');
  await expect(window.field('Size')).toHaveValue('a5');
  await expect(page.getByRole('textbox', { name: 'HTML' })).toContainText('by $HOME and');
  await menu.click();
  await page.getByRole('menuitem', { name: 'Copy as JSON' }).click();
  const again = async () => JSON.parse(await platen.clipboard()) as unknown;
  await expect.poll(again).toEqual(JSON.parse(readFileSync(file, 'utf8')));
});

test('a wrong key leads to its field; an unreachable service can be retried', async ({
  platen,
}) => {
  const { page } = platen;
  const window = new WindowPage(page);
  const settings = new ServiceSettings(page);
  const wrong = `${service.key.slice(0, -4)}AAAA`;
  await window.showsPdf('1 page');
  await settings.open('Services');
  await settings.write('office', service.address, wrong);
  await settings.button('Test').click();
  await expect(settings.dialog.locator('#endpoint-secret-error')).toContainText(
    'The service “office” does not accept the key (401)',
  );
  await expect(settings.field('API key')).toBeFocused();
  await settings.button('Add service').click();
  await expect(settings.list).toContainText('office');
  await settings.close();

  await page.getByLabel('Convert with', { exact: true }).selectOption('office');
  await page.getByRole('button', { name: 'Convert with office' }).click();
  await expect(page.getByRole('alert')).toContainText('does not accept the key (401)');
  await page.getByRole('button', { name: 'Edit key' }).click();
  await expect(settings.dialog.locator('#endpoint-secret-error')).toContainText('(401)');
  await expect(settings.field('API key')).toBeFocused();
  await page.keyboard.insertText(service.key);
  await page.keyboard.press('Enter');
  await expect(settings.list).toContainText('office');
  await settings.close();
  await page.getByRole('button', { name: 'Convert with office' }).click();
  await expect(page.locator('.status-text')).toContainText('Converted by office');

  await service.stop();
  // The PDF is up to date, so the primary button saves it.
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('alert')).toContainText('could not be reached', {
    timeout: 60_000,
  });
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
  // A tooltip is outside of all landmarks.
  await page.mouse.move(0, 0);
  await expect(page.getByRole('tooltip')).toBeHidden();
  expect(await violations(page)).toEqual([]);
  // Refused requests are free.
  expect(await service.credits()).toBe(10 - 1);
});

/** A service with accounts in its own process. */
interface RealService {
  readonly address: string;
  /** The key of its only account. */
  readonly key: string;
  /** Returns the credits of its only account; call it while the service is stopped. */
  readonly credits: () => Promise<number>;
  readonly stop: () => Promise<void>;
}

/** Starts a service with its data in a folder, and an account with credits. */
async function startRealService(folder: string, credits: number): Promise<RealService> {
  const configFolder = join(folder, 'service');
  mkdirSync(configFolder);
  await createAccountsFolder(join(configFolder, 'accounts'));
  const keys = async (...args: readonly string[]) => {
    const { status, stdout, stderr } = await runServe(['keys', ...args, '--accounts', 'accounts'], {
      configFolder,
    });
    if (status !== 0) throw new Error(`serve keys ended with ${String(status)}: ${stderr}`);
    return stdout.trim();
  };
  const key = await keys('add', 'office', '--credits', String(credits));
  const service = await startServe(['--accounts', 'accounts'], { configFolder });
  return {
    address: service.address,
    key,
    credits: async () => {
      const accounts = JSON.parse(await keys('list', '--json')) as { credits: number };
      return accounts.credits;
    },
    stop: async () => {
      await service.stop();
    },
  };
}
