import fastify from 'fastify';
import { chromium, type Page } from 'playwright-core';
import { chromiumChoice } from '../../tools/electron-on-chromium/chromium/choice.js';
import { Semaphore } from '../../electron/main/util/async.js';

// One browser behind Fastify. With a number of pages, they are kept and reused, which is the
// fastest and isolates nothing; without one, each request gets a new context and page.
const kept = Number(process.argv[2] ?? 0);
const browser = await chromium.launch({
  executablePath: chromiumChoice().path,
  handleSIGTERM: false,
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
process.once('SIGTERM', () => void browser.close().then(() => process.exit(0)));
const print = async (page: Page, html: string) => {
  await page.setContent(html, { waitUntil: 'load' });
  return page.pdf({ format: 'A4', printBackground: true, preferCSSPageSize: true });
};

const free = await Promise.all(Array.from({ length: kept }, async () => browser.newPage()));
const slots = new Semaphore(Math.max(1, kept));
const printOnKept = async (html: string) =>
  slots.run(async () => {
    const page = free.pop();
    if (!page) throw new Error('More requests run at once than pages are open.');
    return print(page, html).finally(() => free.push(page));
  });
const printOnNew = async (html: string) => {
  const context = await browser.newContext();
  try {
    return await print(await context.newPage(), html);
  } finally {
    await context.close();
  }
};

const app = fastify({ bodyLimit: 32 * 2 ** 20 });
app.post<{ Body: { readonly source: string } }>('/v1/pdf', async ({ body }, reply) => {
  const pdf = await (kept > 0 ? printOnKept : printOnNew)(body.source);
  return reply.type('application/pdf').send(pdf);
});
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);
