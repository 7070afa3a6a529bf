import { withRetry } from '../../util/async.js';
import { webhookRetryDelay } from '../contract/schedules.js';
import type { Database, Queryable } from './database.js';
import type { WebhookTask } from './service-store.js';
import type { QueuedJob, TaskQueue } from './task-queue.js';
import { databaseRetry } from './task-repository.js';

/** A webhook that this server posts. */
export interface ClaimedWebhook {
  readonly task: string;
  readonly webhook: WebhookTask;
  /** From 1. */
  readonly attempt: number;
}

/**
 * The webhooks in the database. An interrupted one is retried by any server until it is given up.
 */
export class WebhookRepository {
  readonly #database: Database;
  readonly #queue: TaskQueue;
  readonly #server: string;
  readonly #posting = new Set<string>();

  constructor(database: Database, queue: TaskQueue, server: string) {
    this.#database = database;
    this.#queue = queue;
    this.#server = server;
  }

  /** Whether this server posts the webhook of a task. */
  isPosting(task: string): boolean {
    return this.#posting.has(task);
  }

  /** Requeues a webhook that the database assigns to this server although it doesn't post it. */
  async requeueOrphan(task: string): Promise<void> {
    await this.#database.transaction(async (tx) => {
      const rows = await tx.query(
        'update platen.task set poster = null where id = $1 and poster = $2 returning id',
        [task, this.#server],
      );
      if (rows.length > 0) await this.#queue.retryWebhook(tx, task);
    });
  }

  /** Assigns the webhook of a job to this server. */
  async claim(tx: Queryable, { id, data }: QueuedJob): Promise<ClaimedWebhook> {
    await tx.query('update platen.task set poster = $2 where id = $1', [id, this.#server]);
    // `TaskRepository` or the retry below has added the job.
    const { attempts = 0, ...webhook } = data as WebhookTask & { readonly attempts?: number };
    return { task: id, webhook, attempt: attempts + 1 };
  }

  /** Posts a webhook; an interrupted one is queued again, after the delay that it requires. */
  async execute(
    { task, webhook, attempt }: ClaimedWebhook,
    post: (webhook: WebhookTask) => Promise<void>,
    onGivenUp: (webhook: WebhookTask) => void,
  ): Promise<void> {
    this.#posting.add(task);
    const delay = await post(webhook).then(
      () => null,
      (error: unknown) => {
        const retry = webhookRetryDelay(error, attempt);
        if (retry === null) onGivenUp(webhook);
        return retry;
      },
    );
    const write = async () =>
      this.#database.transaction(async (tx) => {
        await tx.query('update platen.task set poster = null where id = $1', [task]);
        await this.#queue.remove(tx, 'webhooks', task);
        if (delay === null) return;
        const retry = { ...webhook, attempts: attempt };
        await this.#queue.addWebhook(tx, task, retry, Math.ceil(delay / 1000));
      });
    await withRetry(write, databaseRetry).finally(() => this.#posting.delete(task));
  }
}
