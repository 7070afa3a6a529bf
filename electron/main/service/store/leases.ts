import { refundOf } from './account-repository.js';
import type { Database, Queryable } from './database.js';
import type { TaskQueue } from './task-queue.js';

/** Names the advisory lock under which one server at a time cleans up after dead ones. */
const cleanupLock = 770_013_002;

const ownerIsDead = (column: string) =>
  `${column} is not null and not exists (select from platen.server s where s.id = ${column} and s.expires > now())`;

/** Which servers are alive, by the database's clock. */
export class Leases {
  readonly #database: Database;
  readonly #queue: TaskQueue;
  readonly #server: string;
  readonly #leaseSeconds: number;

  constructor(database: Database, queue: TaskQueue, server: string, leaseSeconds: number) {
    this.#database = database;
    this.#queue = queue;
    this.#server = server;
    this.#leaseSeconds = leaseSeconds;
  }

  async renew(): Promise<void> {
    await this.#database.query(
      `insert into platen.server (id, expires) values ($1, now() + $2::float8 * interval '1 second')
      on conflict (id) do update set expires = excluded.expires`,
      [this.#server, this.#leaseSeconds],
    );
  }

  async end(): Promise<void> {
    await this.#database.query('delete from platen.server where id = $1', [this.#server]);
  }

  /**
   * Ends all other leases if this server is the only one of its database, so that the others must
   * be dead.
   */
  async endOthers(): Promise<void> {
    await this.#database.query('delete from platen.server where id <> $1', [this.#server]);
  }

  /**
   * Cleans up after dead servers: refunds and deletes their synchronous tasks, and requeues their
   * asynchronous tasks and webhooks. Does nothing while another server does it.
   */
  async cleanUp(): Promise<void> {
    await this.#database.transaction(async (tx) => {
      const [lock] = await tx.query<{ readonly isOurs: boolean }>(
        'select pg_try_advisory_xact_lock($1) as "isOurs"',
        [cleanupLock],
      );
      if (lock?.isOurs !== true) return;
      await tx.query('delete from platen.server where expires < now()');
      await refundSynchronousTasks(tx);
      await this.#requeueTasks(tx);
      await this.#requeueWebhooks(tx);
    });
  }

  async #requeueTasks(tx: Queryable): Promise<void> {
    const tasks = await tx.query<{ readonly id: string }>(
      `update platen.task t set status = 'queued', server = null
      where t.is_asynchronous and ${ownerIsDead('t.server')} returning t.id`,
    );
    for (const { id } of tasks) await this.#queue.retryTask(tx, id);
  }

  async #requeueWebhooks(tx: Queryable): Promise<void> {
    const tasks = await tx.query<{ readonly id: string }>(
      `update platen.task t set poster = null where ${ownerIsDead('t.poster')} returning t.id`,
    );
    for (const { id } of tasks) await this.#queue.retryWebhook(tx, id);
  }
}

async function refundSynchronousTasks(tx: Queryable): Promise<void> {
  await tx.query(
    `with gone as (
      delete from platen.task t where not t.is_asynchronous and ${ownerIsDead('t.server')}
      returning t.account, t.costs, t.api_key, t.key_costs
    ), ${refundOf('gone')} select from gone`,
  );
}

/**
 * A task that the database assigns to this server although it neither runs it nor posts its
 * webhook.
 */
export interface OrphanedTask {
  readonly id: string;
  readonly isAsynchronous: boolean;
  /** Whether the task has ended and its webhook is orphaned. */
  readonly isWebhook: boolean;
}

/**
 * Finds this server's orphaned tasks. The database leaves them behind when it fails between two
 * steps: the reply to an admission is lost, or the end of a task or a webhook cannot be saved. No
 * other server takes them over while this one is alive.
 */
export class OrphanedTasks {
  readonly #database: Database;
  readonly #server: string;
  readonly #isKnown: (task: string) => boolean;
  readonly #graceMs: number;
  /** When each was first found. */
  #found = new Map<string, number>();
  /** Those whose end could not be saved, which no work of this server can change any more. */
  #abandoned = new Set<string>();

  /**
   * @param isKnown whether this server runs a task or posts its webhook
   * @param graceMs how long a task must be orphaned: one that is being admitted looks the same
   */
  constructor(
    database: Database,
    server: string,
    isKnown: (task: string) => boolean,
    graceMs: number,
  ) {
    this.#database = database;
    this.#server = server;
    this.#isKnown = isKnown;
    this.#graceMs = graceMs;
  }

  /** Lets the next search find a task at once if the database still assigns it to this server. */
  abandon(task: string): void {
    this.#abandoned.add(task);
  }

  async find(): Promise<readonly OrphanedTask[]> {
    const assigned = await this.#database.query<OrphanedTask>(
      `select id, is_asynchronous as "isAsynchronous", poster is not null as "isWebhook"
      from platen.task where (server = $1 and status = 'running') or poster = $1`,
      [this.#server],
    );
    const now = performance.now();
    const orphans = assigned.filter(({ id }) => !this.#isKnown(id));
    this.#found = new Map(orphans.map(({ id }) => [id, this.#found.get(id) ?? now]));
    const isOld = (id: string) => now - (this.#found.get(id) ?? now) >= this.#graceMs;
    const due = orphans.filter(({ id }) => this.#abandoned.has(id) || isOld(id));
    this.#abandoned = new Set(due.map(({ id }) => id).filter((id) => this.#abandoned.has(id)));
    return due;
  }
}
