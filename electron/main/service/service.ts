import { X509Certificate } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import type { FastifyInstance } from 'fastify';
import { AppError, codeOf } from '../../shared/messages/errors.js';
import { type Message, message } from '../../shared/messages/message.js';
import { createApp } from './http/app.js';
import { Authenticator, RequestRates } from './http/authenticator.js';
import { BodyBudget } from './http/body.js';
import { InFlight, addMonitoring, addRoutes } from './http/routes.js';
import { CachedFigures } from './monitoring/figures.js';
import { HealthCheck, ReadinessCheck } from './monitoring/health.js';
import { ServiceMetrics } from './monitoring/monitoring.js';
import type { ServiceLog } from './contract/service-log.js';
import {
  type ListenAddress,
  type ReadDelivery,
  type ServiceEngine,
  type ServiceOptions,
  type TlsFiles,
  waitingBytes,
} from './contract/service-options.js';
import type { ServiceStore } from './store/service-store.js';
import { PdfProducer } from './tasks/pdf-producer.js';
import { ResultsCleanup, type ResultsStorage } from './store/results.js';
import { TaskRunner } from './tasks/task-runner.js';
import { UnpaidWork } from './tasks/unpaid-work.js';
import { webhookPoster } from './tasks/webhooks.js';
import { WorkQueue } from './tasks/work-queue.js';

/** How long clients may take to read their last responses. */
const drainTimeoutMs = 5000;

/** What renews certificates does so weeks before; a certificate that ends sooner was missed. */
const soonMs = 14 * 24 * 60 * 60 * 1000;

export interface ServiceParts {
  readonly engine: ServiceEngine;
  readonly store: ServiceStore;
  readonly delivery: ReadDelivery;
  readonly options: ServiceOptions;
  /** The service's own storage. */
  readonly results: ResultsStorage;
  /** The folder of the store's database; null if it has none. */
  readonly databaseFolder: string | null;
  /** Whether the store counts credits. */
  readonly hasCredits: boolean;
  readonly version: string;
  readonly log: ServiceLog;
  /** Called when the counts have changed. */
  readonly onChange?: () => void;
}

/** This machine as a service that implements the API. */
export class Service {
  readonly #parts: ServiceParts;
  readonly #queue: WorkQueue;
  readonly #metrics: ServiceMetrics;
  readonly #tasks: TaskRunner;
  readonly #app: FastifyInstance;
  /** Serves the metrics on their own address. */
  readonly #monitoring: FastifyInstance | null = null;
  readonly #inFlight: InFlight;
  readonly #figures: CachedFigures;
  readonly #cleanup: ResultsCleanup;
  #stopped: Promise<void> | null = null;

