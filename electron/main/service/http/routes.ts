import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pdfPath } from '../../../shared/endpoints.js';
import { message } from '../../../shared/messages/message.js';
import { excerpt } from '../../../shared/request/text.js';
import { once, settleWithin } from '../../util/async.js';
import { escapeHtml } from '../../util/character-references.js';
import type { HealthCheck, ReadinessCheck } from '../monitoring/health.js';
import type { ServiceMetrics } from '../monitoring/monitoring.js';
import type { ServiceOptions } from '../contract/service-options.js';
import { filesPath } from '../tasks/pdf-producer.js';
import { type Authenticator, checkHasHost } from './authenticator.js';
import { type BodyBudget, checkCharset, checkEncoding } from './body.js';
import { type CreateParts, checkAllowance, createPdf } from './create-pdf.js';
import {
  Problem,
  queueFull,
  retryAfter,
  stoppingProblem,
  unknownTask,
  withDatabase,
  withStorage,
} from './problem.js';
import { prefersPdf, readHeaders } from './request-headers.js';
import { deleteFile, sendAccepted, sendEnd, sendFile } from './responses.js';

/** The service's URLs, as Fastify writes them, and their methods. */
export const routes = {
  create: { url: pdfPath, methods: ['POST'] },
  /** An extension of the API, of which generators of clients can type the response. */
  convert: { url: '/v1/convert', methods: ['POST'] },
  task: { url: `${pdfPath}/:task`, methods: ['GET', 'HEAD', 'DELETE'] },
  file: { url: `${filesPath}/:file`, methods: ['GET', 'HEAD', 'DELETE'] },
  openapi: { url: '/v1/openapi.json', methods: ['GET', 'HEAD'] },
  docs: { url: '/docs', methods: ['GET', 'HEAD'] },
  health: { url: '/healthz', methods: ['GET', 'HEAD'] },
  live: { url: '/livez', methods: ['GET', 'HEAD'] },
  ready: { url: '/readyz', methods: ['GET', 'HEAD'] },
  metrics: { url: '/metrics', methods: ['GET', 'HEAD'] },
} as const;

/** Whether the requests at a URL create PDFs. */
export function isCreation(url: string | undefined): boolean {
  return url === routes.create.url || url === routes.convert.url;
}

/** 404 or 405. */
export function unknownRoute(method: string, url: string): Problem {
  const [path = ''] = url.split('?');
  const methods = allowedMethods(path);
  // A route may exist on another address only.
  if (methods === null || methods.includes(method)) {
    return new Problem('not-found', message('service.unknownPath', { path: excerpt(path) }));
  }
  const allow = methods.join(', ');
  const reason = message('service.methodNotAllowed', {
    method,
    path: excerpt(path),
    methods: allow,
  });
  return new Problem('method-not-allowed', reason, { headers: { allow } });
}

/** Null if there is nothing at the path. */
export function allowedMethods(path: string): readonly string[] | null {
  const route = Object.values(routes).find(({ url }) => matches(url, path));
  return route?.methods ?? null;
}

function matches(url: string, path: string): boolean {
  const pattern = url.replace(/\/:[a-z]+$/, '/[^/]+');
  return new RegExp(`^${pattern}$`).test(path);
}

export interface RouteParts extends Omit<CreateParts, 'options' | 'returnsPdf'> {
  readonly options: CreateParts['options'] & Pick<ServiceOptions, 'isOpen' | 'metricsListen'>;
  readonly authenticator: Authenticator;
  readonly bodies: BodyBudget;
  readonly metrics: ServiceMetrics;
  readonly version: string;
  readonly health: HealthCheck;
  readonly readiness: ReadinessCheck;
  readonly isStopping: () => boolean;
}

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
  addProbes(app, parts);
  if (options.metricsListen === null)
    addMetrics(app, parts, (request) => authenticator.authorizeMonitoring(request));
}

function addCreate(app: FastifyInstance, parts: RouteParts): void {
  const { authenticator, bodies, queue, isStopping } = parts;
  // Runs before the body is read, so that a refused request is not charged.
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    await authenticator.authorize(request);
    if (isStopping()) throw stoppingProblem();
    checkAllowance(parts, authenticator.accountOf(request), readHeaders(request.raw));
    checkEncoding(request.headers['content-encoding']);
    checkCharset(request.headers['content-type']);
    const release = bodies.take(request.headers, authenticator.accountOf(request).id);
    if (release === null) throw queueFull(queue.retrySeconds);
    reply.raw.once('close', release);
  };
  for (const { url } of [routes.create, routes.convert]) {
    const returnsPdf = url === routes.convert.url;
    app.post(url, { onRequest }, async (request, reply) => {
      const client = {
        account: authenticator.accountOf(request),
        base: authenticator.baseFor(request),
        clientSignal: abortOnDisconnect(reply),
      };
      await createPdf(request, reply, { ...parts, returnsPdf }, client);
      return reply;
    });
  }
}

