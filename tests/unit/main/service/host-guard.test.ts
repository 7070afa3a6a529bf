import { request } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import type { ServiceOptions } from '../../../../electron/main/service/contract/service-options.js';
import { freePorts } from '../../../support/free-port.js';
import { type TestService, openTestService } from './support/open-service.js';

let service: TestService;
afterEach(async () => service.end());

const paths = ['/v1/pdf', '/v1/pdf/x', '/docs', '/v1/openapi.json', '/healthz', '/metrics', '/x'];

describe('a service without a key', () => {
  const open = async (more: Partial<ServiceOptions> = {}) => {
    service = await openTestService({ isOpen: true, ...more });
  };

  it.each([
    'evil.example',
    'evil.example:8080',
    '192.168.1.5',
    'localhost.evil.example',
    'evil.example@localhost',
    'localhost/evil',
    'localhost?evil',
    'localhost#evil',
    'localhost\\evil',
  ])('rejects requests for %j', async (host) => {
    await open();
    for (const path of paths) {
      const { status, body } = await send(path, host);
      expect([path, status]).toEqual([path, 421]);
      expect(body).toContain('"code":"misdirected-request"');
      expect(body).not.toContain('--base-url');
    }
  });

  it.each(['127.0.0.1', 'localhost:8080', '[::1]:8080', 'LOCALHOST'])(
    'accepts requests for %s',
    async (host) => {
      await open();
      expect(await send('/v1/pdf', host)).toMatchObject({ status: 200 });
      expect(await send('/metrics', host)).toMatchObject({ status: 200 });
    },
  );

  it.each(['/v1/openapi.json', '/docs'])(
    'names the base URL of each caller in %s',
    async (path) => {
      await open();
      for (const host of ['localhost:8080', '[::1]:8080']) {
        const { body } = await send(path, host);
        expect(body).toContain(`http://${host}`);
        expect(body).not.toContain('base.invalid');
      }
    },
  );

  it('accepts the name in its base URL', async () => {
    const [port = 0] = await freePorts(1);
    await open({ port, baseUrl: 'http://pdf.example:9000' });
    const address = `http://127.0.0.1:${port}`;
    expect(await send('/v1/pdf', 'pdf.example', address)).toMatchObject({ status: 200 });
    expect(await send('/v1/pdf', 'other.example', address)).toMatchObject({ status: 421 });
  });
});

it('with a key, checks only routes that need no key', async () => {
  service = await openTestService();
  expect(await send('/metrics', 'evil.example')).toMatchObject({ status: 421 });
  expect(await send('/metrics', 'localhost')).toMatchObject({ status: 200 });
  expect(await send('/v1/pdf', 'evil.example')).toMatchObject({ status: 401 });
});

/** Posts to the conversion route, and gets every other. */
async function send(
  path: string,
  host: string,
  address = service.address,
): Promise<{ readonly status: number; readonly body: string }> {
  return new Promise((done, failed) => {
    const isPost = path === '/v1/pdf';
    const headers = { host, ...(isPost && { 'content-type': 'application/json' }) };
    const method = isPost ? 'POST' : 'GET';
    const sent = request(`${address}${path}`, { method, headers }, (response) => {
      let body = '';
      response.on('data', (data: Buffer) => (body += data.toString()));
      response.on('end', () => done({ status: response.statusCode ?? 0, body }));
    });
    sent.on('error', failed);
    sent.end(isPost ? '{"source":"<p>x"}' : undefined);
  });
}
