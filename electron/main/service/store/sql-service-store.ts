import { randomUUID } from 'node:crypto';
import { PeriodicTask } from '../contract/schedules.js';
import { SqlAccountRepository } from './account-repository.js';
import type { Database } from './database.js';
import { Leases, OrphanedTasks } from './leases.js';
import type {
  Admission,
  AuthorizedAccount,
  QueueRoom,
  RemovedTask,
  ServiceStore,
  StoreFigures,
  Settlement,
  StoredPdf,
  ClaimedTask,
  TaskState,
  TaskSubmission,
  WebhookTask,
} from './service-store.js';
import { type QueueName, type QueueWorkers, TaskQueue } from './task-queue.js';
import { type ClaimedJob, TaskRepository } from './task-repository.js';
import { type ClaimedWebhook, WebhookRepository } from './webhook-repository.js';

export interface ServiceStoreOptions {
  /** Whether no other process can open the database. */
  readonly isExclusive: boolean;
  /** Receives errors of background work, which is retried. */
  readonly onError: (error: unknown) => void;
  /** How long a server counts as alive after its last renewal. */
  readonly leaseSeconds?: number;
  /** How often each queue is polled for work of other servers; at least 500. */
  readonly pollMs?: number;
}

const defaultLeaseSeconds = 20;
const defaultPollMs = 1000;
const renewalsPerLease = 4;
const leasesPerGrace = 3;
/** A client that repeats a request whose end could not be saved waits for this. */
const maxOrphansMs = 5000;
/** On one server. */
const webhookConcurrency = 8;
const deleteExpiredMs = 10 * 60_000;
/** The lease of the only server of a database lasts until the next one starts. */
const endlessLeaseSeconds = 10 * 365 * 24 * 3600;

/** The data that servers share, in PostgreSQL or PGlite. */
export class SqlServiceStore implements ServiceStore {
  readonly #database: Database;
  readonly #queue: TaskQueue;
  readonly #options: Required<ServiceStoreOptions>;
  readonly #accounts: SqlAccountRepository;
  readonly #tasks: TaskRepository;
  readonly #webhooks: WebhookRepository;
  readonly #leases: Leases;
  readonly #orphans: OrphanedTasks;
  readonly #periodic: PeriodicTask[] = [];
  readonly #taskWorkers: QueueWorkers<ClaimedJob>[] = [];
  #webhookWorkers: QueueWorkers<ClaimedWebhook> | null = null;