function addTask(app: FastifyInstance, { authenticator, store, results, tasks }: RouteParts): void {
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
  app.delete<{ Params: { task: string } }>(
    routes.task.url,
    { onRequest },
    async (request, reply) => {
      const { task } = request.params;
      const { id } = authenticator.accountOf(request);
      const removed = await withDatabase(store.removeTask(task, id));
      if (removed === null) throw unknownTask();
      tasks.cancel(task);
      if (removed.token !== null) await withStorage(results.remove(removed.token));
      return reply.code(204).send();
    },
  );
}

function addFile(app: FastifyInstance, { authenticator, store, results }: RouteParts): void {
  // Whoever knows the URL may read the PDF, but only its account may delete it.
  const onRequest = async (request: FastifyRequest) => authenticator.authorize(request);
  app.delete<{ Params: { file: string } }>(
    routes.file.url,
    { onRequest },
    async (request, reply) => {
      const { id } = authenticator.accountOf(request);
      await deleteFile({ store, results }, request.params.file, id);
      return reply.code(204).send();
    },
  );
  app.get<{ Params: { file: string } }>(routes.file.url, async (request, reply) => {
    await sendFile(reply, { store, results }, request.params.file, request.headers);
    return reply;
  });
}

/** Stands for the base URL in documents until a request is answered: it depends on the request. */
const baseMark = 'https://base.invalid';

function addDocuments(app: FastifyInstance, { authenticator, version, options }: RouteParts): void {
  // Built once: it takes tens of milliseconds, and whoever asks for it needs no key.
  const documents = once(async () => {
    const [{ openApiDocument }, { docsPage, docsPolicy }] = await Promise.all([
      import('../openapi/document.js'),
      import('../openapi/docs-page.js'),
    ]);
    const { isOpen, isStrict } = options;
    const document = openApiDocument({ version, base: baseMark, isOpen, isStrict });
    return { json: JSON.stringify(document), page: docsPage(document), policy: docsPolicy };
  });
  app.get(routes.openapi.url, async (request, reply) => {
    const { json } = await documents();
    return reply
      .type('application/json; charset=utf-8')
      .send(json.replaceAll(baseMark, () => authenticator.baseFor(request)));
  });
  app.get(routes.docs.url, async (request, reply) => {
    const { page, policy } = await documents();
    return reply
      .headers({ 'content-security-policy': policy, 'referrer-policy': 'no-referrer' })
      .type('text/html; charset=utf-8')
      .send(page.replaceAll(baseMark, () => escapeHtml(authenticator.baseFor(request))));
  });
}

type MonitoringParts = Pick<RouteParts, 'metrics' | 'health' | 'readiness'>;

/** A bad result is checked again within a second, however often a probe is called. */
const probeAgainSeconds = 1;

/** Sends the body of a probe, with 503 if its result is bad. */
async function sendProbe(
  reply: FastifyReply,
  isGood: boolean,
  body: object,
): Promise<FastifyReply> {
  if (isGood) return reply.send(body);
  return reply.code(503).headers(retryAfter(probeAgainSeconds)).send(body);
}

function addProbes(app: FastifyInstance, { health, readiness }: MonitoringParts): void {
  app.get(routes.live.url, async (_request, reply) => {
    const isLive = readiness.isLive();
    return sendProbe(reply, isLive, { status: isLive ? 'live' : 'no-chromium' });
  });
  app.get(routes.ready.url, async (_request, reply) => {
    const report = await readiness.check();
    return sendProbe(reply, report.status === 'ready', report);
  });
  app.get(routes.health.url, async (_request, reply) => {
    const status = await health.status();
    return sendProbe(reply, status === 'ok', { status });
  });
}

/** Adds the probes and the metrics to an address of the operator's, where they need no key. */
export function addMonitoring(app: FastifyInstance, parts: MonitoringParts): void {
  addProbes(app, parts);
  addMetrics(app, parts, () => undefined);
}

function addMetrics(
  app: FastifyInstance,
  { metrics }: Pick<RouteParts, 'metrics'>,
  authorize: (request: FastifyRequest) => void,
): void {
  app.get(routes.metrics.url, async (request, reply) => {
    authorize(request);
    return reply.type(metrics.contentType).send(await metrics.text());
  });
}

/** Aborted when the client disconnects before the response is complete. */
function abortOnDisconnect(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}

/** Counts the requests without a complete response, so that a stop does not cut them off. */
export class InFlight {
  #count = 0;
  #drained: () => void = () => undefined;

  constructor(app: FastifyInstance) {
    app.addHook('onRequest', (_request, _reply, done) => {
      this.#count += 1;
      done();
    });
    // Also runs for responses that were aborted.
    app.addHook('onResponse', (_request, _reply, done) => {
      this.#count -= 1;
      if (this.#count === 0) this.#drained();
      done();
    });
  }

  /** Resolves when no request is left, or after `limitMs` milliseconds. */
  async drain(limitMs: number): Promise<void> {
    if (this.#count === 0) return;
    const drained = new Promise<void>((resolve) => (this.#drained = resolve));
    await settleWithin([drained], limitMs);
  }
}
