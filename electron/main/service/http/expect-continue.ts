import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { bodyTooLarge } from './framework-problems.js';

/**
 * Answers `Expect: 100-continue` (RFC 9110, section 10.1.1) when the head of a request is known to be right: a client that is refused need not send its body.
 * By itself Node asks for every body at once.
 */
export function continueWhenRight(app: FastifyInstance, bodyLimit: number): void {
  const waiting = new WeakSet<IncomingMessage>();
  app.server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waiting.add(request);
    app.server.emit('request', request, response);
  });
  // Comes after what looks at keys, and before the body is read.
  app.addHook('preParsing', (request, reply, _payload, done) => {
    if (!waiting.has(request.raw)) {
      done();
      return;
    }
    if (Number(request.headers['content-length']) > bodyLimit) {
      done(bodyTooLarge(bodyLimit));
      return;
    }
    waiting.delete(request.raw);
    reply.raw.writeContinue();
    done();
  });
  // Nobody can tell whether the body comes after all, or the next request does.
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (waiting.has(request.raw)) reply.header('connection', 'close');
    done();
  });
}