  private constructor(database: Database, queue: TaskQueue, options: ServiceStoreOptions) {
    const { leaseSeconds = defaultLeaseSeconds, pollMs = defaultPollMs, isExclusive } = options;
    const server = randomUUID();
    this.#database = database;
    this.#queue = queue;
    this.#options = { ...options, leaseSeconds, pollMs };
    this.#accounts = new SqlAccountRepository(database);
    this.#tasks = new TaskRepository(database, queue, server);
    this.#webhooks = new WebhookRepository(database, queue, server);
    this.#leases = new Leases(
      database,
      queue,
      server,
      isExclusive ? endlessLeaseSeconds : leaseSeconds,
    );
    const isKnown = (task: string) => this.#tasks.isRunning(task) || this.#webhooks.isPosting(task);
    this.#orphans = new OrphanedTasks(database, server, isKnown, this.#graceMs);
  }

  /**
   * Registers this server and cleans up after dead ones.
   * @param database with its tables; the store closes it
   */
  static async open(database: Database, options: ServiceStoreOptions): Promise<SqlServiceStore> {
    const queue = await TaskQueue.open(database, options.isExclusive, options.onError);
    const store = new SqlServiceStore(database, queue, options);
    await store.#start();
    return store;
  }

  async #start(): Promise<void> {
    const { isExclusive, leaseSeconds } = this.#options;
    if (isExclusive) await this.#leases.endOthers();
    await this.#leases.renew();
    await this.#leases.cleanUp();
    this.#every(deleteExpiredMs, () => this.#tasks.deleteExpired());
    const orphansMs = Math.min(this.#graceMs / renewalsPerLease, maxOrphansMs);
    this.#every(orphansMs, () => this.#requeueOrphans());
    // After the only server of a database, the next one cleans up.
    if (isExclusive) return;
    this.#every((leaseSeconds * 1000) / renewalsPerLease, async () => {
      await this.#leases.renew();
      await this.#leases.cleanUp();
    });
  }

  accountOfKey(key: string): Promise<AuthorizedAccount | null> {
    return this.#accounts.accountOfKey(key);
  }

  webhookSecretOf(account: string): Promise<string | null> {
    return this.#accounts.webhookSecretOf(account);
  }

  async admit(submission: TaskSubmission, room?: QueueRoom): Promise<Admission> {
    const admission = await this.#tasks.admit(submission, room);
    if (admission.kind === 'admitted' && submission.isAsynchronous)
      for (const workers of this.#taskWorkers) workers.wake();
    return admission;
  }

  async ping(): Promise<void> {
    // PGlite runs in this process.
    if (!this.#options.isExclusive) await this.#database.query('select 1');
  }

  async figures(): Promise<StoreFigures> {
    return {
      queuedTasks: await this.#tasks.countQueued(),
      waitingWebhooks: await this.#queue.countWebhooks(),
    };
  }

  async settle(task: string, settlement: Settlement): Promise<boolean> {
    const isSettled = await this.#tasks.settle(task, settlement).catch((error: unknown) => {
      this.#orphans.abandon(task);
      throw error;
    });
    if (isSettled && settlement.webhook !== undefined) this.#webhookWorkers?.wake();
    return isSettled;
  }

  requeue(task: string): Promise<void> {
    return this.#tasks.requeue(task);
  }

  stateOf(task: string, account: string): Promise<TaskState | null> {
    return this.#tasks.stateOf(task, account);
  }

  async storedPdf(token: string): Promise<StoredPdf | null> {
    const [row] = await this.#database.query<StoredPdf>(
      `select token, name, size::float8 as size, floor(extract(epoch from expires) * 1000)::float8 as expires
      from platen.stored_pdf where token = $1 and expires > now()`,
      [token],
    );
    return row ?? null;
  }

  async removePdf(token: string, account: string): Promise<boolean> {
    const rows = await this.#database.query(
      'delete from platen.stored_pdf where token = $1 and account = $2 returning token',
      [token, account],
    );
    return rows.length > 0;
  }

  removeTask(task: string, account: string): Promise<RemovedTask | null> {
    return this.#tasks.remove(task, account);
  }

  async unknownTokens(tokens: readonly string[]): Promise<readonly string[]> {
    const rows = await this.#database.query<{ readonly token: string }>(
      'select token from platen.stored_pdf where token = any($1::text[])',
      [tokens],
    );
    const stored = new Set(rows.map(({ token }) => token));
    return tokens.filter((token) => !stored.has(token));
  }

  async removeExpired(now: number): Promise<readonly string[]> {
    const rows = await this.#database.query<{ readonly token: string }>(
      'delete from platen.stored_pdf where expires <= to_timestamp($1::float8 / 1000) returning token',
      [now],
    );
    return rows.map(({ token }) => token);
  }

  execute(work: (claimed: ClaimedTask) => Promise<void>, concurrency: number): void {
    const start = (queue: QueueName, concurrency: number) =>
      this.#queue.work<ClaimedJob>(queue, {
        ...this.#options,
        concurrency,
        claim: (tx, job) => this.#tasks.claim(tx, queue, job),
        execute: (claimed) => this.#tasks.execute(claimed, work, this.#options.onError),
      });
    this.#taskWorkers.push(start('tasks', concurrency), start('dead-tasks', 1));
  }

  postWebhooks(
    post: (webhook: WebhookTask) => Promise<void>,
    onGivenUp: (webhook: WebhookTask) => void = () => undefined,
  ): void {
    this.#webhookWorkers = this.#queue.work<ClaimedWebhook>('webhooks', {
      ...this.#options,
      concurrency: webhookConcurrency,
      claim: (tx, job) => this.#webhooks.claim(tx, job),
      execute: (claimed) => this.#webhooks.execute(claimed, post, onGivenUp),
    });
  }

  async stopClaiming(): Promise<void> {
    await Promise.all(this.#workers.map((workers) => workers.stop()));
  }

  /** Waits for running work, requeues what this server still has, and closes the database. */
  async close(): Promise<void> {
    await this.stopClaiming();
    await Promise.all(this.#workers.map((workers) => workers.idle()));
    await Promise.all(this.#periodic.map((task) => task.stop()));
    await this.#queue.close();
    await this.#leases.end();
    await this.#leases.cleanUp();
    await this.#database.close();
  }

  get #workers(): readonly Pick<QueueWorkers<never>, 'stop' | 'idle'>[] {
    return [...this.#taskWorkers, ...(this.#webhookWorkers ? [this.#webhookWorkers] : [])];
  }

  async #requeueOrphans(): Promise<void> {
    for (const { id, isAsynchronous, isWebhook } of await this.#orphans.find()) {
      if (isWebhook) await this.#webhooks.requeueOrphan(id);
      else await this.#tasks.requeueOrphan(id, isAsynchronous);
    }
  }

  #every(intervalMs: number, work: () => Promise<void>): void {
    this.#periodic.push(new PeriodicTask(intervalMs, work, this.#options.onError));
  }

  /** A minute with the default lease. */
  get #graceMs(): number {
    return this.#options.leaseSeconds * 1000 * leasesPerGrace;
  }
}
