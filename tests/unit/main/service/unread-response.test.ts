import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  endUnreadResponses,
  serializeConnections,
} from '../../../../electron/main/service/http/connections.js';

const limitMs = 100;

let app: FastifyInstance;
let address: string;
let ended: string[];

beforeEach(async () => {
  ended = [];
  app = fastify();
  serializeConnections(app);
  endUnreadResponses(app, limitMs);
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.once('close', () => ended.push(request.url));
    done();
  });
  // More than the buffers of both ends of a connection.
  app.get('/large', (_request, reply) => reply.send(Buffer.alloc(64_000_000)));
  app.get('/slow', async () => {
    await wait(5 * limitMs);
    return 'done';
  });
  address = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => app.close());

function send(...paths: readonly string[]): Socket {
  const { hostname, port } = new URL(address);
  const socket = connect({ host: hostname, port: Number(port) });
  const last = paths.length - 1;
  paths.forEach((path, index) => {
    const end = index === last ? 'Connection: close\r\n' : '';
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n${end}\r\n`);
  });
  return socket;
}

it('a client that does not read its response loses its connection', async () => {
  const socket = send('/large', '/slow');
  socket.pause();
  await expect.poll(() => ended).toContain('/large');
  socket.destroy();
  await once(socket, 'close');
});

it('a response may take longer to make than to read, also behind another', async () => {
  expect((await text(send('/slow', '/slow'))).match(/done/g)).toHaveLength(2);
});
