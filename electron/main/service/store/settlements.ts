import { retentionHours } from '../retention.js';
import type { Database, Queryable, SqlValue } from './database.js';
import { withRetry } from './with-retry.js';
import type { Settlement } from './service-store.js';
import type { TaskQueue } from './task-queue.js';

interface RequeueOptions {
  readonly delaySeconds?: number;
  /** Whether it counts as one of the times that the task was taken. */
  readonly isAttempt?: boolean;
}

/** How tasks of this server end: each in one transaction, which is tried again for some seconds where the database fails. */
export class Settlements {
  constructor(
    private readonly database: Database,
    private readonly queue: TaskQueue,
    private readonly server: string,
  ) {}

  /** @returns false if the task is not this server's any more: nothing has come true then */
  async settle(task: string, settlement: Settlement, isAsynchronous: boolean): Promise<boolean> {
    return withRetry(async (isRepeated) => {
      if (await this.settleOnce(task, settlement, isAsynchronous)) return true;
      return isRepeated && (await this.hasEndedSo(task, settlement));
    });
  }

  /** Whether an earlier try has come true of which nothing was heard. */
  private async hasEndedSo(task: string, { outcome }: Settlement): Promise<boolean> {
    const rows = await this.database.query(
      `select id from platen.task where id = $1 and status = 'ended' and outcome = $2::jsonb`,
      [task, JSON.stringify(outcome)],
    );
    return rows.length > 0;
  }

  private async settleOnce(
    task: string,
    settlement: Settlement,
    isAsynchronous: boolean,
  ): Promise<boolean> {
    const { webhook } = settlement;
    if (webhook === undefined && !isAsynchronous) return this.end(this.database, task, settlement);
    return this.database.transaction(async (tx) => {
      if (!(await this.end(tx, task, settlement))) return false;
      if (isAsynchronous) await this.queue.remove(tx, 'tasks', task);
      if (webhook !== undefined) await this.queue.add(tx, 'webhooks', task, webhook);
      return true;
    });
  }

  /** Ends it as if it had never been; an asynchronous one waits for another server, for so many seconds at least. */
  async requeue(task: string, isAsynchronous: boolean, how: RequeueOptions = {}): Promise<void> {
    await withRetry(async () => this.requeueOnce(task, isAsynchronous, how));
  }

  private async requeueOnce(
    task: string,
    isAsynchronous: boolean,
    { delaySeconds = 0, isAttempt = false }: RequeueOptions,
  ): Promise<void> {
    if (!isAsynchronous) {
      await this.database.query(
        `with gone as (
          delete from platen.task where id = $1 and server = $2 and status = 'running' returning account, costs
        )
        update platen.account a set credits = credits + gone.costs from gone where a.id = gone.account`,
        [task, this.server],
      );
      return;
    }
    await this.database.transaction(async (tx) => {
      const rows = await tx.query(
        `update platen.task set status = 'queued', server = null, attempts = attempts - $3::integer
        where id = $1 and server = $2 and status = 'running' returning id`,
        [task, this.server, isAttempt ? 0 : 1],
      );
      if (rows.length === 0) return;
      await this.queue.remove(tx, 'tasks', task);
      await this.queue.add(tx, 'tasks', task, {}, delaySeconds);
    });
  }

  private async end(
    tx: Queryable,
    task: string,
    { outcome, stored, isPassing = false }: Settlement,
  ): Promise<boolean> {
    const values: SqlValue[] = [task, this.server, JSON.stringify(outcome)];
    // Only what is needed: each part costs time in the embedded database, also if it does nothing.
    const parts = [endsTask(stored === undefined ? keptFor : keptForPdf)];
    if (outcome.kind === 'failed') parts.push(givesCreditBack);
    if (isPassing) parts.push(forgetsKey);
    if (stored !== undefined) {
      parts.push(keepsPdf);
      values.push(stored.token, stored.name, stored.size, stored.expires);
    }
    const rows = await tx.query(`with ${parts.join(', ')} select id from ended`, values);
    return rows.length > 0;
  }
}

/** Until when it is known what became of a task: that of a PDF, as long as it is kept too. */
const keptFor = `now() + interval '${retentionHours} hours'`;
const keptForPdf = `greatest(${keptFor}, to_timestamp($7::float8 / 1000))`;

const endsTask = (keptUntil: string) => `ended as (
  update platen.task set status = 'ended', ended = now(), kept_until = ${keptUntil}, server = null, outcome = $3::jsonb, request = null
  where id = $1 and server = $2 and status = 'running' returning id, account, costs
)`;
const givesCreditBack = `refunded as (
  update platen.account a set credits = credits + ended.costs from ended where a.id = ended.account and ended.costs > 0
)`;
const forgetsKey =
  'forgotten as (delete from platen.idempotency k using ended where k.task = ended.id)';
const keepsPdf = `kept as (
  insert into platen.stored_pdf (token, name, size, expires)
  select $4, $5, $6::bigint, to_timestamp($7::float8 / 1000) from ended
)`;
