import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { ServiceStore } from './store/service-store.js';
import type { WorkQueue } from './tasks/work-queue.js';
import { type Logger, pino } from 'pino';

export interface MetricsParts {
  /** Read by the gauges. */
  readonly queue: Pick<WorkQueue, 'running' | 'waiting'>;
  readonly store: Pick<ServiceStore, 'queuedTasks'>;
  /** Whether the store counts credits. */
  readonly hasCredits: boolean;
}

/** Seconds, from a plain page to the longest timeout. */
const durationBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 120];

let processRegistry: Registry | null = null;

/**
 * Metrics of the process. Their collection cannot be stopped, so all services of a window share it.
 */
function processMetrics(): Registry {
  if (processRegistry !== null) return processRegistry;
  processRegistry = new Registry();
  collectDefaultMetrics({ register: processRegistry });
  return processRegistry;
}

/** The service's Prometheus metrics. */
export class ServiceMetrics {
  readonly #process = processMetrics();
  readonly #registry = new Registry();
  readonly #created: Counter;
  readonly #credits: Counter;
  readonly #requests: Counter;
  readonly #durations: Histogram;
  readonly #hasCredits: boolean;
  #count = 0;

  constructor({ queue, store, hasCredits }: MetricsParts) {
    const registers = [this.#registry];
    this.#requests = new Counter({
      name: 'platen_http_requests_total',
      help: 'Requests by route, method and status.',
      labelNames: ['route', 'method', 'status'],
      registers,
    });
    this.#durations = new Histogram({
      name: 'platen_http_request_duration_seconds',
      help: 'How long requests took, by route.',
      labelNames: ['route'],
      buckets: durationBuckets,
      registers,
    });
    this.#created = new Counter({
      name: 'platen_pdfs_made_total',
      help: 'PDFs created, by test mode.',
      labelNames: ['test_mode'],
      registers,
    });
    this.#credits = new Counter({
      name: 'platen_credits_spent_total',
      help: 'Credits spent by this server.',
      registers,
    });
    this.#hasCredits = hasCredits;
    new Gauge({
      name: 'platen_queue_waiting',
      help: 'Requests that wait on this server.',
      registers,
      collect() {
        this.set(queue.waiting);
      },
    });
    new Gauge({
      name: 'platen_queue_asynchronous',
      help: 'Asynchronous requests that wait for any server; NaN if the database does not answer.',
      registers,
      async collect() {
        this.set(await store.queuedTasks().catch(() => Number.NaN));
      },
    });
    new Gauge({
      name: 'platen_queue_running',
      help: 'PDFs being created.',
      registers,
      collect() {
        this.set(queue.running);
      },
    });
  }

  /** How many PDFs have been created. */
  get pdfCount(): number {
    return this.#count;
  }

  countPdf(testMode: boolean): void {
    this.#count += 1;
    this.#created.inc({ test_mode: String(testMode) });
    if (!testMode && this.#hasCredits) this.#credits.inc();
  }

  /** @param route the pattern, never the URL */
  countRequest(route: string, method: string, status: number, seconds: number): void {
    this.#requests.inc({ route, method, status: String(status) });
    this.#durations.observe({ route }, seconds);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  async text(): Promise<string> {
    return Registry.merge([this.#process, this.#registry]).metrics();
  }
}

/**
 * Writes one line of JSON per entry, which must not contain a request's content, a URL's query or a
 * key.
 */
export type ServiceLog = Pick<Logger, 'info' | 'warn' | 'error'>;

/**
 * @param level `warn` omits requests
 * @param write receives each line with its line feed
 */
export function serviceLog(level: 'info' | 'warn', write: (line: string) => void): ServiceLog {
  return pino(
    { level, base: null, timestamp: () => `,"time":"${new Date().toISOString()}"` },
    { write },
  );
}
