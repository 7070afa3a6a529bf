import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { codeOf, errorText } from '../../../shared/messages/errors.js';
import type { ServiceMetrics } from '../monitoring/monitoring.js';
import type { ServiceLog } from '../contract/service-log.js';
import type { ServiceOptions } from '../contract/service-options.js';
import { continueAfterHeaders } from './body.js';
import { endUnreadResponses, serializeConnections } from './connections.js';
import { readJsonBody } from './json-body.js';
import {
  type Problem,
  brokenRequest,
  problemOf,
  rawProblem,
  unknownExpectation,
} from './problem.js';
import { logRequest, requestFields } from './request-log.js';
import { isCreation, unknownRoute } from './routes.js';

/** {@link checkHasHost} responds in the service's form; Node would not. */
const serverOptions = { requireHostHeader: false };

/** How long a client may take to send its request. */
const requestTimeoutMs = 120_000;

/** How long a client may take nothing of its response. */
const readTimeoutMs = 120_000;

const jsonType = 'application/json; charset=utf-8';

export interface AppParts {
  readonly options: Pick<ServiceOptions, 'tls' | 'behindProxy' | 'bodyLimit'>;
  readonly metrics: ServiceMetrics;
  readonly log: ServiceLog;
}

/** Creates the server without its routes: body parsing, logging and error responses. */
export function createApp({ options, metrics, log }: AppParts): FastifyInstance {
  const { tls, behindProxy, bodyLimit } = options;
  const app: FastifyInstance = fastify({
    // The cast selects an overload; only the server's type depends on it.
    ...(tls && { https: { ...serverOptions, ...tls } as unknown as null }),
    http: serverOptions,
    logger: false,
    // One hop: what comes before it in X-Forwarded-For was written by the client.
    trustProxy: behindProxy && ((_address, hop) => hop === 0),
    requestTimeout: requestTimeoutMs,
    // The service itself refuses requests and drains responses when it stops.
    return503OnClosing: false,
    forceCloseConnections: true,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    clientErrorHandler: (error, socket) => refuseBytes(error, socket),
    frameworkErrors: (error, _request, reply) => sendProblem(reply, problemOf(error)),
  });
  // Before any hook that reserves something for a request.
  serializeConnections(app);
  endUnreadResponses(app, readTimeoutMs);
  // Node's own response would not have the service's form.
  app.server.on('checkExpectation', ({ headers }: IncomingMessage, response: ServerResponse) => {
    const { status, error } = unknownExpectation(headers.expect);
    const body = JSON.stringify({ error });
    const length = Buffer.byteLength(body);
    // The client may send its body or its next request, which look the same.
    const head = { 'content-type': jsonType, 'content-length': length, connection: 'close' };
    response.writeHead(status, head).end(body);
  });
  continueAfterHeaders(app, bodyLimit);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    async (request: FastifyRequest, payload: IncomingMessage) => {
      const { body, bytes } = await readJsonBody(request, payload, bodyLimit);
      request.bodyBytes = bytes;
      return body;
    },
  );
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    reply.header('x-content-type-options', 'nosniff');
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    logRequest(request, reply, metrics, log);
    done();
  });
  app.setErrorHandler((error, request, reply) => {
    const problem = isMissingContentType(error)
      ? unknownRoute(request.method, request.url)
      : problemOf(error, request.headers['content-type']);
    const { code } = problem.error;
    request.errorCode = code;
    if (isCreation(request.routeOptions.url)) metrics.countFailure(code);
    const cause = problem.status === 500 ? error : problem.cause;
    if (cause !== undefined)
      log.error({ ...requestFields(request), code, fault: errorText(cause) }, 'fault');
    sendProblem(reply, problem);
  });
  app.setNotFoundHandler((request, reply) =>
    sendProblem(reply, unknownRoute(request.method, request.url)),
  );
  return app;
}

/**
 * Fastify requires a content type for the method QUERY (RFC 10008, section 2) before it matches
 * routes; no route here supports that method.
 */
function isMissingContentType(error: unknown): boolean {
  return codeOf(error) === 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE';
}

function sendProblem(reply: FastifyReply, { status, error, headers }: Problem): void {
  void reply.code(status).headers(headers).type(jsonType).send({ error });
}

/** Responds to bytes that are not valid HTTP (Node's event `clientError`). */
function refuseBytes(error: Error, socket: Socket): void {
  if (socket.writable) socket.end(rawProblem(brokenRequest(error)));
  else socket.destroy();
}
