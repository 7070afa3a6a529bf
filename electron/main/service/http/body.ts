import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { message } from '../../../shared/messages/message.js';
import { excerpt } from '../../../shared/request/text.js';
import { SharedBudget } from '../../util/fair-slots.js';
import { bodyTooLarge, wrongMediaType } from './problem.js';

/** @throws Problem 415 if the header names another charset than UTF-8 */
export function checkCharset(contentType: string | undefined): void {
  const [, charset = ''] = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(contentType ?? '') ?? [];
  if (charset === '' || /^utf-?8$/i.test(charset)) return;
  throw wrongMediaType(message('service.bodyCharset', { charset: excerpt(charset) }));
}

/** @throws Problem 415 if the body is compressed (RFC 9110, section 8.4) */
export function checkEncoding(encoding = ''): void {
  if (/^(\s|,|identity)*$/i.test(encoding)) return;
  throw wrongMediaType(message('service.bodyEncoding', { encoding: excerpt(encoding) }));
}

/**
 * Answers `Expect: 100-continue` (RFC 9110, section 10.1.1) after the headers have been accepted,
 * so that a refused client need not send its body. Node alone would request every body at once.
 */
export function continueAfterHeaders(app: FastifyInstance, bodyLimit: number): void {
  const waiting = new WeakSet<IncomingMessage>();
  app.server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waiting.add(request);
    app.server.emit('request', request, response);
  });
  // Runs after the authorization and before the body is read.
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
  app.addHook('onSend', (request, reply, _payload, done) => {
    // The client may send its body or its next request, which look the same.
    if (waiting.has(request.raw)) reply.header('connection', 'close');
    else if (reply.statusCode === tooLarge) readToEnd(request, reply);
    done();
  });
}

const tooLarge = 413;

/**
 * Discards the rest of a body that is too large, as far as it arrives in time: most clients read no
 * response before they have sent everything, and lose it if the connection is closed.
 */
function readToEnd(request: FastifyRequest, reply: FastifyReply): void {
  reply.removeHeader('connection');
  request.raw.resume();
}

/**
 * Limits the memory of all request bodies: a thousand of the largest size would exceed it. Counts
 * `Content-Length` before the body is read. No account may use up all of it.
 */
export class BodyBudget {
  readonly #bytes: number;
  readonly #bodyLimit: number;
  readonly #used: SharedBudget;

  /**
   * @param bytes of all bodies together
   * @param bodyLimit of one body in bytes; also counts for a body of unknown length
   * @param isShared false if there is one account, which may use everything
   */
  constructor(bytes: number, bodyLimit: number, isShared: boolean) {
    this.#bytes = bytes;
    this.#bodyLimit = bodyLimit;
    this.#used = new SharedBudget(isShared);
  }

  /**
   * Reserves memory for a body. A single one may have any size. @returns its release; null if there
   * is no room
   */
  take(headers: IncomingHttpHeaders, account: string): (() => void) | null {
    const length = Number(headers['content-length'] ?? this.#bodyLimit);
    const size = Math.min(length, this.#bodyLimit);
    if (this.#used.used > 0 && !this.#used.hasRoom(account, size, this.#bytes)) return null;
    return this.#used.take(account, size);
  }
}
