import PgBoss from 'pg-boss';
import type { Database, Queryable, SqlValue } from './database.js';

/** What waits to be done by whichever server is free: a task, or a message. Its id is the task's. */
export interface QueuedWork {
  readonly id: string;
  /** As it was given. */
  readonly data: object;
}

export type QueueName = 'tasks' | 'webhooks';

/** How often work comes up again whose server has died: who posts or carries out gives up by its own rules. */
const retryLimit = 1000;

const schema = 'platen_queue';
const day = 24 * 3600;
/**
 * How long work waits that nobody fetches. What pg-boss takes out of the queue then would stay a task for ever, with its credit; servers that are stopped for a month
 * find it where it was.
 */
const retentionDays = 100 * 365;
/** Names the lock under which one server at a time makes them. */
const preparingLock = 770_013_003;

/** pg-boss, as far as servers need it: in the same transaction as what belongs to the work. */
export class TaskQueue {
  private constructor(private readonly boss: PgBoss) {}

  /**
   * @param isAlone whether no other process can have the database open
   * @param onError hears of what pg-boss could not do by itself
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
      // Nothing stays in the queue when it is done; this only sweeps up what was given up.
      archiveFailedAfterSeconds: 60,
      archiveCompletedAfterSeconds: 60,
      deleteAfterHours: 1,
      retentionDays,
    });
    boss.on('error', onError);
    if (isAlone) await prepare(boss);
    else {
      // pg-boss does not bear two that make its tables at the same time. It does so on a connection of its own.
      await database.transaction(async (tx) => {
        await tx.query('select pg_advisory_xact_lock($1)', [preparingLock]);
        await prepare(boss);
      });
    }
    return new TaskQueue(boss);
  }

  /** Puts work into a queue, which must not have that id. It comes up no sooner than in so many seconds. */
  async add(
    tx: Queryable,
    queue: QueueName,
    id: string,
    data: object,
    delaySeconds = 0,
  ): Promise<void> {
    const start = delaySeconds > 0 ? { startAfter: delaySeconds } : {};
    const sent = await this.boss.send(queue, data, { id, db: bossDatabase(tx), ...start });
    if (sent === null) throw new Error(`The queue ${queue} did not take ${id}.`);
  }

  /** Takes up to so many, which are then nobody else's until it has `failed`. */
  async take(tx: Queryable, queue: QueueName, limit: number): Promise<readonly QueuedWork[]> {
    // pg-boss keeps an error of this statement to itself and says that there is nothing.
    const errors: unknown[] = [];
    const db = bossDatabase(tx, (error) => errors.push(error));
    const jobs = await this.boss.fetch<object>(queue, { batchSize: limit, db });
    if (errors.length > 0) throw errors[0];
    return jobs.map(({ id, data }) => ({ id, data }));
  }

  /** Work whose server has died: it comes up again. */
  async failed(tx: Queryable, queue: QueueName, id: string): Promise<void> {
    await this.boss.fail(queue, id, {}, { db: bossDatabase(tx) });
  }

  /** Work that is done, or given up: nothing of it stays. */
  async remove(tx: Queryable, queue: QueueName, id: string): Promise<void> {
    await this.boss.deleteJob(queue, id, { db: bossDatabase(tx) });
  }

  async close(): Promise<void> {
    await this.boss.stop({ graceful: false });
  }
}

/** Makes the tables and queues that are not there yet, and begins. */
async function prepare(boss: PgBoss): Promise<void> {
  await boss.start();
  const name = (queue: QueueName) => ({ name: queue, expireInSeconds: day - 1 });
  for (const queue of ['tasks', 'webhooks'] as const) {
    await boss.createQueue(queue, { ...name(queue), retryLimit });
  }
}

/** What pg-boss runs its statements on: those without values may be several in one text. */
function bossDatabase(target: Database | Queryable, onError?: (error: unknown) => void): PgBoss.Db {
  return {
    executeSql: async (text, values: readonly SqlValue[] | undefined) => {
      try {
        if (
          'script' in target &&
          (values === undefined || values.length === 0) &&
          text.includes(';')
        ) {
          await target.script(text);
          return { rows: [] };
        }
        return { rows: [...(await target.query(text, values ?? []))] };
      } catch (error) {
        onError?.(error);
        throw error;
      }
    },
  };
}
