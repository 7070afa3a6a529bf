import PgBoss from 'pg-boss';
import type { Database, Queryable, SqlValue } from './database.js';

/** A job of any server: a task or a webhook. Its ID is the task's. */
export interface QueuedJob {
  readonly id: string;
  readonly data: object;
}

export type QueueName = 'tasks' | 'webhooks';

const schema = 'platen_queue';

/** Names the advisory lock under which one server at a time creates pg-boss's tables. */
const preparationLock = 770_013_003;

/**
 * pg-boss's own limits are out of reach: the task's row, not the job's, decides when a task has
 * failed, and it changes in the same transaction (docs/adr/0013).
 */
const retryLimit = 1000;
const expireInSeconds = 24 * 3600 - 1;
/** A job that pg-boss deletes would leave its task, and the credit it holds, waiting forever. */
const retentionDays = 100 * 365;

/** pg-boss inside the transaction of the rows that a job belongs to. */
export class TaskQueue {
  readonly #boss: PgBoss;

  private constructor(boss: PgBoss) {
    this.#boss = boss;
  }

  /**
   * @param isAlone whether no other process can open the database
   * @param onError receives errors of pg-boss's maintenance
   */
  static async open(
    database: Database,
    isAlone: boolean,
    onError: (error: unknown) => void,
  ): Promise<TaskQueue> {
    const boss = new PgBoss({
      db: bossDatabase(database),
      schema,
      schedule: false,
      archiveFailedAfterSeconds: 60,
      archiveCompletedAfterSeconds: 60,
      deleteAfterHours: 1,
      retentionDays,
    });
    boss.on('error', onError);
    if (isAlone) await prepare(boss);
    else {
      // Two servers must not create the tables at once; pg-boss uses a connection of its own for
      // it.
      await database.transaction(async (tx) => {
        await tx.query('select pg_advisory_xact_lock($1)', [preparationLock]);
        await prepare(boss);
      });
    }
    return new TaskQueue(boss);
  }

  /** Adds a job with a new ID, which starts after the delay at the earliest. */
  async add(
    tx: Queryable,
    queue: QueueName,
    id: string,
    data: object,
    delaySeconds = 0,
  ): Promise<void> {
    const start = delaySeconds > 0 ? { startAfter: delaySeconds } : {};
    const sent = await this.#boss.send(queue, data, { id, db: bossDatabase(tx), ...start });
    if (sent === null) throw new Error(`The queue ${queue} did not accept ${id}.`);
  }

  /** Takes up to `limit` jobs. No other server gets them until {@link retry}. */
  async take(tx: Queryable, queue: QueueName, limit: number): Promise<readonly QueuedJob[]> {
    // pg-boss swallows errors of this statement and returns no jobs.
    const errors: unknown[] = [];
    const db = bossDatabase(tx, (error) => errors.push(error));
    const jobs = await this.#boss.fetch<object>(queue, { batchSize: limit, db });
    if (errors.length > 0) throw errors[0];
    return jobs.map(({ id, data }) => ({ id, data }));
  }

  /** Returns the job of a dead server to the queue. */
  async retry(tx: Queryable, queue: QueueName, id: string): Promise<void> {
    await this.#boss.fail(queue, id, {}, { db: bossDatabase(tx) });
  }

  /** Deletes a job that is done or given up. */
  async remove(tx: Queryable, queue: QueueName, id: string): Promise<void> {
    await this.#boss.deleteJob(queue, id, { db: bossDatabase(tx) });
  }

  async close(): Promise<void> {
    await this.#boss.stop({ graceful: false });
  }
}

/** Creates missing tables and queues, and starts the maintenance. */
async function prepare(boss: PgBoss): Promise<void> {
  await boss.start();
  for (const name of ['tasks', 'webhooks'] as const) {
    await boss.createQueue(name, { name, expireInSeconds, retryLimit });
  }
}

/** Runs pg-boss's statements. A text without values may hold several of them. */
function bossDatabase(target: Database | Queryable, onError?: (error: unknown) => void): PgBoss.Db {
  return {
    executeSql: async (text, given: readonly SqlValue[] | undefined) => {
      const values = given ?? [];
      try {
        if ('script' in target && values.length === 0 && text.includes(';')) {
          await target.script(text);
          return { rows: [] };
        }
        return { rows: [...(await target.query(text, values))] };
      } catch (error) {
        onError?.(error);
        throw error;
      }
    },
  };
}
