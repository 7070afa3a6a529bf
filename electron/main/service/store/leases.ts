import { delayOfTask } from '../task-schedule.js';
import type { Database, Queryable } from './database.js';
import type { TaskQueue } from './task-queue.js';

/** Names the lock under which one server at a time clears up after dead ones. */
const clearingLock = 770_013_002;

const ownerIsDead = (column: string) =>
  `${column} is not null and not exists (select from platen.server s where s.id = ${column} and s.expires > now())`;

/** Which servers are alive, by the database's clock, and what becomes of the work of those that are not. */
export class Leases {
  constructor(
    private readonly database: Database,
    private readonly queue: TaskQueue,
    private readonly server: string,
    private readonly leaseSeconds: number,
  ) {}

  /** This server is alive, for another lease. */
  async renew(): Promise<void> {
    await this.database.query(
      `insert into platen.server (id, expires) values ($1, now() + $2::float8 * interval '1 second')
      on conflict (id) do update set expires = excluded.expires`,
      [this.server, this.leaseSeconds],
    );
  }

  /** Ends this server's lease, and those of all others if it is alone with its database: whoever had it open before is dead. */
  async end({ ofOthers = false } = {}): Promise<void> {
    await this.database.query(`delete from platen.server where (id = $1) <> $2::boolean`, [
      this.server,
      ofOthers,
    ]);
  }

  /**
   * Clears up after dead servers: credits that they held come back, asynchronous tasks and messages wait for somebody else, other tasks
   * are gone. Does nothing while another server does it.
   */
  async clearUp(): Promise<void> {
    await this.database.transaction(async (tx) => {
      const [lock] = await tx.query<{ isOurs: boolean }>(
        'select pg_try_advisory_xact_lock($1) as "isOurs"',
        [clearingLock],
      );
      if (lock?.isOurs !== true) return;
      await tx.query('delete from platen.server where expires < now()');
      await giveCreditsBack(tx);
      await this.queueTasks(tx);
      await this.queueWebhooks(tx);
    });
  }

  private async queueTasks(tx: Queryable): Promise<void> {
    const tasks = await tx.query<{ id: string; attempts: number }>(
      `update platen.task t set status = 'queued', server = null
      where t.is_asynchronous and ${ownerIsDead('t.server')} returning t.id, t.attempts`,
    );
    for (const { id, attempts } of tasks) {
      await this.queue.remove(tx, 'tasks', id);
      await this.queue.add(tx, 'tasks', id, {}, delayOfTask(attempts));
    }
  }

  private async queueWebhooks(tx: Queryable): Promise<void> {
    const tasks = await tx.query<{ id: string }>(
      `update platen.task t set poster = null where ${ownerIsDead('t.poster')} returning t.id`,
    );
    for (const { id } of tasks) await this.queue.failed(tx, 'webhooks', id);
  }
}

async function giveCreditsBack(tx: Queryable): Promise<void> {
  await tx.query(
    `with gone as (
      delete from platen.task t where not t.is_asynchronous and ${ownerIsDead('t.server')} returning t.account, t.costs
    ), sums as (
      select account, sum(costs) as costs from gone group by account
    )
    update platen.account a set credits = a.credits + sums.costs from sums where a.id = sums.account`,
  );
}
