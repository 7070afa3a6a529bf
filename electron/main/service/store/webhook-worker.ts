import type { Database, Queryable } from './database.js';
import { withRetry } from './with-retry.js';
import { Poller, type WorkLoop } from './poller.js';
import type { WebhookTask } from './service-store.js';
import type { QueuedWork, TaskQueue } from './task-queue.js';
import { delayOfWebhook } from '../webhook-schedule.js';

/** How many messages one server posts at the same time. */
const concurrency = 8;

interface WebhookWorkerParts {
  readonly database: Database;
  readonly queue: TaskQueue;
  readonly server: string;
  /** Tasks whose messages this server posts. */
  readonly posting: Set<string>;
  readonly onError: (error: unknown) => void;
}

/** Posts messages. One that is interrupted is tried again later, by whichever server is free then, until it is given up. */
export function webhookWorker(
  parts: WebhookWorkerParts,
  post: (task: WebhookTask) => Promise<void>,
  intervalMs: number,
): WorkLoop {
  const { database, queue, posting, onError } = parts;
  return new Poller<QueuedWork>({
    concurrency,
    intervalMs,
    onError,
    take: (limit) => takeWebhooks(parts, limit),
    execute: async ({ id, data }) => {
      posting.add(id);
      // What lies in this queue was put there by `Settlements`, or below.
      const { tries = 0, ...message } = data as WebhookTask & { readonly tries?: number };
      const delay = await post(message).then(
        () => null,
        (thrown: unknown) => delayOfWebhook(thrown, tries + 1),
      );
      await withRetry(async () =>
        database.transaction(async (tx) => {
          await tx.query('update platen.task set poster = null where id = $1', [id]);
          await queue.remove(tx, 'webhooks', id);
          if (delay === null) return;
          const again = { ...message, tries: tries + 1 };
          await queue.add(tx, 'webhooks', id, again, Math.ceil(delay / 1000));
        }),
      ).finally(() => posting.delete(id));
    },
  });
}

/** Has a message posted anew that this server no longer posts, as what came of it could not be written. */
export async function postAgain(
  { database, queue, server }: Pick<WebhookWorkerParts, 'database' | 'queue' | 'server'>,
  id: string,
): Promise<void> {
  await database.transaction(async (tx) => {
    const rows = await tx.query(
      'update platen.task set poster = null where id = $1 and poster = $2 returning id',
      [id, server],
    );
    if (rows.length > 0) await queue.failed(tx, 'webhooks', id);
  });
}

/** Takes messages out of the queue, and notes who posts them, in one transaction. */
async function takeWebhooks(
  { database, queue, server }: WebhookWorkerParts,
  limit: number,
): Promise<readonly QueuedWork[]> {
  return database.transaction(async (tx: Queryable) => {
    const work = await queue.take(tx, 'webhooks', limit);
    if (work.length === 0) return [];
    const ids = work.map(({ id }) => id);
    await tx.query('update platen.task set poster = $2 where id = any($1::uuid[])', [ids, server]);
    return work;
  });
}
