import '../../support/local-scheme.js';
import { app } from 'electron';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ElectronEngine } from '../../../../electron/main/engine/electron-engine.js';
import { errorData, publicError } from '../../../../electron/shared/messages/errors.js';
import { parseConversionRequest } from '../../../../electron/shared/request/request.js';
import { type WebServer, startWebServer } from '../../support/web-server.js';
import { readPdf } from '../../../support/read-pdf.js';

app.on('window-all-closed', () => undefined);

/** A limit that fits into a test machine; ordinary pages use about 100 MB. */
const limitBytes = 500 * 1024 ** 2;
const engine = new ElectronEngine('1.2.3', limitBytes);

let server: WebServer;
let isLoading = false;
beforeAll(async () => {
  await app.whenReady();
  server = await startWebServer({ '/never': () => void (isLoading = true) });
});
afterAll(async () => {
  await Promise.all([server.close(), engine.close()]);
});

async function convert(html: string) {
  const request = parseConversionRequest({
    source: { kind: 'html', html, base: server.origin },
    timeoutSeconds: 50,
  });
  return engine.convert(request).then(
    async ({ parts }) => (await readPdf(Buffer.concat(parts))).text,
    (thrown: unknown) => publicError(errorData(thrown)),
  );
}

/** Returns the memory of all pages, in bytes. */
function usedBytes(): number {
  const pages = app.getAppMetrics().filter(({ type }) => type === 'Tab');
  return pages.reduce((sum, { memory }) => sum + memory.workingSetSize * 1024, 0);
}

/** The processes of pages. */
const pageProcesses = () =>
  app
    .getAppMetrics()
    .filter(({ type }) => type === 'Tab')
    .map(({ pid }) => pid);

/** Repeats the allocation of a step, with pauses for other work. */
const again = (step: string) => `<script>
  const kept = [];
  (function next() { ${step}; setTimeout(next, 20); })();
</script><img src="/never">`;

it(
  'a page whose process is killed from outside has not used too much',
  { tags: ['core'] },
  async () => {
    const printed = convert('<p>killed<img src="/never">');
    await expect.poll(() => isLoading).toBe(true);
    for (const pid of pageProcesses()) process.kill(pid, 'SIGKILL');
    expect(await printed).toMatchObject({ code: 'chromium-ended' });
    expect(await convert('<p>after it')).toBe('after it');
  },
);

describe('a page that uses unlimited memory', () => {
  it.each([
    [
      'numbers',
      'const more = []; for (let i = 0; i < 2e6; i += 1) more.push({ i }); kept.push(more)',
    ],
    ['buffers', 'kept.push(new Uint8Array(3e7).fill(1))'],
    [
      'elements',
      'const part = document.createElement("div"); for (let i = 0; i < 2e5; i += 1) part.append(document.createElement("p")); kept.push(part)',
    ],
    [
      'canvases',
      'const c = document.createElement("canvas"); c.width = c.height = 3000; c.getContext("2d").fillRect(0, 0, 3000, 3000); kept.push(c.getContext("2d").getImageData(0, 0, 3000, 3000))',
    ],
  ])('as %s is ended with the reason, and no other page with it', async (_what, step) => {
    const [greedy, neighbor] = await Promise.all([convert(again(step)), convert('<p>beside it')]);
    expect(greedy).toEqual({
      code: 'page-crashed',
      message: expect.stringContaining('it needed more than 0.5 GB of memory') as string,
    });
    expect(neighbor).toBe('beside it');
    expect(await convert('<p>after it')).toBe('after it');
    await expect.poll(usedBytes).toBeLessThan(limitBytes * 2);
  });

  it('in one step is ended, by Chromium or by Platen', async () => {
    const html = '<script>const all = []; for (;;) all.push(new Array(1e6).fill({}));</script>';
    expect(await convert(html)).toMatchObject({ code: 'page-crashed' });
    expect(await convert('<p>after it')).toBe('after it');
  });
});
