import '../support/local-scheme.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { convert } from '../support/convert.js';
import { type WebServer, page, startWebServer } from '../support/web-server.js';

/** Before redirects were refused early, at most 40 such pages ended Electron 33. */
const pageCount = 40;

let server: WebServer;
let other: WebServer;
beforeAll(async () => {
  other = await startWebServer({ '/x': (response) => response.end() });
  server = await startWebServer({
    '/': page('<p>shown</p><img src="/moved">'),
    '/moved': (response) => response.writeHead(302, { location: `${other.origin}/x` }).end(),
  });
});
afterAll(async () => {
  await Promise.all([server.close(), other.close()]);
});

it(
  'images that are redirected to a refused URL do not end Electron',
  { timeout: 240_000 },
  async () => {
    const source = { kind: 'url', url: `${server.origin}/` };
    const requests = Array.from({ length: pageCount }, async () =>
      convert({ source, timeoutSeconds: 120 }),
    );
    for (const { preflight } of await Promise.all(requests)) {
      expect(preflight.map(({ kind }) => kind)).toEqual(['refused']);
    }
  },
);
