import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { ServiceStore } from './store/service-store.js';
import type { WorkQueue } from './tasks/work-queue.js';

export interface MetricsParts {
  /** What the gauges ask when somebody looks at them. */
  readonly queue: Pick<WorkQueue, 'running' | 'waiting'>;
  readonly store: Pick<ServiceStore, 'queuedTasks'>;
  /** Whether the store counts credits. */
  readonly hasCredits: boolean;
}

/** From a plain page to the longest time limit, in seconds. */
const buckets = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 120];

let processRegistry: Registry | null = null;

/** What is counted of the process: once, as what watches it cannot be stopped, and a window may switch its service on again and again. */
function processMetrics(): Registry {
  if (processRegistry !== null) return processRegistry;
  processRegistry = new Registry();
  collectDefaultMetrics({ register: processRegistry });
  return processRegistry;
}

/** What the service counts, for Prometheus. */
export class ServiceMetrics {
  readonly #process = processMetrics();
  readonly #registry = new Registry();
  readonly #made: Counter;
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
      buckets,
      registers,
    });
    this.#made = new Counter({
      name: 'platen_pdfs_made_total',
      help: 'PDFs made, those of the test mode apart.',
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
      help: 'Requests that this server has taken and that wait for their turn.',
      registers,
      collect() {
        this.set(queue.waiting);
      },
    });
    new Gauge({
      name: 'platen_queue_asynchronous',
      help: 'Asynchronous requests that no server has taken yet, of all servers together; NaN where the database does not say.',
      registers,
      async collect() {
        this.set(await store.queuedTasks().catch(() => Number.NaN));
      },
    });
    new Gauge({
      name: 'platen_queue_running',
      help: 'PDFs that are being made.',
      registers,
      collect() {
        this.set(queue.running);
      },
    });
  }

  /** How many PDFs have been made. */
  get count(): number {
    return this.#count;
  }

  /** A PDF was made and paid for. */
  made(testMode: boolean): void {
    this.#count += 1;
    this.#made.inc({ test_mode: String(testMode) });
    if (!testMode && this.#hasCredits) this.#credits.inc();
  }

  /** A request was answered. @param route its pattern, never its address */
  answered(route: string, method: string, status: number, seconds: number): void {
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
