// @module-tag core

import { once } from 'node:events';
import { type RequestListener, type Server, createServer } from 'node:http';
import { type AddressInfo, type Server as SocketServer, createServer as listen } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  type HttpRequest,
  RequestFault,
  sendRequest,
} from '../../../electron/main/network/http-client.js';
import { testLimits } from '../../support/runner-options.js';

const closers: (() => unknown)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

const answer: RequestListener = (request, response) => response.end(request.headers.host);

async function portOf(server: Server | SocketServer): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

/** Accepts connections and never responds. */
async function silentPort(): Promise<number> {
  return portOf(listen((socket) => closers.push(() => socket.destroy())));
}

async function send(url: string, more: Partial<HttpRequest> = {}): Promise<string> {
  const request = { method: 'GET', url: new URL(url), headers: {}, limits: {}, ...more };
  const response = await sendRequest(request);
  return Buffer.concat((await response.toArray()) as Buffer[]).toString();
}

describe('the addresses of a host', () => {
  it('are looked up once, checked and pinned', async () => {
    const port = await portOf(createServer(answer));
    // A second lookup, as after DNS rebinding, would return another address.
    const lookUp = vi
      .fn<(hostname: string) => Promise<readonly string[]>>()
      .mockResolvedValueOnce(['127.0.0.1'])
      .mockResolvedValue(['192.0.2.1']);
    const chooseAddresses = vi.fn((addresses: readonly string[]) => addresses);
    const url = `http://service.test:${port}/`;
    expect(await send(url, { lookUp, chooseAddresses })).toBe(`service.test:${port}`);
    expect(lookUp.mock.calls).toEqual([['service.test']]);
    expect(chooseAddresses.mock.calls).toEqual([[['127.0.0.1']]]);
  });

  it.each(['127.0.0.1', '0x7f.1', '2130706433', '[::ffff:127.0.0.1]', '[::1]'])(
    'are checked if the URL contains them: %s',
    async (host) => {
      const refusal = new Error('private');
      const lookUp = vi.fn();
      const chooseAddresses = vi.fn(() => {
        throw refusal;
      });
      await expect(send(`http://${host}:9/`, { chooseAddresses, lookUp })).rejects.toBe(refusal);
      expect(lookUp).not.toHaveBeenCalled();
    },
  );

  it('are not connected to if the check rejects them', async () => {
    let connections = 0;
    const port = await portOf(listen(() => (connections += 1)));
    const refusal = new Error('private');
    const chooseAddresses = () => {
      throw refusal;
    };
    await expect(send(`http://localhost:${port}/`, { chooseAddresses })).rejects.toBe(refusal);
    expect(connections).toBe(0);
  });
});

describe('a request that fails', () => {
  const body = Buffer.alloc(10);

  it('did not arrive if there was no connection', async () => {
    const port = await silentPort();
    const limits = { connectMs: 50 };
    const request = send(`https://127.0.0.1:${port}/`, { method: 'POST', body, limits });
    await expect(request).rejects.toMatchObject({
      problem: 'no-connection',
      details: { mayHaveArrived: false, limitMs: 50 },
    });
  });

  it('may have arrived once its body is sent', async () => {
    const port = await silentPort();
    const limits = { responseMs: 50 };
    const request = send(`http://127.0.0.1:${port}/`, { method: 'POST', body, limits });
    await expect(request).rejects.toMatchObject({
      problem: 'stalled',
      details: { mayHaveArrived: true, limitMs: 50, isUnanswered: true },
    });
  });

  it('is aborted while the name is looked up', async () => {
    const controller = new AbortController();
    const lookUp = vi.fn(async () => new Promise<readonly string[]>(() => undefined));
    const request = send('http://service.test/', { lookUp, signal: controller.signal });
    await vi.waitFor(() => expect(lookUp).toHaveBeenCalled(), testLimits.poll);
    controller.abort();
    await expect(request).rejects.toMatchObject({ problem: 'aborted' });
  });

  it('keeps the error of Node', async () => {
    const server = createServer();
    const port = await portOf(server);
    server.close();
    const failure = await send(`http://127.0.0.1:${port}/`).catch((thrown: unknown) => thrown);
    expect(failure).toBeInstanceOf(RequestFault);
    expect(failure).toMatchObject({ problem: 'connection', cause: { code: 'ECONNREFUSED' } });
  });
});

it('sends neither user nor password of a URL', async () => {
  const server = createServer((request, response) => {
    response.end(request.headers.authorization ?? 'none');
  });
  expect(await send(`http://user:secret@127.0.0.1:${await portOf(server)}/`)).toBe('none');
});
