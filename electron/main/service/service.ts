import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { PdfEngine } from '../engine/pdf-engine.js';
import { AccountRates } from './http/account-rates.js';
import { addRoutes } from './http/add-routes.js';
import { createApp } from './http/app.js';
import { BodyBudget } from './http/body-budget.js';
import { Authenticator } from './http/authenticator.js';
import { HealthCheck } from './http/health-check.js';
import { InFlight } from './http/in-flight.js';
import { ServiceMetrics } from './metrics.js';
import type { ServiceLog } from './service-log.js';
import { type ReadDelivery, type ServiceOptions, waitingBytes } from './service-options.js';
import type { ServiceStore } from './store/service-store.js';
import { webhookPoster } from './webhooks.js';
import { PdfMaker } from './tasks/pdf-maker.js';
import { ResultsFolder } from './tasks/results-folder.js';
import { Sweeper } from './tasks/sweeper.js';
import { Tasks } from './tasks/tasks.js';
import { WorkQueue } from './tasks/work-queue.js';

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
  readonly #tasks: Tasks;
  readonly #app: FastifyInstance;
  readonly #answers: InFlight;
  readonly #sweeper: Sweeper;
  #stopped: Promise<void> | null = null;

  constructor(parts: ServiceParts) {
    const { engine, store, delivery, options, hasCredits, version, log } = parts;
    const { concurrency, queue: waiting, bodyLimit } = options;
    const address = () => this.address;
    const isStopping = () => this.#stopped !== null;
    const queue = new WorkQueue({ concurrency, waiting }, parts.onChange);
    const metrics = new ServiceMetrics({ queue, store, hasCredits });
    const results = new ResultsFolder(options.results);
    const maker = new PdfMaker({ engine, results, delivery, options });
    const tasks = new Tasks({ store, queue, maker, results, metrics, log });
    const app = createApp({ options, metrics, log });
    // Its hook has to come before those that turn requests away.
    this.#answers = new InFlight(app);
    addRoutes(app, {
      store,
      queue,
      tasks,
      results,
      metrics,
      options,
      version,
      authenticator: new Authenticator({ store, options, address }),
      rates: new AccountRates(),
      bodies: new BodyBudget(waitingBytes, bodyLimit),
      health: new HealthCheck({ store, isStopping }),
      isStopping,
    });
    this.#parts = parts;
    this.#queue = queue;
    this.#metrics = metrics;
    this.#tasks = tasks;
    this.#app = app;
    this.#sweeper = new Sweeper(results, store, log);
  }

  /** The service's base address, as this computer may ask for it; complete once it listens. */
  get address(): string {
    const { baseUrl, host, tls } = this.#parts.options;
    if (baseUrl !== null) return baseUrl;
    const bound = this.#app.server.address() as AddressInfo | null;
    return `${tls === null ? 'http' : 'https'}://${nameOf(host)}:${bound?.port ?? 0}`;
  }

  /** How many PDFs are being made, and how many have been. */
  get counts(): { readonly running: number; readonly made: number } {
    return { running: this.#queue.running, made: this.#metrics.count };
  }

  /** Applies to conversions at once; what already runs goes on. */
  setConcurrency(concurrency: number): void {
    this.#queue.setConcurrency(concurrency);
  }

  /** Listens. @throws what Node throws where the address cannot be had, such as `EADDRINUSE` */
  async start(): Promise<void> {
    const { options, store, delivery, log } = this.#parts;
    const { host, port, concurrency } = options;
    // Before anybody can ask for something that ends with a message.
    store.postWebhooks(webhookPoster(delivery, options, log));
    await this.#app.listen({ host, port });
    this.#sweeper.start();
    store.execute(async (taken) => this.#tasks.executeTaken(taken), concurrency);
  }

  /** Refuses new work, finishes or requeues what runs, and releases everything. Every caller waits for the same end. */
  async stop(): Promise<void> {
    return (this.#stopped ??= this.#stop());
  }

  async #stop(): Promise<void> {
    const { store, options } = this.#parts;
    const late = setTimeout(() => this.#tasks.breakOff(), options.stopSeconds * 1000);
    await Promise.allSettled([this.#queue.stop(), store.stopTaking(), this.#sweeper.stop()]);
    await this.#tasks.settled();
    clearTimeout(late);
    await this.#answers.none(lastAnswersMs);
    await this.#app.close();
    await store.close();
  }
}

/** What a service that listens at a host is asked by. All addresses together are none that can be asked for. */
function nameOf(host: string): string {
  if (/^(0\.0\.0\.0|[0:]*:[0:]*)$/.test(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
