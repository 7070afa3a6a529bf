import '../support/local-scheme.js';
import { app } from 'electron';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ElectronEngine } from '../../../electron/main/engine/electron-engine.js';
import type { ConversionOptions } from '../../../electron/main/engine/contract/pdf-engine.js';
import { parseConversionRequest } from '../../../electron/shared/request/request.js';
import { openTestService } from '../../unit/main/service/support/open-service.js';
import { type WebServer, startWebServer } from '../support/web-server.js';

app.on('window-all-closed', () => undefined);

const engine = new ElectronEngine('1.2.3');

/** Pages that were requested and have no response yet, by name, in the order of their requests. */
const open = new Map<string, () => void>();
let mostOpen = 0;
const requested: string[] = [];

let server: WebServer;
beforeAll(async () => {
  await app.whenReady();
  server = await startWebServer({
    '/page': (response, { url = '' }) => {
      const name = url.split('?')[1] ?? '';
      requested.push(name);
      open.set(name, () => {
        open.delete(name);
        response.writeHead(200, { 'content-type': 'text/html' }).end(`<p>${name}`);
      });
      mostOpen = Math.max(mostOpen, open.size);
    },
  });
});
afterAll(async () => {
  await Promise.all([server.close(), engine.close()]);
});

async function convert(name: string, options?: ConversionOptions) {
  const source = { kind: 'url', url: `${server.origin}/page?${name}` };
  return engine.convert(parseConversionRequest({ source }), options);
}

/** Responds to the request of a page once it has arrived. */
async function answer(name: string): Promise<void> {
  await expect.poll(() => open.has(name)).toBe(true);
  open.get(name)?.();
}

it('opens no more pages than its limit for jobs, the service and the preview together', async () => {
  engine.setConcurrency(2);
  const privateHosts = [new URL(server.origin).host];
  const options = { isOpen: true, concurrency: 2, privateHosts, timeoutSeconds: 30 };
  const service = await openTestService(options, async (...call) => engine.convert(...call));
  const jobs = [convert('job-1'), convert('job-2')];
  await expect.poll(() => requested.toSorted()).toEqual(['job-1', 'job-2']);
  const post = async (name: string) =>
    fetch(`${service.address}/v1/pdf`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ source: `${server.origin}/page?${name}` }),
    });
  const requests = [post('request-1'), post('request-2')];
  const canceled = new AbortController();
  const preview = convert('canceled', { isInteractive: true, signal: canceled.signal });
  const next = convert('preview', { isInteractive: true });
  canceled.abort();
  await expect(preview).rejects.toMatchObject({ code: 'canceled' });
  await answer('job-2');
  await answer('preview');
  expect(requested[2]).toBe('preview');
  await Promise.all(['job-1', 'request-1', 'request-2'].map(answer));
  await Promise.all([...jobs, next]);
  expect((await Promise.all(requests)).map(({ status }) => status)).toEqual([200, 200]);
  expect(mostOpen).toBe(2);
  await service.end();
});

it('opens more pages when the limit is raised, and fewer when it is lowered', async () => {
  engine.setConcurrency(1);
  requested.length = 0;
  const conversions = ['a', 'b', 'c', 'd', 'e'].map(async (name) => convert(name));
  await expect.poll(() => requested).toEqual(['a']);
  engine.setConcurrency(3);
  await expect.poll(() => open.size).toBe(3);
  engine.setConcurrency(1);
  await answer('a');
  await answer('b');
  mostOpen = 0;
  await answer('c');
  await answer('d');
  await answer('e');
  await Promise.all(conversions);
  expect(mostOpen).toBe(1);
});
