import { randomUUID } from 'node:crypto';
import { backoff, withRetry } from '../../util/async.js';
import { maxAttempts, retentionHours } from '../contract/schedules.js';
import { refundOf } from './account-repository.js';
import type { Database, Queryable, SqlValue } from './database.js';
import {
  type Admission,
  type FirstTask,
  type Outcome,
  type QueueRoom,
  type RemovedTask,
  type Settlement,
  type ClaimedTask,
  type TaskState,
  type TaskSubmission,
  fits,
  requestBytes,
  repeatedAdmission,
  tokenOf,
} from './service-store.js';
import type { QueueName, QueuedJob, TaskQueue } from './task-queue.js';

/** Long enough for a restart or a failover of the database. */
export const databaseRetry = {
  delayAfter: backoff([100, 300, 1000, 2000, 4000], { jitter: 0 }),
  maxElapsedMs: 15_000,
} as const;

/** The job of a running task. That of a dead letter has another ID than its task. */
interface TaskJob {
  readonly queue: QueueName;
  readonly id: string;
}

/** A task from the queue that this server runs. */
export interface ClaimedJob {
  readonly claimed: ClaimedTask;
  readonly job: TaskJob;
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * The life of a task in the database: admitted, claimed, settled or requeued, each in one
 * transaction with its credit, its `Idempotency-Key` and its job. Knows which tasks this server
 * runs.
 */
export class TaskRepository {
  readonly #database: Database;
  readonly #queue: TaskQueue;
  readonly #server: string;
  /** Running tasks whose client waits. */
  readonly #synchronous = new Set<string>();
  /** Running tasks from the queue, with their jobs. */
  readonly #asynchronous = new Map<string, TaskJob>();

  constructor(database: Database, queue: TaskQueue, server: string) {
    this.#database = database;
    this.#queue = queue;
    this.#server = server;
  }

  /** Whether this server runs a task. */
  isRunning(task: string): boolean {
    return this.#synchronous.has(task) || this.#asynchronous.has(task);
  }

  /** Reserves a credit and claims the `Idempotency-Key`; queues an asynchronous task. */
  async admit(submission: TaskSubmission, room?: QueueRoom): Promise<Admission> {
    const admission = await this.#admit(submission, room);
    if (admission.kind === 'admitted' && !submission.isAsynchronous)
      this.#synchronous.add(admission.task);
    return admission;
  }

