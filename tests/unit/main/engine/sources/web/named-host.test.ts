import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { WebReader } from '../../../../../../electron/main/engine/sources/web/web-reader.js';

// Of this machine's addresses, 127.0.0.2 stands for one on the internet.
vi.mock('@shared/private-ranges.js', () => ({
  privateRanges: { ipv4: [['127.0.0.1', 32]], ipv6: [] },
}));
const addresses: string[] = [];
vi.mock('node:dns/promises', () => ({
  lookup: async () =>
    Promise.resolve(addresses.map((address) => ({ address, family: 4 as const }))),
}));

let outside: Server;
let inside: Server;
let port: number;
const insideVisits: (string | undefined)[] = [];

beforeAll(async () => {
  inside = createServer(({ url }, response) => {
    insideVisits.push(url);
    response.end('inside');
  }).listen(0, '127.0.0.1');
  await once(inside, 'listening');
  ({ port } = inside.address() as AddressInfo);
  outside = createServer((_request, response) => {
    response.setHeader('connection', 'close').end('outside');
  }).listen(port, '127.0.0.2');
  await once(outside, 'listening');
});
afterAll(() => {
  inside.close();
});

function resolveTo(...list: readonly string[]): void {
  addresses.splice(0, addresses.length, ...list);
}

async function read(reader: WebReader, path: string): Promise<string> {
  const answer = await reader.get(`http://named.test:${port}${path}`, '*/*');
  return (await answer.read()).toString();
}

it('a host that the user named, with a public address, is not followed into this network', async () => {
  const reader = new WebReader({ named: `http://named.test:${port}/` });
  resolveTo('127.0.0.1', '127.0.0.2');
  expect(await read(reader, '/1')).toBe('outside');
  await new Promise((closed) => outside.close(closed));
  await expect(read(reader, '/2')).rejects.toThrow('refuses the connection');
  resolveTo('127.0.0.1');
  await expect(read(reader, '/3')).rejects.toThrow('leads to the private address 127.0.0.1');
  expect(insideVisits).toEqual([]);
});

it('a host in this network is read', async () => {
  resolveTo('127.0.0.1');
  expect(await read(new WebReader({ named: `http://named.test:${port}/` }), '/4')).toBe('inside');
});
