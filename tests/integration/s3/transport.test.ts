import { once } from 'node:events';
import { type RequestListener, type Server, createServer } from 'node:http';
import {
  type AddressInfo,
  type Server as SocketServer,
  createServer as createSocketServer,
} from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, expect, it } from 'vitest';
import {
  type SignedRequest,
  type TransportLimits,
  RequestTransport,
  defaultLimits,
} from '../../../electron/main/s3/request-transport.js';
import { shortTimeouts } from './support/uploads.js';

const closers: (() => unknown)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

const large = Buffer.alloc(3_000_000, 'x');

it('with Expect, receives a rejection before it has sent the body', async () => {
  const server = createServer();
  server.on('checkContinue', (_request, response) => response.writeHead(403).end());
  const sent: number[] = [];
  const { response } = await transport().handle(await put(server, true), counting(sent));
  expect(response.statusCode).toBe(403);
  expect(sent).toEqual([]);
});

it('closes the connection after a rejection of the body', async () => {
  let close: () => void = () => undefined;
  const closed = new Promise<void>((resolve) => (close = resolve));
  // A server that keeps the connection open, and expects the rest.
  const server = createSocketServer((socket) => {
    socket.once('data', () => socket.write('HTTP/1.1 403 No\r\nContent-Length: 2\r\n\r\nno'));
    socket.once('close', close);
  });
  const { response } = await transport().handle(await put(server, true));
  expect((await response.body.toArray()).join('')).toBe('no');
  await closed;
});

it('sends the body after a moment if the server does not support Expect', async () => {
  const server = createServer();
  server.on('checkContinue', answerWithSize);
  const sent: number[] = [];
  const { response } = await transport().handle(await put(server, true), counting(sent));
  expect((await response.body.toArray()).join('')).toBe('3000000');
  expect(sent.at(-1)).toBe(3_000_000);
});

it('reports the sent bytes in order, from none to all', async () => {
  const sent: number[] = [];
  await transport().handle(await put(createServer(answerWithSize), false), counting(sent));
  expect(sent[0]).toBe(0);
  expect(sent).toEqual([...sent].sort((a, b) => a - b));
  expect(sent.at(-1)).toBe(3_000_000);
});

it.each([
  ['http:', 'stalled'],
  ['https:', 'no-connection'],
])(
  'times out at a server that accepts a connection over %s and sends nothing',
  async (protocol, problem) => {
    const server = createSocketServer((socket) => closers.push(() => socket.destroy()));
    const request = { ...(await put(server, false)), protocol };
    await expect(transport(shortTimeouts).handle(request)).rejects.toMatchObject({ problem });
  },
);

it('times out at a response that stops in the middle', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-length': '10' });
    response.write('half');
  });
  const { response } = await transport(shortTimeouts).handle(await put(server, false));
  await expect(response.body.toArray()).rejects.toMatchObject({ problem: 'stalled' });
});

it('ends a request that is aborted, and does not start an aborted one', async () => {
  const aborting = new AbortController();
  const server = createServer(() => aborting.abort());
  const request = await put(server, false);
  const options = { abortSignal: aborting.signal };
  await expect(transport().handle(request, options)).rejects.toMatchObject({
    name: 'AbortError',
  });
  await expect(transport().handle(request, options)).rejects.toMatchObject({
    name: 'AbortError',
  });
});

it('rejects a stream, which could not be sent again', async () => {
  const request = { ...(await put(createServer(), false)), body: Readable.from(['x']) };
  await expect(transport().handle(request)).rejects.toThrow('cannot be sent again');
});

const answerWithSize: RequestListener = (request, response) => {
  let size = 0;
  request.on('data', (data: Buffer) => (size += data.length));
  request.once('end', () => response.end(String(size)));
};

function counting(sent: number[]) {
  return { onSent: (bytes: number) => sent.push(bytes) };
}

function transport(limits: TransportLimits = defaultLimits): RequestTransport {
  const made = new RequestTransport({ ...limits, encryptedOnly: false });
  closers.push(() => made.destroy());
  return made;
}

/** Returns a request as the SDK passes it. */
async function put(server: Server | SocketServer, asksFirst: boolean): Promise<SignedRequest> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  return {
    method: 'PUT',
    protocol: 'http:',
    hostname: '127.0.0.1',
    port,
    path: '/bucket/a.pdf',
    query: {},
    headers: {
      'content-length': String(large.length),
      ...(asksFirst && { Expect: '100-continue' }),
    },
    body: large,
  };
}