  async #admit(submission: TaskSubmission, room: QueueRoom | undefined): Promise<Admission> {
    const task = randomUUID();
    if (submission.idempotency === undefined && !submission.isAsynchronous) {
      return this.#insert(this.#database, task, submission);
    }
    // Between claiming the key and reading its first task, that task may be requeued: then claim
    // again.
    for (;;) {
      const admission = await this.#database.transaction((tx) =>
        this.#admitOnce(tx, task, submission, room),
      );
      if (admission !== null) return admission;
    }
  }

  async #admitOnce(
    tx: Queryable,
    task: string,
    submission: TaskSubmission,
    room: QueueRoom | undefined,
  ): Promise<Admission | null> {
    if (!(await claimKey(tx, task, submission))) return admissionOfFirst(tx, submission);
    const refuse = async (refusal: Admission): Promise<Admission> => {
      await tx.query('delete from platen.idempotency where task = $1', [task]);
      return refusal;
    };
    const load = submission.isAsynchronous ? await queueLoad(tx, submission.account) : null;
    if (load !== null && !hasRoom(submission, load, room)) return refuse({ kind: 'queue-full' });
    const admission = await this.#insert(tx, task, submission);
    if (admission.kind !== 'admitted') return refuse(admission);
    // The first tasks of all accounts come before anyone's second one.
    if (load !== null) await this.#queue.addTask(tx, task, 0, -load.ownTasks);
    return admission;
  }

  /**
   * Charges the account, and the key if its credits are limited. The key's credits come from its
   * locked row: an update that computes them itself starts from the row as its snapshot has it, and
   * PostgreSQL checks constraints before it notices that the row has changed since.
   */
  async #insert(
    tx: Queryable,
    task: string,
    { account, apiKey, request, testMode, base, isAsynchronous }: TaskSubmission,
  ): Promise<Admission> {
    const stored = isAsynchronous ? jsonbOf(request) : null;
    const [row] = await tx.query<{ readonly isAdmitted: boolean; readonly isKeySpent: boolean }>(
      `with limited as (
        select id, credits from platen.api_key
        where id = $11 and credits is not null and $3::integer > 0 for update
      ), payer as (
        update platen.account set credits = credits - $3::integer
        where id = $2 and credits >= $3::integer
          and not exists (select from limited where credits < $3::integer)
        returning id
      ), charged as (
        update platen.api_key k set credits = limited.credits - $3::integer
        from limited, payer where k.id = limited.id returning k.id
      ), inserted as (
        insert into platen.task (id, account, server, status, is_asynchronous, test_mode, costs, request, request_bytes, base, api_key, key_costs)
        select $1::uuid, id, $4::uuid, $5, $6::boolean, $7::boolean, $3::integer, $8::jsonb, $9::integer, $10, $11,
          (select count(*) from charged) * $3::integer
        from payer returning id
      )
      select exists (select from inserted) as "isAdmitted",
        exists (select from limited where credits < $3::integer) as "isKeySpent"`,
      [
        task,
        account,
        testMode ? 0 : 1,
        isAsynchronous ? null : this.#server,
        isAsynchronous ? 'queued' : 'running',
        isAsynchronous,
        testMode,
        stored,
        isAsynchronous ? requestBytes(request) : 0,
        isAsynchronous ? base : '',
        apiKey,
      ],
    );
    if (row?.isAdmitted === true) return { kind: 'admitted', task };
    return { kind: 'no-credits', of: row?.isKeySpent === true ? 'key' : 'account' };
  }

  /**
   * Assigns the task of a job to this server, also if the job has expired on another one, whose
   * settlement is refused from then on. A dead letter counts as an attempt beyond the last.
   * @returns null if the task has ended
   */
  async claim(tx: Queryable, queue: QueueName, job: QueuedJob): Promise<ClaimedJob | null> {
    // `TaskQueue` has added the job.
    const { task } = job.data as { readonly task: string };
    const [row] = await tx.query<TakenRow>(
      `with taken as (
        update platen.task set status = 'running', server = $2, attempts = attempts + 1
        where id = $1 and status <> 'ended'
        returning id, account, api_key, request #>> '{}' as request, test_mode, base, attempts
      )
      select t.id as task, t.account, t.request, t.test_mode as "testMode", t.base, t.attempts as attempt,
        (select a.concurrency from platen.account a where a.id = t.account) as concurrency,
        t.api_key as "apiKey",
        (select a.concurrency from platen.api_key a where a.id = t.api_key) as "keyConcurrency",
        k.key, k.digest
      from taken t left join platen.idempotency k on k.task = t.id`,
      [task, this.#server],
    );
    if (row === undefined) {
      await this.#queue.complete(tx, queue, job.id);
      return null;
    }
    const { key, digest, ...taken } = row;
    const claimed = { ...taken, request: JSON.parse(taken.request) as ClaimedTask['request'] };
    const attempt = queue === 'dead-tasks' ? maxAttempts + 1 : row.attempt;
    const idempotency = key !== null && digest !== null && { idempotency: { key, digest } };
    return { claimed: { ...claimed, attempt, ...idempotency }, job: { queue, id: job.id } };
  }

  /** Runs a claimed task. If the work ends without settling it, it is retried later. */
  async execute(
    { claimed, job }: ClaimedJob,
    work: (claimed: ClaimedTask) => Promise<void>,
    onError: (error: unknown) => void,
  ): Promise<void> {
    const { task } = claimed;
    this.#asynchronous.set(task, job);
    await work(claimed).catch(onError);
    if (this.#asynchronous.delete(task)) await this.#retry(task);
  }

  /** @returns false if the task no longer belongs to this server; nothing is changed then */
  async settle(task: string, settlement: Settlement): Promise<boolean> {
    const job = this.#asynchronous.get(task);
    try {
      const isSettled = await withRetry(async (attempt) => {
        if (await this.#settleOnce(task, settlement, job)) return true;
        return attempt > 1 && (await this.#hasEndedWith(task, settlement));
      }, databaseRetry);
      this.#asynchronous.delete(task);
      return isSettled;
    } finally {
      this.#synchronous.delete(task);
    }
  }

  /** Whether an earlier attempt was committed although its result never arrived. */
  async #hasEndedWith(task: string, { outcome }: Settlement): Promise<boolean> {
    const rows = await this.#database.query(
      `select id from platen.task where id = $1 and status = 'ended' and outcome = $2::jsonb`,
      [task, JSON.stringify(outcome)],
    );
    return rows.length > 0;
  }

  async #settleOnce(
    task: string,
    settlement: Settlement,
    job: TaskJob | undefined,
  ): Promise<boolean> {
    const { webhook } = settlement;
    if (webhook === undefined && job === undefined)
      return this.#end(this.#database, task, settlement);
    return this.#database.transaction(async (tx) => {
      if (!(await this.#end(tx, task, settlement))) return false;
      if (job !== undefined) await this.#queue.complete(tx, job.queue, job.id);
      if (webhook !== undefined) await this.#queue.addWebhook(tx, task, webhook);
      return true;
    });
  }

  async #end(
    tx: Queryable,
    task: string,
    { outcome, stored, isTransient = false }: Settlement,
  ): Promise<boolean> {
    const values: SqlValue[] = [task, this.#server, JSON.stringify(outcome)];
    // Only the parts that are needed: each costs time in PGlite, even if it changes nothing.
    const parts = [endTask(stored === undefined ? keptUntil : keptWithPdfUntil)];
    if (outcome.kind === 'failed') parts.push(refundOf('ended'));
    if (isTransient) parts.push(forgetKey);
    if (stored !== undefined) {
      parts.push(storePdf);
      values.push(stored.token, stored.name, stored.size, stored.expires);
    }
    const rows = await tx.query(`with ${parts.join(', ')} select id from ended`, values);
    return rows.length > 0;
  }

  /**
   * Undoes a synchronous task and its credit. An asynchronous one waits for any server; this start
   * does not count as an attempt.
   */
  async requeue(task: string): Promise<void> {
    try {
      const job = this.#asynchronous.get(task);
      if (job === undefined) await this.#undo(task);
      else await this.#postpone(task, job);
      this.#asynchronous.delete(task);
    } finally {
      this.#synchronous.delete(task);
    }
  }

  /** Requeues a task that the database assigns to this server although it doesn't run it. */
  async requeueOrphan(task: string, isAsynchronous: boolean): Promise<void> {
    if (isAsynchronous) await this.#retry(task);
    else await this.#undo(task);
  }

  async #undo(task: string): Promise<void> {
    await withRetry(
      () =>
        this.#database.query(
          `with gone as (
            delete from platen.task where id = $1 and server = $2 and status = 'running'
            returning account, costs, api_key, key_costs
          ), ${refundOf('gone')} select from gone`,
          [task, this.#server],
        ),
      databaseRetry,
    );
  }

  async #postpone(task: string, job: TaskJob): Promise<void> {
    await this.#inQueue(task, 1, async (tx, attempts) => {
      await this.#queue.remove(tx, job.queue, job.id);
      await this.#queue.addTask(tx, task, attempts);
    });
  }

  async #retry(task: string): Promise<void> {
    await this.#inQueue(task, 0, async (tx) => this.#queue.retryTask(tx, task));
  }

  /** Changes the job of a running task in the transaction that makes it wait. */
  async #inQueue(
    task: string,
    returnedAttempts: number,
    change: (tx: Queryable, attempts: number) => Promise<void>,
  ): Promise<void> {
    const write = async () =>
      this.#database.transaction(async (tx) => {
        const [row] = await tx.query<{ readonly attempts: number }>(
          `update platen.task set status = 'queued', server = null, attempts = attempts - $3::integer
          where id = $1 and server = $2 and status = 'running' returning attempts`,
          [task, this.#server, returnedAttempts],
        );
        if (row !== undefined) await change(tx, row.attempts);
      });
    await withRetry(write, databaseRetry);
  }

  /** Null if the account has no such task, or it was deleted. */
  async stateOf(task: string, account: string): Promise<TaskState | null> {
    if (!uuid.test(task)) return null;
    const [row] = await this.#database.query<{
      readonly status: TaskState['status'];
      readonly outcome: Outcome | null;
    }>('select status, outcome from platen.task where id = $1 and account = $2', [task, account]);
    if (row === undefined) return null;
    const { status, outcome } = row;
    return { status, ...(outcome !== null && { outcome }) };
  }

  /** Deletes a task, its key, its job, and its PDF from the store. */
  async remove(task: string, account: string): Promise<RemovedTask | null> {
    if (!uuid.test(task)) return null;
    return this.#database.transaction(async (tx) => {
      const [gone] = await tx.query<RemovedRow>(
        `with gone as (
          delete from platen.task where id = $1 and account = $2
          returning account, costs, api_key, key_costs, status, is_asynchronous, outcome
        ), held as (select * from gone where status <> 'ended'), ${refundOf('held')}
        select is_asynchronous and status <> 'ended' as "hasJob", outcome from gone`,
        [task, account],
      );
      if (gone === undefined) return null;
      const { hasJob, outcome } = gone;
      if (hasJob) await this.#queue.remove(tx, 'tasks', task);
      const token = outcome === null ? null : tokenOf(outcome);
      if (token !== null) await tx.query('delete from platen.stored_pdf where token = $1', [token]);
      return { token };
    });
  }

  /** Number of asynchronous tasks that wait for any server. */
  async countQueued(): Promise<number> {
    const [row] = await this.#database.query<{ readonly count: number }>(
      `select count(*)::float8 as count from platen.task where status = 'queued'`,
    );
    return row?.count ?? 0;
  }

  /** Deletes ended tasks, and their keys, after their retention. */
  async deleteExpired(): Promise<void> {
    await this.#database.query(
      'delete from platen.task where kept_until < now() and poster is null',
    );
  }
}

