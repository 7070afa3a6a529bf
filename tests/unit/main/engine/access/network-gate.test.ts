import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  GateRefusal,
  NetworkGate,
  type Opening,
  type Reach,
} from '../../../../../electron/main/engine/access/network-gate.js';

const server = createServer((socket) =>
  socket.on('data', (data) => socket.end(`received ${data.toString()}`)),
);
let port = 0;
let gate: NetworkGate;
let asked: string[] = [];

beforeEach(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
  asked = [];
});
afterEach(async () => {
  gate.close();
  server.close();
  await once(server, 'close');
});

async function open(reach: Reach, opening?: Opening): Promise<void> {
  gate = await NetworkGate.open(async (host, wanted) => {
    asked.push(`${host}:${wanted}`);
    return reach(host, wanted);
  }, opening);
}

/**
 * Sends a request to the gate as Chromium does (RFC 1928); returns the socket and the gate's
 * response.
 */
async function ask(type: number, address: Buffer, wanted: number) {
  const socket: Socket = connect(Number(new URL(gate.address).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(Buffer.from([5, 1, 0]));
  const [greeting] = (await once(socket, 'data')) as [Buffer];
  expect([...greeting]).toEqual([5, 0]);
  socket.write(
    Buffer.concat([
      Buffer.from([5, 1, 0, type]),
      address,
      Buffer.from([wanted >> 8, wanted & 255]),
    ]),
  );
  const [answer] = (await once(socket, 'data')) as [Buffer];
  return { socket, answer: answer[1] };
}

const named = (name: string) => Buffer.concat([Buffer.from([name.length]), Buffer.from(name)]);

describe('the gate', () => {
  it('connects to the addresses that it is given, whatever the host name', async () => {
    await open(async () => Promise.resolve(['127.0.0.1']));
    const { socket, answer } = await ask(3, named('public.test'), port);
    expect(answer).toBe(0);
    expect(asked).toEqual([`public.test:${port}`]);
    socket.write('hello');
    const [data] = (await once(socket, 'data')) as [Buffer];
    expect(data.toString()).toBe('received hello');
    await once(socket, 'close');
  });

  it.each([
    [1, Buffer.from([10, 0, 0, 7]), '10.0.0.7:80'],
    [4, Buffer.from('00000000000000000000000000000001', 'hex'), '::1:80'],
    [4, Buffer.from('00000000000000000000ffff7f000001', 'hex'), '::ffff:7f00:1:80'],
  ])('accepts addresses of type %i', async (type, address, text) => {
    await open(async () => Promise.reject(new GateRefusal('ERR_BLOCKED_BY_CLIENT')));
    expect((await ask(type, address, 80)).answer).toBe(2);
    expect(asked).toEqual([text]);
  });

  it('reports why it did not connect', async () => {
    await open(async (host) =>
      host === 'unknown.test'
        ? Promise.reject(new GateRefusal('ERR_NAME_NOT_RESOLVED'))
        : Promise.resolve(['127.0.0.1']),
    );
    expect((await ask(3, named('unknown.test'), 80)).answer).toBe(2);
    // Nothing listens on port 1.
    expect((await ask(3, named('closed.test'), 1)).answer).toBe(1);
    const failed = 'net::ERR_SOCKS_CONNECTION_FAILED';
    expect(gate.reasonOf('http://unknown.test/a', failed)).toBe('net::ERR_NAME_NOT_RESOLVED');
    expect(gate.reasonOf('ws://closed.test:1/a', failed)).toBe('net::ERR_CONNECTION_REFUSED');
    expect(gate.reasonOf('https://other.test/', failed)).toBe(failed);
    expect(gate.reasonOf('http://unknown.test/a', 'net::ERR_ABORTED')).toBe('net::ERR_ABORTED');
  });

  it('blocks all bytes until the start of the connection is allowed, and then passes them all on', async () => {
    let arrived = '';
    const onData = (socket: Socket) => socket.on('data', (data) => (arrived += data.toString()));
    server.on('connection', onData);
    await open(
      async () => Promise.resolve(['127.0.0.1']),
      () => (first) => first === 'h'.charCodeAt(0),
    );
    const refused = await ask(3, named('public.test'), port);
    refused.socket.write('GET / HTTP/1.1');
    await once(refused.socket, 'close');
    const { socket } = await ask(3, named('public.test'), port);
    socket.write('hello');
    const [data] = (await once(socket, 'data')) as [Buffer];
    expect(data.toString()).toBe('received hello');
    expect(arrived).toBe('hello');
    server.off('connection', onData);
  });

  it('closes all connections when it is reset', async () => {
    await open(async () => Promise.resolve(['127.0.0.1']));
    const { socket } = await ask(3, named('public.test'), port);
    await Promise.all([gate.reset(), once(socket, 'close')]);
  });

  it('closes a connection that both sides leave at once', async () => {
    const leaving = createServer((socket) =>
      socket.on('data', () => {
        socket.write('400');
        socket.destroy();
      }),
    );
    leaving.listen(0, '127.0.0.1');
    await once(leaving, 'listening');
    await open(async () => Promise.resolve(['127.0.0.1']));
    const { port: leavingPort } = leaving.address() as AddressInfo;
    for (let count = 0; count < 20; count += 1) {
      const { socket } = await ask(3, named('public.test'), leavingPort);
      socket.on('data', () => {
        socket.write('alert');
        socket.destroy();
      });
      socket.write('hello');
      await once(socket, 'close');
    }
    await gate.reset();
    leaving.close();
  });

  it('does not connect for a page that closed during the name lookup', async () => {
    let found: (addresses: readonly string[]) => void = () => undefined;
    let failed: (error: Error) => void = () => undefined;
    await open(async (host) => {
      if (host === 'late.test') return new Promise((resolve) => (found = resolve));
      if (host === 'lost.test') return new Promise((_, reject) => (failed = reject));
      return Promise.resolve(['127.0.0.1']);
    });
    let connections = 0;
    const count = () => (connections += 1);
    server.on('connection', count);
    // Neither gets a response.
    for (const host of ['late.test', 'lost.test']) {
      ask(3, named(host), port).catch(() => undefined);
    }
    await expect.poll(() => asked.length).toBe(2);
    await gate.reset();
    found(['127.0.0.1']);
    failed(new GateRefusal('ERR_NAME_NOT_RESOLVED'));
    const { socket } = await ask(3, named('public.test'), port);
    expect(connections).toBe(1);
    const error = 'net::ERR_SOCKS_CONNECTION_FAILED';
    expect(gate.reasonOf(`http://lost.test:${port}/`, error)).toBe(error);
    server.off('connection', count);
    socket.destroy();
  });

  it('ignores clients that do not speak SOCKS 5', async () => {
    await open(async () => Promise.resolve(['127.0.0.1']));
    const socket = connect(Number(new URL(gate.address).port), '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\n\r\n'.padEnd(100));
    await once(socket, 'close');
    expect(asked).toEqual([]);
  });
});
