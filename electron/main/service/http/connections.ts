import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Starts a request only when the response to the one before it on its connection has been sent. A
 * client may send hundreds at once (RFC 9112, section 9.3.2) and read no response. Node also
 * reports the end of a connection to its current response only, so that requests behind it would
 * continue without a client, and keep what they hold.
 */
export function serializeConnections(app: FastifyInstance): void {
  const waiting = new WeakMap<Socket, (() => void)[]>();
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    const queue = waiting.get(socket);
    reply.raw.once('close', () => {
      const next = socket.destroyed ? undefined : waiting.get(socket)?.shift();
      if (next === undefined) waiting.delete(socket);
      else next();
    });
    if (queue !== undefined) {
      queue.push(done);
      return;
    }
    waiting.set(socket, []);
    done();
  });
}

/**
 * Ends a connection that takes nothing of its response for a time: it holds the PDF in memory, and
 * those behind it.
 * @param limitMs in milliseconds
 */
export function endUnreadResponses(app: FastifyInstance, limitMs: number): void {
  app.addHook('onRequest', ({ raw: { socket } }, _reply, done) => {
    // Until its response is sent, a request may take as long as its conversion.
    socket.setTimeout(0);
    done();
  });
  app.addHook('onSend', ({ raw: { socket } }, _reply, payload, done) => {
    // Node ends a connection whose time is over, unless something listens for that.
    socket.setTimeout(limitMs);
    done(null, payload);
  });
}
