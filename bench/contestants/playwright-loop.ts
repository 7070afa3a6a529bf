import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { chromiumChoice } from '../../tools/electron-on-chromium/chromium/choice.js';
import { runTask } from './task.js';

// The common approach: one browser, a new context and page per document.
await runTask(async () => {
  const browser = await chromium.launch({
    executablePath: chromiumChoice().path,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  return async ({ source, target }) => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(pathToFileURL(source).href);
    await page.pdf({ path: target, format: 'A4', printBackground: true, preferCSSPageSize: true });
    await context.close();
    return undefined;
  };
});
process.exit(0);
