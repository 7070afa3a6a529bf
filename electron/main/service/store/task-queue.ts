import PgBoss from 'pg-boss';
import { Mutex } from '../../util/async.js';
import { maxAttempts } from '../contract/schedules.js';
import type { Database, Queryable, SqlValue } from './database.js';

/** `dead-tasks` has the dead letters of `tasks`: tasks that used all of their attempts. */
export type QueueName = 'tasks' | 'dead-tasks' | 'webhooks';

/** A job that a worker has fetched. */
export interface QueuedJob {
  readonly id: string;
  /** The webhook, or an object with the ID of the task. */
  readonly data: object;
}

export interface WorkOptions<Claimed> {
  /** How many jobs this server runs at the same time. */
  readonly concurrency: number;
  /** How often the queue is polled for jobs of other servers. pg-boss requires 500 at least. */
  readonly pollMs: number;
  readonly onError: (error: unknown) => void;
  /**
   * Assigns a job to this server, in the transaction that fetches it.
   * @returns null if the job is done
   */
  readonly claim: (tx: Queryable, job: QueuedJob) => Promise<Claimed | null>;
  /**
   * Runs a job and ends it, in the transaction of the row that it belongs to: by
   * {@link TaskQueue.complete}, {@link TaskQueue.retryTask} or {@link TaskQueue.remove}.
   */
  readonly execute: (claimed: Claimed) => Promise<void>;
}

const schema = 'platen_queue';
const minPollMs = 500;

/** Names the advisory lock under which one server at a time creates pg-boss's tables. */
const preparationLock = 770_013_003;

/**
 * Work that takes longer hangs, and its task goes to the next worker. Conversions have timeouts;
 * this is the time that a full queue of synchronous requests may take before it.
 */
const taskExpirationHours = 6;

/** The delay before a task's second attempt; it doubles with each one. */
const firstRetrySeconds = 1;

/** Webhooks have their own schedule, which follows the receiver; these are dead servers. */
const webhookOptions = { retryLimit: 1000, expireInSeconds: 24 * 3600 - 1 };

/** pg-boss deletes jobs that wait for longer, and their tasks would hold their credits forever. */
const retentionDays = 100 * 365;

interface Fetcher {
  fetch(text: string, values: readonly SqlValue[]): Promise<readonly object[]>;
}

/** pg-boss in the transactions of the rows that its jobs belong to (docs/adr/0013). */
export class TaskQueue {
  readonly #boss: PgBoss;
  readonly #database: Database;
  readonly #fetchers = new Map<string, Fetcher>();

