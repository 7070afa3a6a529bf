import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { LocalEngine } from '../../engine/contract/pdf-engine.js';
import type { CachedFigures } from './figures.js';

export interface MetricsParts {
  /** Read by the gauges. */
  readonly queue: { readonly running: number; readonly waiting: number };
  readonly figures: Pick<CachedFigures, 'store' | 'disk' | 'refresh'>;
  readonly engine: Pick<LocalEngine, 'memory'>;
  /** Whether the store counts credits. */
  readonly hasCredits: boolean;
  /** Platen's version. */
  readonly version: string;
}

/** Seconds, from a plain page to the longest timeout. */
const durationBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 120];

/** Gauges of prom-client with the suffix of counters, each the sum of another metric. */
const misnamed = ['handles', 'requests', 'resources'].map((name) => `nodejs_active_${name}_total`);

let processRegistry: Registry | null = null;

/**
 * Metrics of the process. Their collection cannot be stopped, so all services of a window share it.
 */
function processMetrics(): Registry {
  if (processRegistry !== null) return processRegistry;
  processRegistry = new Registry();
  collectDefaultMetrics({ register: processRegistry });
  for (const name of misnamed) processRegistry.removeSingleMetric(name);
  return processRegistry;
}

/**
 * The service's Prometheus metrics. Collecting them waits for nothing: what the database and the
 * disk say comes from {@link CachedFigures}.
 */
export class ServiceMetrics {
  readonly #process = processMetrics();
  readonly #registry = new Registry();
  readonly #created = this.#counter('pdfs_made', 'PDFs created, by test mode.', 'test_mode');
  readonly #failures = this.#counter(
    'failures',
    'Requests for a PDF that were refused or failed on this server, by error code.',
    'code',
  );
  readonly #credits = this.#counter('credits_spent', 'Credits spent by this server.');
  readonly #requests = this.#counter(
    'http_requests',
    'Requests by route, method and status.',
    'route',
    'method',
    'status',
  );
  readonly #webhooksSent = this.#counter('webhooks_sent', 'Webhooks that their receivers took.');
  readonly #webhooksGivenUp = this.#counter('webhooks_given_up', 'Webhooks never delivered.');
  readonly #webhookFailures = this.#counter(
    'webhook_failures',
    'Failed attempts to send a webhook, by error code.',
    'code',
  );
  readonly #durations: Histogram;
  #certificateEnd: Gauge | null = null;
  readonly #hasCredits: boolean;
  readonly #figures: MetricsParts['figures'];
  #count = 0;

  constructor({ queue, figures, engine, hasCredits, version }: MetricsParts) {
    this.#hasCredits = hasCredits;
    this.#figures = figures;
    this.#durations = new Histogram({
      name: 'platen_http_request_duration_seconds',
      help: 'How long requests took, by route.',
      labelNames: ['route'],
      buckets: durationBuckets,
      registers: [this.#registry],
    });
    this.#build(version);
    this.#gauge('queue_waiting', 'Requests that wait on this server.', () => queue.waiting);
    this.#gauge('queue_running', 'PDFs being created.', () => queue.running);
    this.#gauge(
      'queue_asynchronous',
      'Asynchronous requests that wait for any server, as last read; NaN before that.',
      () => figures.store?.queuedTasks ?? Number.NaN,
    );
    this.#gauge(
      'webhooks_waiting',
      'Webhooks of all servers that wait for their next attempt, as last read; NaN before that.',
      () => figures.store?.waitingWebhooks ?? Number.NaN,
    );
    this.#gauge(
      'database_figures_age_seconds',
      'Time since the database last answered with its figures; NaN if it never did.',
      () => figures.store?.ageSeconds ?? Number.NaN,
    );
    this.#gauge(
      'results_disk_free_bytes',
      'Free space on the disk of stored PDFs, as last read; NaN before that.',
      () => figures.disk?.freeBytes ?? Number.NaN,
    );
    this.#gauge(
      'results_disk_size_bytes',
      'Size of the disk of stored PDFs, as last read; NaN before that.',
      () => figures.disk?.sizeBytes ?? Number.NaN,
    );
    this.#chromiumMemory(engine);
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

  /** Counts a request for a PDF that ended with an error. */
  countFailure(code: string): void {
    this.#failures.inc({ code });
  }

  /** @param route the pattern, never the URL */
  countRequest(route: string, method: string, status: number, seconds: number): void {
    this.#requests.inc({ route, method, status: String(status) });
    this.#durations.observe({ route }, seconds);
  }

  countWebhook(): void {
    this.#webhooksSent.inc();
  }

  countWebhookFailure(code: string): void {
    this.#webhookFailures.inc({ code });
  }

  countWebhookGivenUp(): void {
    this.#webhooksGivenUp.inc();
  }

  setCertificateEnd(end: Date): void {
    this.#certificateEnd ??= new Gauge({
      name: 'platen_certificate_end_timestamp_seconds',
      help: 'When the certificate of the service ends, in seconds since the epoch.',
      registers: [this.#registry],
    });
    this.#certificateEnd.set(end.getTime() / 1000);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** Refreshes the figures of the database and the disk for the next call. */
  async text(): Promise<string> {
    this.#figures.refresh();
    return Registry.merge([this.#process, this.#registry]).metrics();
  }

  #counter(name: string, help: string, ...labelNames: readonly string[]): Counter {
    const registers = [this.#registry];
    return new Counter({ name: `platen_${name}_total`, help, labelNames, registers });
  }

  #gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name: `platen_${name}`,
      help,
      registers: [this.#registry],
      collect() {
        this.set(read());
      },
    });
  }

  #build(version: string): void {
    // Only Electron's `process.versions` has Chromium's.
    const versions: Readonly<Record<string, string | undefined>> = process.versions;
    new Gauge({
      name: 'platen_build_info',
      help: 'Always 1; the labels are the versions of Platen, Node and Chromium.',
      labelNames: ['version', 'node', 'chromium'],
      registers: [this.#registry],
    }).set({ version, node: process.versions.node, chromium: versions['chrome'] ?? '' }, 1);
  }

  #chromiumMemory(engine: MetricsParts['engine']): void {
    new Gauge({
      name: 'platen_chromium_resident_memory_bytes',
      help: "Resident memory of Chromium's processes: those of pages, and all others.",
      labelNames: ['kind'],
      registers: [this.#registry],
      collect() {
        const { pages, others } = engine.memory();
        this.set({ kind: 'page' }, pages);
        this.set({ kind: 'other' }, others);
      },
    });
  }
}
