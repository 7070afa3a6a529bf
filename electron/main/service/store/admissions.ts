import { randomUUID } from 'node:crypto';
import { retentionHours } from '../retention.js';
import type { Database, Queryable } from './database.js';
import type { Admission, TaskSubmission, Outcome, QueueRoom } from './service-store.js';
import type { TaskQueue } from './task-queue.js';

/** Takes requests in: holds their credit and remembers their keys, in one transaction each. */
export class Admissions {
  constructor(
    private readonly database: Database,
    private readonly queue: TaskQueue,
    /** This server, which carries out what is not asynchronous. */
    private readonly server: string,
  ) {}

  async admit(application: TaskSubmission, room?: QueueRoom): Promise<Admission> {
    const task = randomUUID();
    if (application.idempotency === undefined && !application.isAsynchronous) {
      return (await this.hold(this.database, task, application))
        ? { kind: 'admitted', task }
        : { kind: 'no-credits' };
    }
    // The first request of a key may be given back between two looks at it: then this one is the first.
    for (;;) {
      const admission = await this.database.transaction((tx) =>
        this.tryOnce(tx, task, application, room),
      );
      if (admission !== null) return admission;
    }
  }

  private async tryOnce(
    tx: Queryable,
    task: string,
    application: TaskSubmission,
    room: QueueRoom | undefined,
  ): Promise<Admission | null> {
    if (!(await claimKey(tx, task, application))) return earlier(tx, application);
    const refused = async (kind: 'no-credits' | 'queue-full'): Promise<Admission> => {
      await tx.query('delete from platen.idempotency where task = $1', [task]);
      return { kind };
    };
    if (application.isAsynchronous && !(await hasRoom(tx, application, room)))
      return refused('queue-full');
    if (!(await this.hold(tx, task, application))) return refused('no-credits');
    if (application.isAsynchronous) await this.queue.add(tx, 'tasks', task, {});
    return { kind: 'admitted', task };
  }

  /** @returns false if the account has no credit left */
  private async hold(
    tx: Queryable,
    task: string,
    { account, request, testMode, base, isAsynchronous }: TaskSubmission,
  ): Promise<boolean> {
    const kept = isAsynchronous ? JSON.stringify(request) : null;
    const rows = await tx.query(
      `with payer as (
        update platen.account set credits = credits - $3::integer where id = $2 and credits >= $3::integer returning id
      )
      insert into platen.task (id, account, server, status, is_asynchronous, test_mode, costs, request, request_bytes, base)
      select $1::uuid, id, $4::uuid, $5, $6::boolean, $7::boolean, $3::integer, $8::jsonb, $9::integer, $10 from payer returning id`,
      [
        task,
        account,
        testMode ? 0 : 1,
        isAsynchronous ? null : this.server,
        isAsynchronous ? 'queued' : 'running',
        isAsynchronous,
        testMode,
        kept,
        kept === null ? 0 : Buffer.byteLength(kept),
        isAsynchronous ? base : '',
      ],
    );
    return rows.length > 0;
  }
}

/** Whether one more asynchronous task may wait. One is let in however large it is where none waits. */
async function hasRoom(
  tx: Queryable,
  { request }: TaskSubmission,
  room: QueueRoom | undefined,
): Promise<boolean> {
  if (room === undefined) return true;
  const [row] = await tx.query<{ tasks: number; bytes: number }>(
    `select count(*)::float8 as tasks, coalesce(sum(request_bytes), 0)::float8 as bytes from platen.task where status = 'queued'`,
  );
  const { tasks, bytes } = row ?? { tasks: 0, bytes: 0 };
  if (tasks === 0) return true;
  return tasks < room.tasks && bytes + Buffer.byteLength(JSON.stringify(request)) <= room.bytes;
}

/** @returns false if another request has the key; waits for one that is just being admitted */
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

interface EarlierTask {
  readonly task: string;
  readonly digest: string;
  readonly asynchronous: boolean;
  readonly outcome: Outcome | null;
}

/** What the first request with the key has come to; null if it has been given back meanwhile. */
async function earlier(
  tx: Queryable,
  { account, idempotency }: TaskSubmission,
): Promise<Admission | null> {
  const [row] = await tx.query<EarlierTask>(
    `select k.task, k.digest, t.is_asynchronous as asynchronous, t.outcome
    from platen.idempotency k join platen.task t on t.id = k.task where k.account = $1 and k.key = $2`,
    [account, idempotency?.key ?? null],
  );
  if (row === undefined) return null;
  const { task, outcome } = row;
  if (row.digest !== idempotency?.digest) return { kind: 'key-reused' };
  if (outcome !== null) return { kind: 'answered', task, outcome };
  return { kind: 'under-way', task, isAsynchronous: row.asynchronous };
}
