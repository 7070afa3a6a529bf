import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceMetrics } from '../metrics.js';
import type { ServiceOptions } from '../service-options.js';
import { sendAccepted, sendEnd } from './answers.js';
import type { BodyBudget } from './body-budget.js';
import type { Authenticator } from './authenticator.js';
import { type CreateParts, createPdf } from './create-pdf.js';
import { checkCoding } from './framework-problems.js';
import { withDatabase } from './from-database.js';
import type { HealthCheck } from './health-check.js';
import { checkHasHost } from './host-guard.js';
import { checkCharset } from './json-body.js';
import { queueFull, stoppingProblem, unknownTask } from './problem.js';
import { prefersPdf } from './request-headers.js';
import { routes } from './routes.js';
import { sendFile } from './send-file.js';

export interface RouteParts extends Omit<CreateParts, 'options'> {
  readonly options: CreateParts['options'] & Pick<ServiceOptions, 'isOpen'>;
  readonly authenticator: Authenticator;
  readonly bodies: BodyBudget;
  readonly metrics: ServiceMetrics;
  readonly version: string;
  readonly health: HealthCheck;
  readonly isStopping: () => boolean;
}

/** Adds every address of the service, with who may ask for it. */
export function addRoutes(app: FastifyInstance, parts: RouteParts): void {
  const { authenticator, options } = parts;
  app.addHook('onRequest', (request, _reply, done) => {
    checkHasHost(request.raw);
    if (options.isOpen) authenticator.checkHost(request);
    done();
  });
  addCreate(app, parts);
  addTask(app, parts);
  addFile(app, parts);
  addDocuments(app, parts);
  addWatching(app, parts);
}

function addCreate(app: FastifyInstance, parts: RouteParts): void {
  const { authenticator, bodies, queue, isStopping } = parts;
  // Before the body is read: strangers and a service that stops read none.
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    await authenticator.authorize(request);
    if (isStopping()) throw stoppingProblem();
    checkCoding(request.headers['content-encoding']);
    checkCharset(request.headers['content-type']);
    const leave = bodies.take(request.headers);
    if (leave === null) throw queueFull(queue.retrySeconds);
    reply.raw.once('close', leave);
  };
  app.post(routes.create.url, { onRequest }, async (request, reply) => {
    const account = authenticator.accountOf(request);
    const client = {
      account,
      base: authenticator.baseFor(request),
      gone: abortOnDisconnect(reply),
    };
    await createPdf(request, reply, parts, client);
    return reply;
  });
}

function addTask(app: FastifyInstance, { authenticator, store, results }: RouteParts): void {
  const onRequest = async (request: FastifyRequest) => authenticator.authorize(request);
  app.get<{ Params: { task: string } }>(routes.task.url, { onRequest }, async (request, reply) => {
    const { task } = request.params;
    const state = await withDatabase(store.stateOf(task, authenticator.accountOf(request).id));
    if (state === null) throw unknownTask();
    const { status, outcome } = state;
    const base = authenticator.baseFor(request);
    const wantsPdf = prefersPdf(request.headers.accept);
    if (outcome === undefined) await sendAccepted(reply, task, base, status);
    else await sendEnd(reply, { outcome }, { wantsPdf, base, files: { store, results } });
    return reply;
  });
}

function addFile(app: FastifyInstance, { store, results }: RouteParts): void {
  app.get<{ Params: { file: string } }>(routes.file.url, async (request, reply) => {
    await sendFile(reply, { store, results }, request.params.file, request.headers.range);
    return reply;
  });
}

function addDocuments(app: FastifyInstance, { authenticator, version, options }: RouteParts): void {
  const documentFor = async (request: FastifyRequest) => {
    const { openApiDocument } = await import('../openapi/document.js');
    return openApiDocument({
      version,
      base: authenticator.baseFor(request),
      isOpen: options.isOpen,
    });
  };
  app.get(routes.openapi.url, async (request, reply) => reply.send(await documentFor(request)));
  app.get(routes.docs.url, async (request, reply) => {
    const { docsPage, docsPolicy } = await import('../openapi/docs-page.js');
    return reply
      .headers({ 'content-security-policy': docsPolicy, 'referrer-policy': 'no-referrer' })
      .type('text/html; charset=utf-8')
      .send(docsPage(await documentFor(request)));
  });
}

function addWatching(app: FastifyInstance, { authenticator, metrics, health }: RouteParts): void {
  app.get(routes.health.url, async (_request, reply) => {
    const status = await health.status();
    return reply.code(status === 'ok' ? 200 : 503).send({ status });
  });
  app.get(routes.metrics.url, async (request, reply) => {
    await authenticator.authorizeWatcher(request);
    return reply.type(metrics.contentType).send(await metrics.text());
  });
}

/** Aborted when the client goes before it has its answer. */
function abortOnDisconnect(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return gone.signal;
}