/**
 * A request with U+0000, which jsonb cannot contain, becomes a string of its JSON: `#>> '{}'`
 * returns the JSON of both.
 */
function jsonbOf(request: TaskSubmission['request']): string {
  const json = JSON.stringify(request);
  return json.includes(String.raw`\u0000`) ? JSON.stringify(json) : json;
}

interface RemovedRow {
  /** Whether its job waits or runs. */
  readonly hasJob: boolean;
  readonly outcome: Outcome | null;
}

interface TakenRow extends Omit<ClaimedTask, 'idempotency' | 'request'> {
  /** As JSON. */
  readonly request: string;
  readonly key: string | null;
  readonly digest: string | null;
}

/** The waiting tasks of all accounts, and of one. */
interface QueueLoad extends QueueRoom {
  readonly ownTasks: number;
  readonly ownBytes: number;
}

const emptyQueue: QueueLoad = { tasks: 0, bytes: 0, ownTasks: 0, ownBytes: 0 };

async function queueLoad(tx: Queryable, account: string): Promise<QueueLoad> {
  const [load] = await tx.query<QueueLoad>(
    `select count(*)::float8 as tasks, coalesce(sum(request_bytes), 0)::float8 as bytes,
      count(*) filter (where account = $1)::float8 as "ownTasks",
      coalesce(sum(request_bytes) filter (where account = $1), 0)::float8 as "ownBytes"
    from platen.task where status = 'queued'`,
    [account],
  );
  return load ?? emptyQueue;
}

