import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { codeOf, errorText } from '../../../shared/errors.js';
import type { ServiceLog } from '../service-log.js';
import type { ServiceMetrics } from '../metrics.js';
import type { ServiceOptions } from '../service-options.js';
import { continueWhenRight } from './expect-continue.js';
import {
  brokenRequest,
  problemOf,
  unknownAddress,
  unknownExpectation,
} from './framework-problems.js';
import { parseJsonBody } from './json-body.js';
import { type Problem, rawProblem } from './problem.js';

/** Node would answer by itself, and not in the service's form: {@link checkHasHost} does. */
const serverOptions = { requireHostHeader: false };

/** How long a client may take to send its request, in milliseconds. */
const requestLimitMs = 120_000;

const jsonType = 'application/json; charset=utf-8';

export interface AppParts {
  readonly options: Pick<ServiceOptions, 'tls' | 'behindProxy' | 'bodyLimit'>;
  readonly metrics: ServiceMetrics;
  readonly log: ServiceLog;
}

/** The server without its routes: how it reads requests, what it logs, and how it says that something is wrong. */
export function createApp({ options, metrics, log }: AppParts): FastifyInstance {
  const { tls, behindProxy, bodyLimit } = options;
  const app: FastifyInstance = fastify({
    // Only the type of the server depends on it, which nothing here looks at.
    ...(tls && { https: { ...serverOptions, ...tls } as unknown as null }),
    http: serverOptions,
    logger: false,
    trustProxy: behindProxy,
    bodyLimit,
    requestTimeout: requestLimitMs,
    // Whoever stops the service closes connections when their answers are written.
    return503OnClosing: false,
    forceCloseConnections: true,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    clientErrorHandler: (error, socket) => refuseBytes(error, socket),
    frameworkErrors: (error, _request, reply) => sendProblem(reply, problemOf(error, bodyLimit)),
  });
  // Node would answer by itself, and not in the service's form.
  app.server.on('checkExpectation', ({ headers }: IncomingMessage, response: ServerResponse) => {
    const { status, error } = unknownExpectation(headers.expect);
    const body = JSON.stringify({ error });
    const length = Buffer.byteLength(body);
    response.writeHead(status, { 'content-type': jsonType, 'content-length': length }).end(body);
  });
  continueWhenRight(app, bodyLimit);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (_request, body, done) => {
      try {
        done(null, parseJsonBody(body));
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
      }
    },
  );
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    reply.header('x-content-type-options', 'nosniff');
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    note(request, reply, metrics, log);
    done();
  });
  app.setErrorHandler((error, request, reply) => {
    const problem = isOfUnknownMethod(error)
      ? unknownAddress(request.method, request.url)
      : problemOf(error, bodyLimit, request.headers['content-type']);
    // The answers of the service's own making have told what there is to tell.
    if (problem.status === 500) log.error({ id: request.id, fault: errorText(error) }, 'fault');
    if (problem.cause !== undefined)
      log.error({ id: request.id, fault: errorText(problem.cause) }, problem.error.code);
    sendProblem(reply, problem);
  });
  app.setNotFoundHandler((request, reply) =>
    sendProblem(reply, unknownAddress(request.method, request.url)),
  );
  return app;
}

/** The framework wants the method QUERY to name a type (RFC 10008, section 2) before it looks whether the address knows it; none here does. */
function isOfUnknownMethod(error: unknown): boolean {
  return codeOf(error) === 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE';
}

/** Answers with an error. */
function sendProblem(reply: FastifyReply, { status, error, headers }: Problem): void {
  void reply.code(status).headers(headers).type(jsonType).send({ error });
}

/** Who is asked for by a request; absent where nobody is known yet. */
declare module 'fastify' {
  interface FastifyRequest {
    account?: string;
  }
}

/** One line for each request: neither its address nor anything in it, as both may be secret. */
function note(
  request: FastifyRequest,
  reply: FastifyReply,
  metrics: ServiceMetrics,
  log: ServiceLog,
): void {
  const { id, method, account } = request;
  const route = request.routeOptions.url ?? 'none';
  const status = reply.statusCode;
  const ms = Math.round(reply.elapsedTime);
  metrics.answered(route, method, status, reply.elapsedTime / 1000);
  log.info({ id, method, route, status, ms, ...(account !== undefined && { account }) }, 'request');
}

/** Bytes that are no HTTP, or too many of them (Node's documentation of `clientError`). */
function refuseBytes(error: Error, socket: Socket): void {
  if (socket.writable) socket.end(rawProblem(brokenRequest(error)));
  else socket.destroy();
}
