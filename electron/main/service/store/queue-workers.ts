import { withRetry } from '../../util/async.js';
import { webhookRetryDelay } from '../schedules.js';
import type { Database } from './database.js';
import type { TakenTask, WebhookTask } from './service-store.js';
import type { QueuedJob, TaskQueue } from './task-queue.js';
import { type TaskRepository, databaseRetry } from './task-repository.js';

/** How many webhooks one server posts at the same time. */
const webhookConcurrency = 8;

export interface WorkerOptions {
  readonly pollMs: number;
  readonly onError: (error: unknown) => void;
}

interface QueueWorkerParts<Job> extends WorkerOptions {
  /** Takes up to `limit` jobs for this server. */
  readonly take: (limit: number) => Promise<readonly Job[]>;
  readonly execute: (job: Job) => Promise<void>;
  readonly concurrency: number;
}

/**
 * Takes jobs from a queue and runs a limited number at a time. pg-boss's own worker loop does not
 * await `complete`: a short outage of the database would end the process (docs/adr/0013).
 */
export class QueueWorker<Job> {
  readonly #parts: QueueWorkerParts<Job>;
  readonly #running = new Set<Promise<void>>();
  readonly #loop: Promise<void>;
  #isStopped = false;
  #isAwake = false;
  #endRest: () => void = () => undefined;

  constructor(parts: QueueWorkerParts<Job>) {
    this.#parts = parts;
    this.#loop = this.#run();
  }

  /** Looks for jobs now instead of after the polling interval. */
  wake(): void {
    this.#isAwake = true;
    this.#endRest();
  }

  /** Resolves when it takes no more jobs; running ones continue. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.wake();
    await this.#loop;
  }

  /** Resolves when no job runs. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      this.#isAwake = false;
      const free = this.#parts.concurrency - this.#running.size;
      const jobs = free > 0 ? await this.#take(free) : [];
      for (const job of jobs) this.#start(job);
      if (jobs.length < free || free === 0) await this.#rest();
    }
  }

  async #take(limit: number): Promise<readonly Job[]> {
    try {
      return await this.#parts.take(limit);
    } catch (error) {
      this.#parts.onError(error);
      return [];
    }
  }

  #start(job: Job): void {
    const running = this.#parts
      .execute(job)
      .catch(this.#parts.onError)
      .finally(() => {
        this.#running.delete(running);
        this.wake();
      });
    this.#running.add(running);
  }

  async #rest(): Promise<void> {
    if (this.#isAwake || this.#isStopped) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.#parts.pollMs);
      this.#endRest = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** Runs asynchronous tasks. A task whose work ends without settling it is retried later. */
export function taskWorker(
  tasks: TaskRepository,
  work: (taken: TakenTask) => Promise<void>,
  concurrency: number,
  options: WorkerOptions,
): QueueWorker<TakenTask> {
  return new QueueWorker({
    ...options,
    concurrency,
    take: (limit) => tasks.take(limit),
    execute: async (task) => {
      await work(task).catch(options.onError);
      await tasks.requeueUnsettled(task);
    },
  });
}

/**
 * The webhooks that this server posts. An interrupted one is retried by any server until it is
 * given up.
 */
export class WebhookPosts {
  readonly #database: Database;
  readonly #queue: TaskQueue;
  readonly #server: string;
  readonly #posting = new Set<string>();

  constructor(database: Database, queue: TaskQueue, server: string) {
    this.#database = database;
    this.#queue = queue;
    this.#server = server;
  }

  /** Whether this server posts the webhook of a task. */
  isPosting(task: string): boolean {
    return this.#posting.has(task);
  }

  worker(
    post: (webhook: WebhookTask) => Promise<void>,
    options: WorkerOptions,
  ): QueueWorker<QueuedJob> {
    return new QueueWorker({
      ...options,
      concurrency: webhookConcurrency,
      take: (limit) => this.#take(limit),
      execute: (job) => this.#post(job, post),
    });
  }

  /** Requeues a webhook that the database assigns to this server although it doesn't post it. */
  async requeueOrphan(task: string): Promise<void> {
    await this.#database.transaction(async (tx) => {
      const rows = await tx.query(
        'update platen.task set poster = null where id = $1 and poster = $2 returning id',
        [task, this.#server],
      );
      if (rows.length > 0) await this.#queue.retry(tx, 'webhooks', task);
    });
  }

  async #take(limit: number): Promise<readonly QueuedJob[]> {
    return this.#database.transaction(async (tx) => {
      const jobs = await this.#queue.take(tx, 'webhooks', limit);
      if (jobs.length === 0) return [];
      await tx.query('update platen.task set poster = $2 where id = any($1::uuid[])', [
        jobs.map(({ id }) => id),
        this.#server,
      ]);
      return jobs;
    });
  }

  async #post(
    { id, data }: QueuedJob,
    post: (webhook: WebhookTask) => Promise<void>,
  ): Promise<void> {
    this.#posting.add(id);
    // `TaskRepository` or the retry below has added the job.
    const { tries = 0, ...webhook } = data as WebhookTask & { readonly tries?: number };
    const attempts = tries + 1;
    const delay = await post(webhook).then(
      () => null,
      (error: unknown) => webhookRetryDelay(error, attempts),
    );
    const write = async () =>
      this.#database.transaction(async (tx) => {
        await tx.query('update platen.task set poster = null where id = $1', [id]);
        await this.#queue.remove(tx, 'webhooks', id);
        if (delay === null) return;
        const retry = { ...webhook, tries: attempts };
        await this.#queue.add(tx, 'webhooks', id, retry, Math.ceil(delay / 1000));
      });
    await withRetry(write, databaseRetry).finally(() => this.#posting.delete(id));
  }
}
