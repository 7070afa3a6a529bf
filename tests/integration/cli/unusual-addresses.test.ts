import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fuzzAddresses } from '../../support/fuzz/fuzz-addresses.js';
import { runConvert } from '../support/run-convert.js';
import { postPdf, startServe } from '../support/run-serve.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';
import { type WebServer, startWebServer } from '../support/web-server.js';
import { repetitions } from '../../support/repetitions.js';

let folder: TemporaryFolder;
let server: WebServer;
beforeAll(async () => {
  folder = temporaryFolder();
  server = await startWebServer({
    '/moves': (response) => response.writeHead(302, { location: 'http://a b/' }).end(),
    '/page': (response) => {
      response.setHeader('content-type', 'text/html');
      response.end('<img src="/moves"><script>new WebSocket("ws://a b.example/x")</script>');
    },
  });
});
afterAll(async () => {
  await server.close();
  folder.remove();
});

/** Pages with host names that Chromium accepts and Node rejects (`xn--a` up to version 22). */
const pages = {
  'image.html': '<script src="slow.js"></script><img src="http://a b.example/a">',
  'style.html': '<link rel="stylesheet" href="http://xn--a/style.css">',
  'fetch.html': '<script>fetch("http://a b/").catch(() => 0)</script>',
  'socket.html': '<script>new WebSocket("ws://a b.example/x")</script>',
  'frame.html': '<iframe src="https://xn--a/"></iframe>',
  'percent.html': '<img src="%ff.png"><img src="100%.png">',
};

describe('a URL that Node cannot parse', () => {
  it('blocks only its own request, on every page of a batch', async () => {
    const ordinary = Object.fromEntries([1, 2, 3].map((n) => [`z${n}.html`, `<p>page ${n}`]));
    const place = folder.with({ ...pages, ...ordinary, 'slow.js': '' });
    const sources = [place, `${server.origin}/page`];
    const run = await runConvert([...sources, '--out', 'pdf'], { cwd: place });
    expect(run.status).toBe(0);
    expect(run.lines).toHaveLength(10);
    expect(run.stderr).toContain('http://a%20b.example/a was not loaded: it is not a valid URL.');
    expect(run.stderr).toContain('ws://a%20b.example/x was not loaded: it is not a valid URL.');
  });

  it('fails only the page that navigates to it', async () => {
    const place = folder.with({ 'a.html': '<p>a' });
    const sources = [`${server.origin}/moves`, 'a.html'];
    const run = await runConvert([...sources, '--out', 'pdf', '--quiet'], { cwd: place });
    expect(run.status).toBe(1);
    expect(run.lines).toHaveLength(1);
    expect(run.stderr).toContain('http://a%20b/ was not loaded: it is not a valid URL.');
  });

  it('does not end the service', async () => {
    const service = await startServe([], { configFolder: folder.with({}) });
    for (const source of [pages['image.html'], pages['socket.html'], '<p>ordinary']) {
      expect((await postPdf(service, { source })).status).toBe(200);
    }
    expect(await service.stop()).toBe(0);
  });
});

const addresses = repetitions({ few: 60, many: 1000 });

it(`${addresses} generated URLs end no process: each page is converted or fails alone`, async () => {
  const report = await fuzzAddresses(folder.with({}), addresses, 20261122);
  expect(report.faults).toEqual([]);
  expect(report.unreported).toEqual([]);
  expect(report.run.status).toBe(1);
  expect(report.converted).toBeGreaterThan(report.pages / 2);
}, 360_000);
