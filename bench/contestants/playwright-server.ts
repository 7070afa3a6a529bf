import fastify from 'fastify';
import { chromium } from 'playwright-core';
import { chromiumChoice } from '../../tools/electron-on-chromium/chromium/choice.js';

// The common approach: one browser behind Fastify, a new context and page per request.
const browser = await chromium.launch({
  executablePath: chromiumChoice().path,
  handleSIGTERM: false,
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
process.once('SIGTERM', () => void browser.close().then(() => process.exit(0)));
const app = fastify({ bodyLimit: 32 * 2 ** 20 });
app.post<{ Body: { readonly source: string } }>('/v1/pdf', async (request, reply) => {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.setContent(request.body.source, { waitUntil: 'load' });
    const pdf = await page.pdf({ format: 'A4', printBackground: true, preferCSSPageSize: true });
    return await reply.type('application/pdf').send(pdf);
  } finally {
    await context.close();
  }
});
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);
