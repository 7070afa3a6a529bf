import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

/**
 * A PDF of a page, or why there is none.
 * @typedef {{ readonly path?: string, readonly error?: string, readonly warnings?: readonly string[] }} Printed
 */

/**
 * Converts pages with Platen's defaults; the pages may read all of their tree, as with Chromium.
 * @param {string} tree
 * @param {readonly string[]} pages
 * @param {string} folder for the PDFs
 * @returns {Promise<ReadonlyMap<string, Printed>>}
 */
export async function printWithPlaten(tree, pages, folder) {
  mkdirSync(folder, { recursive: true });
  const program = resolve(import.meta.dirname, '../run.mjs');
  const options = ['--out', `${folder}/`, '--json', '--quiet', '--timeout', '300'];
  const allowed = allowedFolders(tree).flatMap((path) => ['--allow', path]);
  const lines = await linesOf(process.execPath, [
    program,
    'convert',
    ...pages,
    ...options,
    ...allowed,
  ]);
  const results = lines.map((line) => JSON.parse(line));
  return new Map(
    results.map(({ source, path, error, preflight = [] }) => [
      source,
      {
        path,
        error: error?.message,
        warnings: preflight.map((/** @type {{ message: string }} */ { message }) => message),
      },
    ]),
  );
}

/** @param {string} tree @returns {readonly string[]} the tree, and what Debian's links lead to */
function allowedFolders(tree) {
  return [realpathSync(tree), '/usr/share/javascript'].filter(existsSync);
}

/** Platen's defaults, in inches: the paper in whole points. */
const a4 = {
  paperWidth: 595 / 72,
  paperHeight: 842 / 72,
  marginTop: 0.4,
  marginRight: 0.4,
  marginBottom: 0.4,
  marginLeft: 0.4,
  printBackground: true,
  preferCSSPageSize: true,
};

/**
 * Prints pages with Chromium: A4 with small margins, unless the page sets them.
 * @param {readonly string[]} pages
 * @param {string} folder for the PDFs
 * @returns {Promise<ReadonlyMap<string, Printed>>}
 */
export async function printWithChromium(pages, folder) {
  mkdirSync(folder, { recursive: true });
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  /** @type {Map<string, Printed>} */
  const printed = new Map();
  try {
    const page = await browser.newPage();
    for (const [index, source] of pages.entries()) {
      const path = join(folder, `${index}.pdf`);
      await page.goto(pathToFileURL(source).href, { waitUntil: 'load' });
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
      const session = await page.context().newCDPSession(page);
      const { data } = await session.send('Page.printToPDF', a4);
      await session.detach();
      writeFileSync(path, Buffer.from(data, 'base64'));
      printed.set(source, { path });
    }
  } finally {
    await browser.close();
  }
  return printed;
}

/** @returns {string} `PLATEN_CHROMIUM`, or the first one on the path */
export function chromiumPath() {
  const named = process.env['PLATEN_CHROMIUM'];
  if (named) return named;
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const names = ['chromium', 'google-chrome', 'chromium-browser'];
  const found = folders
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find(existsSync);
  if (!found) throw new Error('No Chromium was found. Name one in PLATEN_CHROMIUM.');
  return found;
}

/**
 * @param {string} program
 * @param {readonly string[]} args
 * @returns {Promise<readonly string[]>} the lines of its standard output, whatever its exit status
 */
async function linesOf(program, args) {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (/** @type {string} */ data) => (text += data));
  await new Promise((ended, failed) => child.once('close', ended).once('error', failed));
  return text.split('\n').filter((line) => line !== '');
}