  private constructor(database: Database, onError: (error: unknown) => void) {
    this.#database = database;
    this.#boss = new PgBoss({
      db: {
        executeSql: async (text, values: readonly SqlValue[] | undefined) =>
          this.#executeSql(text, values ?? []),
      },
      schema,
      schedule: false,
      archiveFailedAfterSeconds: 60,
      archiveCompletedAfterSeconds: 60,
      deleteAfterHours: 1,
      retentionDays,
    });
    this.#boss.on('error', onError);
  }

  /**
   * @param isExclusive whether no other process can open the database
   * @param onError receives errors of pg-boss's maintenance
   */
  static async open(
    database: Database,
    isExclusive: boolean,
    onError: (error: unknown) => void,
  ): Promise<TaskQueue> {
    const queue = new TaskQueue(database, onError);
    if (isExclusive) {
      await queue.#prepare();
      return queue;
    }
    // pg-boss uses another connection. Two servers must not create the tables at once.
    await database.transaction(async (tx) => {
      await tx.query('select pg_advisory_xact_lock($1)', [preparationLock]);
      await queue.#prepare();
    });
    return queue;
  }

  /** Creates missing tables and queues, and starts the maintenance. */
  async #prepare(): Promise<void> {
    await this.#boss.start();
    for (const name of ['tasks', 'dead-tasks', 'webhooks'] as const)
      await this.#boss.createQueue(name, { name, ...webhookOptions });
  }

  /**
   * Adds the job of a task.
   * @param attempts how many it has used
   * @param priority higher ones are fetched first
   */
  async addTask(tx: Queryable, task: string, attempts: number, priority = 0): Promise<void> {
    await this.#add(
      tx,
      'tasks',
      { task },
      {
        id: task,
        priority,
        retryLimit: Math.max(0, maxAttempts - 1 - attempts),
        retryDelay: firstRetrySeconds,
        retryBackoff: true,
        expireInHours: taskExpirationHours,
        deadLetter: 'dead-tasks',
      },
    );
  }

  async addWebhook(tx: Queryable, task: string, webhook: object, delaySeconds = 0): Promise<void> {
    const start = delaySeconds > 0 ? { startAfter: delaySeconds } : {};
    await this.#add(tx, 'webhooks', webhook, { id: task, ...start });
  }

  async #add(
    tx: Queryable,
    queue: QueueName,
    data: object,
    options: PgBoss.SendOptions,
  ): Promise<void> {
    const id = await this.#boss.send(queue, data, { ...options, db: inTransaction(tx) });
    if (id === null) throw new Error(`The queue ${queue} did not accept ${options.id}.`);
  }

  /** Ends a job that is done. */
  async complete(tx: Queryable, queue: QueueName, id: string): Promise<void> {
    await this.#boss.complete(queue, id, {}, { db: inTransaction(tx) });
  }

  /**
   * Ends an attempt of a task: it is retried later, or goes to the dead letters if it was the last.
   */
  async retryTask(tx: Queryable, task: string): Promise<void> {
    if (await this.#fail(tx, 'tasks', task)) return;
    // The server died or failed while it handled the task's dead letter.
    await this.#add(tx, 'dead-tasks', { task }, {});
  }

  /** Those that wait for their next attempt. */
  async countWebhooks(): Promise<number> {
    const [row] = await this.#database.query<{ readonly count: number }>(
      `select count(*)::float8 as count from ${schema}.job
      where name = 'webhooks' and state in ('created', 'retry')`,
    );
    return row?.count ?? 0;
  }

  /** Returns the webhook of a dead server to the queue. */
  async retryWebhook(tx: Queryable, task: string): Promise<void> {
    await this.#fail(tx, 'webhooks', task);
  }

  /** @returns false if the job has already ended */
  async #fail(tx: Queryable, queue: QueueName, id: string): Promise<boolean> {
    // pg-boss's declarations omit the result.
    const failed: Promise<unknown> = this.#boss.fail(queue, id, {}, { db: inTransaction(tx) });
    const result = await failed;
    return result instanceof Object && 'affected' in result && result.affected !== 0;
  }

  /** Deletes a job and its data. */
  async remove(tx: Queryable, queue: QueueName, id: string): Promise<void> {
    await this.#boss.deleteJob(queue, id, { db: inTransaction(tx) });
  }

  work<Claimed>(queue: QueueName, options: WorkOptions<Claimed>): QueueWorkers<Claimed> {
    const workers = new QueueWorkers(this.#boss, this.#database, queue, options);
    this.#fetchers.set(queue, workers);
    return workers;
  }

  async close(): Promise<void> {
    await this.#boss.stop({ graceful: false });
  }

  /** Runs what pg-boss does outside of our transactions: set-up, maintenance and its workers. */
  async #executeSql(text: string, values: readonly SqlValue[]): Promise<{ rows: object[] }> {
    const [queue, second] = values;
    const isFetch = typeof second === 'number';
    if (isFetch) {
      const jobs = await this.#fetchers.get(String(queue))?.fetch(text, values);
      return { rows: [...(jobs ?? [])] };
    }
    // The worker's own `complete` or `fail`. It does not await them, so that an outage of the
    // database would end the process; `execute` has ended the job in our transaction.
    const isEnd = Array.isArray(second);
    if (isEnd) return { rows: [{ count: 0 }] };
    if (values.length > 0 || !text.includes(';'))
      return { rows: [...(await this.#database.query(text, values))] };
    await this.#database.script(text);
    return { rows: [] };
  }
}

/** What the handler gets, in place of the job's data in the database. */
interface ClaimedData<Claimed> {
  readonly claimed: Claimed;
  readonly onEnd: () => void;
}

/**
 * The workers of one queue: pg-boss's, one for each job that may run at the same time. Together
 * they poll as often as a single one.
 */
export class QueueWorkers<Claimed> {
  readonly #boss: PgBoss;
  readonly #database: Database;
  readonly #queue: QueueName;
  readonly #options: WorkOptions<Claimed>;
  readonly #pollMs: number;
  readonly #ids: string[] = [];
  readonly #started: Promise<void>;
  readonly #fetching = new Mutex();
  readonly #running = new Set<Promise<void>>();
  #wakes = 0;
  /** Until then the queue counts as empty, unless {@link wake} is called. */
  #emptyUntil = 0;
  #isStopped = false;

  constructor(boss: PgBoss, database: Database, queue: QueueName, options: WorkOptions<Claimed>) {
    this.#boss = boss;
    this.#database = database;
    this.#queue = queue;
    this.#options = options;
    this.#pollMs = Math.max(minPollMs, options.pollMs);
    this.#started = this.#start();
  }

  /** Fetches jobs now instead of after the polling interval. */
  wake(): void {
    this.#wakes += 1;
    this.#emptyUntil = 0;
    for (const id of this.#ids) this.#boss.notifyWorker(id);
  }

  /** Resolves when no more jobs are fetched; running ones continue. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#started;
    await this.#boss.offWork(this.#queue);
    await this.#fetching.idle();
  }

  /** Resolves when no job runs. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /**
   * Runs pg-boss's statement that fetches a job, and claims the job in the same transaction.
   * pg-boss ignores errors of this statement, and polls again.
   */
  async fetch(text: string, values: readonly SqlValue[]): Promise<readonly object[]> {
    return this.#fetching.run(async () => {
      if (this.#isStopped || performance.now() < this.#emptyUntil) return [];
      const wakes = this.#wakes;
      const jobs = await this.#fetchClaimed(text, values).catch((error: unknown) => {
        this.#options.onError(error);
        return [];
      });
      if (jobs.length === 0 && wakes === this.#wakes)
        this.#emptyUntil = performance.now() + this.#pollMs / 2;
      return jobs.map(({ claimed, ...job }) => ({ ...job, data: this.#track(claimed) }));
    });
  }

  async #fetchClaimed(text: string, values: readonly SqlValue[]) {
    return this.#database.transaction(async (tx) => {
      const claimedJobs: (QueuedJob & { readonly claimed: Claimed })[] = [];
      for (const job of await tx.query<QueuedJob>(text, values)) {
        const claimed = await this.#options.claim(tx, job);
        if (claimed !== null) claimedJobs.push({ ...job, claimed });
      }
      return claimedJobs;
    });
  }

  #track(claimed: Claimed): ClaimedData<Claimed> {
    let onEnd: () => void = () => undefined;
    const running = new Promise<void>((resolve) => (onEnd = resolve)).finally(() =>
      this.#running.delete(running),
    );
    this.#running.add(running);
    return { claimed, onEnd };
  }

  async #start(): Promise<void> {
    const options = { pollingIntervalSeconds: this.#pollMs / 1000 };
    for (let n = 0; n < this.#options.concurrency; n += 1) {
      const id = await this.#boss.work<ClaimedData<Claimed>>(this.#queue, options, async (jobs) => {
        for (const { data } of jobs) await this.#run(data);
      });
      this.#ids.push(id);
    }
  }

  async #run({ claimed, onEnd }: ClaimedData<Claimed>): Promise<void> {
    await this.#options.execute(claimed).catch(this.#options.onError);
    onEnd();
    // The queue may have more.
    this.wake();
  }
}

/** Runs pg-boss's statements in a transaction. */
function inTransaction(tx: Queryable): PgBoss.Db {
  return {
    executeSql: async (text, values: readonly SqlValue[] | undefined) => ({
      rows: [...(await tx.query(text, values ?? []))],
    }),
  };
}
