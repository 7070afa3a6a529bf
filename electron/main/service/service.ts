import type { AddressInfo } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isLoopbackHost } from '../../shared/request/encryption.js';
import type { PdfEngine } from '../conversion/pdf-engine.js';
import { DiscreetStore } from './discreet-store.js';
import { AccountRates } from './http/account-rates.js';
import { sendAccepted, sendEnd } from './http/answers.js';
import { createApp } from './http/app.js';
import { accountOf } from './http/authorization.js';
import { BodyBudget } from './http/body-budget.js';
import { createPdf } from './http/create-pdf.js';
import { wrongMediaType } from './http/framework-problems.js';
import { checkHost } from './http/host-guard.js';
import { OpenAnswers } from './http/open-answers.js';
import { queueFull, stoppingProblem, unknownTask } from './http/problem.js';
import { prefersPdf } from './http/request-headers.js';
import { routes } from './http/routes.js';
import { sendFile } from './http/send-file.js';
import { ServiceMetrics } from './metrics.js';
import { runAccount } from './run-store/run-store.js';
import type { ServiceLog } from './service-log.js';
import { type ReadDelivery, type ServiceOptions, waitingBytes } from './service-options.js';
import type { Account, ServiceStore } from './store/service-store.js';
import { webhookPoster } from './webhooks.js';
import { PdfMaker } from './work/pdf-maker.js';
import { ResultsFolder } from './work/results-folder.js';
import { Sweeper } from './work/sweeper.js';
import { Tasks } from './work/tasks.js';
import { WorkQueue } from './work/work-queue.js';

/** How long clients may take to read their last answers, in milliseconds. */
const lastAnswersMs = 5000;

export interface ServiceParts {
  readonly engine: Pick<PdfEngine, 'convert'>;
  readonly store: ServiceStore;
  readonly delivery: ReadDelivery;
  readonly options: ServiceOptions;
  /** Whether the store counts credits. */
  readonly hasCredits: boolean;
  readonly version: string;
  readonly log: ServiceLog;
  /** Hears that the counts are others. */
  readonly onChange?: () => void;
}

/** This computer as a service that speaks the interface. */
export class Service {
  readonly #parts: ServiceParts;
  readonly #queue: WorkQueue;
  readonly #metrics: ServiceMetrics;
  readonly #results: ResultsFolder;
  readonly #tasks: Tasks;
  readonly #rates = new AccountRates();
  readonly #bodies: BodyBudget;
  readonly #app: FastifyInstance;
  readonly #answers: OpenAnswers;
  readonly #sweeper: Sweeper;
  #isStopping = false;

