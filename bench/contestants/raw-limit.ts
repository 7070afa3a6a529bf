import { readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { Browser } from '../../tools/electron-on-chromium/chromium/browser.js';
import type { DevToolsSession } from '../../tools/electron-on-chromium/devtools/session.js';
import { runTask } from './task.js';

/** A page that stays open. */
interface OpenPage {
  readonly session: DevToolsSession;
  readonly frameId: string;
}

/** Waits for images, which printing does not; pages without images skip it. */
const imagesLoaded = `Promise.all(Array.from(document.images, (image) => image.decode())).then(() => 1)`;

// Only setDocumentContent and printToPDF on open pages: the upper limit for any converter on
// Chromium.
await runTask(async ({ items, concurrency }) => {
  const browser = await Browser.launch({
    headless: true,
    switches: ['--allow-file-access-from-files'],
  });
  // A page in the same folder, so that relative URLs in the content resolve.
  const [first] = items;
  const free = await Promise.all(
    Array.from({ length: concurrency }, async () => openKept(browser, first?.source ?? '')),
  );
  return async ({ source, target }) => {
    const html = await readFile(source, 'utf8');
    const page = free.pop();
    if (!page) throw new Error('More items run at once than pages are open.');
    await page.session.send('Page.setDocumentContent', { frameId: page.frameId, html });
    if (html.includes('<img')) {
      await page.session.send('Runtime.evaluate', {
        expression: imagesLoaded,
        awaitPromise: true,
      });
    }
    const begin = performance.now();
    const { data } = await page.session.send('Page.printToPDF', {
      printBackground: true,
      preferCSSPageSize: true,
      generateTaggedPDF: false,
      paperWidth: 210 / 25.4,
      paperHeight: 297 / 25.4,
    });
    const printed = performance.now() - begin;
    free.push(page);
    await writeFile(target, Buffer.from(data, 'base64'));
    return printed;
  };
});
process.exit(0);

async function openKept(browser: Browser, source: string): Promise<OpenPage> {
  const { browserContextId } = await browser.root.send('Target.createBrowserContext', {});
  const { session, info } = await browser.openPage(browserContextId);
  await session.send('Page.enable');
  const loaded = new Promise<void>((done) => session.on('Page.loadEventFired', () => done()));
  await session.send('Page.navigate', { url: pathToFileURL(source).href });
  await loaded;
  return { session, frameId: info.targetId };
}
