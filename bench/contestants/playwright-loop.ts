import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import { chromiumChoice } from '../../tools/electron-on-chromium/chromium/choice.js';
import { runTask } from './task.js';

// One browser. Pages are kept and reused, which is the fastest and isolates nothing, or each
// document gets a new context and page.
await runTask(async ({ asText, concurrency, variant }) => {
  const browser = await chromium.launch({
    executablePath: chromiumChoice().path,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  const print = async (page: Page, source: string, path: string) => {
    if (asText) await page.setContent(await readFile(source, 'utf8'), { waitUntil: 'load' });
    else await page.goto(pathToFileURL(source).href);
    await page.pdf({ path, format: 'A4', printBackground: true, preferCSSPageSize: true });
  };
  if (variant === 'kept pages') {
    const free = await Promise.all(
      Array.from({ length: concurrency }, async () => browser.newPage()),
    );
    return async ({ source, target }) => {
      const page = free.pop();
      if (!page) throw new Error('More items run at once than pages are open.');
      await print(page, source, target).finally(() => free.push(page));
      return undefined;
    };
  }
  return async ({ source, target }) => {
    const context = await browser.newContext();
    await print(await context.newPage(), source, target);
    await context.close();
    return undefined;
  };
});
process.exit(0);