  constructor(parts: ServiceParts) {
    const { engine, store, delivery, options, results, hasCredits, version, log } = parts;
    const { databaseFolder } = parts;
    const { concurrency, queue: waiting, bodyLimit } = options;
    const address = () => this.address;
    const isStopping = () => this.#stopped !== null;
    const perAccount = options.perAccount?.concurrency ?? null;
    const queue = new WorkQueue({ concurrency, waiting, perAccount }, parts.onChange);
    const unpaid = new UnpaidWork(options.perAccount?.unpaidSeconds ?? null);
    const figures = new CachedFigures({ store, results, log });
    const metrics = new ServiceMetrics({ queue, figures, engine, hasCredits, version });
    const producer = new PdfProducer({ engine, results, delivery, options });
    const tasks = new TaskRunner({ store, queue, producer, results, metrics, log, unpaid });
    const app = createApp({ options, metrics, log });
    // Its hook must come before those that refuse requests.
    this.#inFlight = new InFlight(app);
    const health = new HealthCheck({ store, isStopping });
    const readiness = new ReadinessCheck({ store, engine, results, databaseFolder, isStopping });
    addRoutes(app, {
      store,
      queue,
      tasks,
      results,
      metrics,
      options,
      version,
      authenticator: new Authenticator({ store, options, address }),
      rates: new RequestRates(options.perAccount?.rate ?? null),
      unpaid,
      bodies: new BodyBudget(waitingBytes, bodyLimit, perAccount !== null),
      health,
      readiness,
      isStopping,
    });
    if (options.metricsListen !== null) {
      const plain = { tls: null, behindProxy: false, bodyLimit };
      this.#monitoring = createApp({ options: plain, metrics, log });
      addMonitoring(this.#monitoring, { metrics, health, readiness });
    }
    this.#parts = parts;
    this.#queue = queue;
    this.#metrics = metrics;
    this.#figures = figures;
    this.#tasks = tasks;
    this.#app = app;
    this.#cleanup = new ResultsCleanup(results, store, log);
  }

  /** Base URL on this machine; complete once the service listens. */
  get address(): string {
    const { baseUrl, host, tls } = this.#parts.options;
    if (baseUrl !== null) return baseUrl;
    const bound = this.#app.server.address() as AddressInfo | null;
    return `${tls === null ? 'http' : 'https'}://${nameOf(host)}:${bound?.port ?? 0}`;
  }

  /** How many PDFs are being created, and how many have been created. */
  get counts(): { readonly running: number; readonly created: number } {
    return { running: this.#queue.running, created: this.#metrics.pdfCount };
  }

  /** Applies at once; running conversions continue. */
  setConcurrency(concurrency: number): void {
    this.#queue.setConcurrency(concurrency);
  }

  /** @throws AppError `internal` if the service cannot listen there */
  async start(): Promise<void> {
    const { options, store, delivery, version, log } = this.#parts;
    const { host, port, concurrency, tls } = options;
    if (tls !== null) this.#checkEnd(tls);
    // Started before any request can end with a webhook.
    store.postWebhooks(
      webhookPoster(delivery, { options, store, log, metrics: this.#metrics }),
      (webhook) => {
        this.#metrics.countWebhookGivenUp();
        log.warn({ account: webhook.account, task: webhook.task }, 'webhook given up');
      },
    );
    await this.#listen(this.#app, { host, port });
    if (this.#monitoring !== null && options.metricsListen !== null) {
      await this.#listen(this.#monitoring, options.metricsListen);
      const { port: bound } = this.#monitoring.server.address() as AddressInfo;
      log.info({ address: `http://${nameOf(options.metricsListen.host)}:${bound}` }, 'metrics');
    }
    this.#cleanup.start();
    this.#figures.start();
    store.execute(async (claimed) => this.#tasks.executeClaimed(claimed), concurrency);
    log.info({ address: this.address, version }, 'listening');
  }

  /** @throws AppError `internal` */
  async #listen(app: FastifyInstance, address: ListenAddress): Promise<void> {
    await app.listen({ ...address }).catch((error: unknown) => {
      throw listenFailure(error, address);
    });
  }

  /** Uses another certificate for new connections. @throws if the service has none */
  setTls(tls: TlsFiles): void {
    const { server } = this.#app;
    if (!(server instanceof TlsServer)) throw new Error('The service has no certificate.');
    server.setSecureContext(tls);
    this.#checkEnd(tls);
  }

  /** Clients refuse a certificate that has ended; the service cannot renew it. */
  #checkEnd({ cert }: TlsFiles): void {
    const end = new Date(new X509Certificate(cert).validTo);
    this.#metrics.setCertificateEnd(end);
    const leftMs = end.getTime() - Date.now();
    if (leftMs > soonMs) return;
    const what = leftMs > 0 ? 'certificate ends soon' : 'certificate has ended';
    this.#parts.log.warn({ end }, what);
  }

  /**
   * Refuses new work, finishes or requeues what runs, and releases everything. Concurrent callers
   * share one shutdown.
   */
  async stop(): Promise<void> {
    return (this.#stopped ??= this.#stop());
  }

  async #stop(): Promise<void> {
    const { store, options, log } = this.#parts;
    log.info({ running: this.#queue.running, waiting: this.#queue.waiting }, 'stopping');
    const late = setTimeout(() => this.#tasks.abort(), options.stopSeconds * 1000);
    await Promise.allSettled([
      this.#queue.stop(),
      store.stopClaiming(),
      this.#cleanup.stop(),
      this.#figures.stop(),
    ]);
    await this.#tasks.idle();
    clearTimeout(late);
    await this.#inFlight.drain(drainTimeoutMs);
    await this.#app.close();
    await this.#monitoring?.close();
    await store.close();
    log.info('stopped');
  }
}

/** For URLs: localhost if the service listens on all addresses. */
function nameOf(host: string): string {
  if (/^(0\.0\.0\.0|[0:]*:[0:]*)$/.test(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

const listenReasons: Readonly<Record<string, Message>> = {
  EADDRINUSE: message('service.portInUse'),
  EACCES: message('service.portNotAllowed'),
  EADDRNOTAVAIL: message('service.addressNotAvailable'),
  ENOTFOUND: message('service.hostNotResolved'),
};

function listenFailure(thrown: unknown, { host, port }: ListenAddress): unknown {
  const reason = listenReasons[codeOf(thrown)];
  if (reason === undefined) return thrown;
  const failure = message('service.listenFailed', { host, port: String(port), reason });
  return new AppError('internal', failure, undefined, { cause: thrown });
}
