import type { WireRequest } from '../../../shared/request/wire.js';
import type { Database } from './database.js';
import { delayOfTask } from '../task-schedule.js';
import { Poller, type WorkLoop } from './poller.js';
import type { TakenTask } from './service-store.js';
import type { Settlements } from './settlements.js';
import type { TaskQueue } from './task-queue.js';

export interface TaskWorkerParts {
  readonly database: Database;
  readonly queue: TaskQueue;
  readonly server: string;
  readonly settlements: Settlements;
  /** Tasks that are this server's: put in here when they are taken, and taken out when they are settled or given back. */
  readonly taken: Set<string>;
  readonly onError: (error: unknown) => void;
}

/** Carries out asynchronous tasks, so many at a time. One whose work ends without a settlement comes up again. */
export function taskWorker(
  parts: TaskWorkerParts,
  work: (taken: TakenTask) => Promise<void>,
  concurrency: number,
  intervalMs: number,
): WorkLoop {
  const { settlements, taken, onError } = parts;
  return new Poller<TakenTask>({
    concurrency,
    intervalMs,
    onError,
    take: (limit) => takeTasks(parts, limit),
    execute: async (task) => {
      taken.add(task.task);
      await work(task).catch(onError);
      if (!taken.delete(task.task)) return;
      const how = { delaySeconds: delayOfTask(task.attempt), isAttempt: true };
      await settlements.requeue(task.task, true, how);
    },
  });
}

interface TakenRow {
  readonly task: string;
  readonly account: string;
  readonly request: WireRequest;
  readonly testMode: boolean;
  readonly base: string;
  readonly attempt: number;
  readonly key: string | null;
  readonly digest: string | null;
}

/** Takes tasks out of the queue and makes them this server's, in one transaction. */
async function takeTasks(
  { database, queue, server }: TaskWorkerParts,
  limit: number,
): Promise<readonly TakenTask[]> {
  return database.transaction(async (tx) => {
    const work = await queue.take(tx, 'tasks', limit);
    if (work.length === 0) return [];
    const rows = await tx.query<TakenRow>(
      `with taken as (
        update platen.task set status = 'running', server = $2, attempts = attempts + 1
        where id = any($1::uuid[]) and status = 'queued'
        returning id, account, request, test_mode, base, attempts
      )
      select t.id as task, t.account, t.request, t.test_mode as "testMode", t.base, t.attempts as attempt, k.key, k.digest
      from taken t left join platen.idempotency k on k.task = t.id`,
      [work.map(({ id }) => id), server],
    );
    return rows.map(({ key, digest, ...taken }) =>
      key === null || digest === null ? taken : { ...taken, idempotency: { key, digest } },
    );
  });
}