  constructor(parts: ServiceParts) {
    const { engine, delivery, options, hasCredits, log } = parts;
    const store = new DiscreetStore(parts.store);
    this.#parts = { ...parts, store };
    this.#queue = new WorkQueue(
      { concurrency: options.concurrency, waiting: options.queue },
      parts.onChange,
    );
    const queue = this.#queue;
    this.#metrics = new ServiceMetrics(
      {
        get running() {
          return queue.running;
        },
        get waiting() {
          return queue.waiting;
        },
        queuedTasks: async () => store.queuedTasks(),
      },
      hasCredits,
    );
    this.#bodies = new BodyBudget(waitingBytes, options.bodyLimit);
    this.#results = new ResultsFolder(options.results);
    this.#sweeper = new Sweeper(this.#results, store, log);
    this.#tasks = new Tasks({
      store,
      queue: this.#queue,
      maker: new PdfMaker({ engine, results: this.#results, delivery, options }),
      results: this.#results,
      metrics: this.#metrics,
      log,
      base: () => this.address,
    });
    this.#app = createApp({ options, metrics: this.#metrics, log });
    this.#answers = new OpenAnswers(this.#app);
    if (options.isOpen) {
      this.#app.addHook('onRequest', (request, _reply, done) => {
        this.#checkHost(request);
        done();
      });
    }
    this.#route();
  }

  /** The service's base address; complete once it listens. */
  get address(): string {
    const { baseUrl, host, tls } = this.#parts.options;
    if (baseUrl !== null) return baseUrl;
    const bound = this.#app.server.address() as AddressInfo | null;
    const name = host.includes(':') ? `[${host}]` : host;
    return `${tls === null ? 'http' : 'https'}://${name}:${bound?.port ?? 0}`;
  }

  /** How many PDFs are being made, and how many have been. */
  get counts(): { readonly running: number; readonly made: number } {
    return { running: this.#queue.running, made: this.#metrics.count };
  }

  /** Listens. @throws what Node throws where the address cannot be had, such as `EADDRINUSE` */
  async start(): Promise<void> {
    const { options, store, delivery, log } = this.#parts;
    const { host, port, concurrency } = options;
    // Before anybody can ask for something that ends with a message.
    await store.postWebhooks(webhookPoster(delivery, options, log));
    await this.#app.listen({ host, port });
    this.#sweeper.start();
    await store.carryOut(async (taken) => this.#tasks.carryOutTaken(taken), concurrency);
  }

  /** Takes no more work, ends what runs or gives it back, and lets go of everything. */
  async stop(): Promise<void> {
    if (this.#isStopping) return;
    this.#isStopping = true;
    const { store, options } = this.#parts;
    const swept = this.#sweeper.stop();
    const late = setTimeout(() => this.#tasks.breakOff(), options.stopSeconds * 1000);
    const taking = store.stopTaking();
    await Promise.allSettled([this.#queue.stop(), taking, swept]);
    await this.#tasks.settled();
    clearTimeout(late);
    await this.#answers.none(lastAnswersMs);
    await this.#app.close();
    await store.close();
  }

  #route(): void {
    const app = this.#app;
    const { create, task, file, openapi, docs, health, metrics } = routes;
    const parts = {
      store: this.#parts.store,
      queue: this.#queue,
      tasks: this.#tasks,
      rates: this.#rates,
      options: this.#parts.options,
    };
    const accounts = new WeakMap<FastifyRequest, Account>();
    const authorize = async (request: FastifyRequest) => {
      const account = await this.#accountOf(request);
      accounts.set(request, account);
      request.account = account.id;
    };
    app.post(
      create.url,
      {
        // Before the body is read: strangers and a service that stops read none.
        onRequest: async (request, reply) => {
          await authorize(request);
          if (this.#isStopping) throw stoppingProblem();
          if (request.headers['content-encoding'] !== undefined) throw wrongMediaType();
          const leave = this.#bodies.take(request.headers);
          if (leave === null) throw queueFull(this.#queue.retrySeconds);
          reply.raw.once('close', leave);
        },
      },
      async (request, reply) => {
        const account = accounts.get(request) ?? runAccount;
        await createPdf(request, reply, parts, {
          account,
          base: this.#base(request),
          gone: goneWith(reply),
        });
        return reply;
      },
    );
    app.get<{ Params: { task: string } }>(
      task.url,
      { onRequest: authorize },
      async (request, reply) => {
        await this.#tellTask(
          request.params.task,
          accounts.get(request) ?? runAccount,
          request,
          reply,
        );
        return reply;
      },
    );
    app.get<{ Params: { file: string } }>(file.url, async (request, reply) => {
      await sendFile(
        reply,
        { ...parts, results: this.#results },
        request.params.file,
        request.headers.range,
      );
      return reply;
    });
    app.get(openapi.url, async (request, reply) => reply.send(await this.#document(request)));
    app.get(docs.url, async (request, reply) => {
      const { docsPage, docsPolicy } = await import('./openapi/docs-page.js');
      return reply
        .headers({ 'content-security-policy': docsPolicy, 'referrer-policy': 'no-referrer' })
        .type('text/html; charset=utf-8')
        .send(docsPage(await this.#document(request)));
    });
    app.get(health.url, async (_request, reply) =>
      reply
        .code(this.#isStopping ? 503 : 200)
        .send({ status: this.#isStopping ? 'stopping' : 'ok' }),
    );
    app.get(metrics.url, async (request, reply) => {
      if (this.#isPrivate) this.#checkHost(request);
      else await this.#accountOf(request);
      return reply.type(this.#metrics.contentType).send(await this.#metrics.text());
    });
  }

  /** Only this computer reaches the service. */
  get #isPrivate(): boolean {
    const { host, behindProxy } = this.#parts.options;
    return !behindProxy && isLoopbackHost(host);
  }

  #checkHost({ headers }: FastifyRequest): void {
    checkHost(headers.host, this.#parts.options.baseUrl);
  }

  async #accountOf({ headers }: FastifyRequest): Promise<Account> {
    if (this.#parts.options.isOpen) return runAccount;
    return accountOf(headers.authorization, this.#parts.store);
  }

  /** The service's base address as who asks knows it. */
  #base({ protocol, host, headers }: FastifyRequest): string {
    const { baseUrl, behindProxy } = this.#parts.options;
    if (baseUrl !== null || !/^[\w.-]+(:\d+)?$|^\[[\da-f:.]+\](:\d+)?$/i.test(host)) {
      return this.address;
    }
    // The proxy speaks TLS, also where it does not say so.
    const isUnsaid = behindProxy && headers['x-forwarded-proto'] === undefined;
    return `${isUnsaid ? 'https' : protocol}://${host}`;
  }

  async #document(request: FastifyRequest) {
    const { openApiDocument } = await import('./openapi/document.js');
    const { version, options } = this.#parts;
    return openApiDocument({ version, base: this.#base(request), isOpen: options.isOpen });
  }

  async #tellTask(
    task: string,
    account: Account,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const state = await this.#parts.store.stateOf(task, account.id);
    if (state === null) throw unknownTask();
    if (state.outcome === undefined)
      return sendAccepted(reply, task, this.#base(request), state.status);
    await sendEnd(
      reply,
      { outcome: state.outcome },
      { wantsPdf: prefersPdf(request.headers.accept), base: this.#base(request) },
    );
  }
}

/** Aborted when the client goes before it has its answer. */
function goneWith(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return gone.signal;
}
