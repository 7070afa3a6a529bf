import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { selfSigned } from '../../electron-on-chromium/support/self-signed.js';
import { type WebServer, page, startWebServer } from '../../support/web-server.js';
import { attackAt, failureWith } from './support/hostile.js';

/** Its certificate is from an authority that this machine does not trust. */
const untrusted = createSecureServer(selfSigned, (_request, response) => {
  received += 1;
  response.end('<p>over TLS');
});
/** It also requires a client certificate. */
const asking = createSecureServer({ ...selfSigned, requestCert: true }, (_request, response) => {
  received += 1;
  response.end('<p>over TLS');
});
const silent = createServer(() => undefined);
let plain: WebServer;
let received = 0;

const portOf = (server: { address: () => unknown }) => (server.address() as AddressInfo).port;

beforeAll(async () => {
  for (const server of [untrusted, asking, silent]) {
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  }
  plain = await startWebServer({ '/page': page('<p>shown') });
});
afterAll(async () => {
  untrusted.closeAllConnections();
  asking.closeAllConnections();
  for (const server of [untrusted, asking, silent]) server.close();
  await plain.close();
});

describe('a certificate', () => {
  it.each([
    ['from an unknown authority', () => `https://localhost:${portOf(untrusted)}/`],
    [
      'of a server that requires a client certificate',
      () => `https://localhost:${portOf(asking)}/`,
    ],
  ])('%s is rejected, and nothing is sent', { tags: ['core'] }, async (_which, address) => {
    received = 0;
    expect(await attackAt(address())).toEqual(
      failureWith('load-failed', 'is not from a trusted authority'),
    );
    expect(received).toBe(0);
  });
});

describe('a server that does not speak TLS', () => {
  it('is reported', async () => {
    const address = `https://127.0.0.1:${new URL(plain.origin).port}/page`;
    expect(await attackAt(address)).toEqual(failureWith('load-failed', 'the TLS handshake failed'));
  });

  it('that sends nothing times out', async () => {
    const address = `https://127.0.0.1:${portOf(silent)}/`;
    expect(await attackAt(address, { timeoutSeconds: 1 })).toEqual(failureWith('timed-out'));
  });
});