function hasRoom(
  { request }: TaskSubmission,
  load: QueueLoad,
  room: QueueRoom | undefined,
): boolean {
  const own = { tasks: load.ownTasks, bytes: load.ownBytes };
  return fits(requestBytes(request), load, room, own);
}

/**
 * Waits for a concurrent admission with the same key. @returns false if another task has the key
 */
async function claimKey(
  tx: Queryable,
  task: string,
  { account, idempotency }: TaskSubmission,
): Promise<boolean> {
  if (idempotency === undefined) return true;
  const rows = await tx.query(
    `insert into platen.idempotency as earlier (account, key, digest, task) values ($1, $2, $3, $4)
    on conflict (account, key) do update set digest = excluded.digest, task = excluded.task, created = now()
      where earlier.created < now() - interval '${retentionHours} hours'
    returning task`,
    [account, idempotency.key, idempotency.digest, task],
  );
  return rows.length > 0;
}

/** For a request whose key another task has; null if that task was requeued. */
async function admissionOfFirst(
  tx: Queryable,
  submission: TaskSubmission,
): Promise<Admission | null> {
  const [first] = await tx.query<FirstTask>(
    `select k.task, k.digest, t.is_asynchronous as "isAsynchronous", t.outcome
    from platen.idempotency k join platen.task t on t.id = k.task where k.account = $1 and k.key = $2`,
    [submission.account, submission.idempotency?.key ?? null],
  );
  return first === undefined ? null : repeatedAdmission(first, submission);
}

const keptUntil = `now() + interval '${retentionHours} hours'`;
const keptWithPdfUntil = `greatest(${keptUntil}, to_timestamp($7::float8 / 1000))`;

const endTask = (kept: string) => `ended as (
  update platen.task set status = 'ended', ended = now(), kept_until = ${kept}, server = null, outcome = $3::jsonb, request = null
  where id = $1 and server = $2 and status = 'running'
  returning id, account, costs, api_key, key_costs
)`;
const forgetKey =
  'forgotten as (delete from platen.idempotency k using ended where k.task = ended.id)';
const storePdf = `kept as (
  insert into platen.stored_pdf (token, name, size, expires, account)
  select $4, $5, $6::bigint, to_timestamp($7::float8 / 1000), account from ended
)`;
