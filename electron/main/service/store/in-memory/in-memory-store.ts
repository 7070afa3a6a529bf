import { randomUUID, timingSafeEqual } from 'node:crypto';
import { sha256 } from './digest.js';
import type {
  Account,
  Admission,
  TaskSubmission,
  QueueRoom,
  ServiceStore,
  Settlement,
  StoredPdf,
  TakenTask,
  TaskState,
  WebhookTask,
} from '../service-store.js';
import { InMemoryTasks } from './in-memory-tasks.js';
import { InMemoryWebhooks } from './in-memory-webhooks.js';

/** Everybody's account where there are no accounts. */
export const runAccount: Account = {
  id: 'run',
  name: 'run',
  credits: Number.MAX_SAFE_INTEGER,
  rate: null,
};

/**
 * What a service without accounts remembers: nothing beyond its run. There is one account that never runs out of credits, and what it asked for is gone with
 * the key that it asked with. So it needs no database, and starts at once.
 */
export class InMemoryStore implements ServiceStore {
  readonly #keyDigest: Buffer;
  readonly #tasks: InMemoryTasks;
  readonly #webhooks: InMemoryWebhooks;
  readonly #stored = new Map<string, StoredPdf>();

  /**
   * @param key of this run; empty where none is asked for
   * @param onGivenUp hears of messages that nobody took
   */
  constructor(key: string, onGivenUp: (task: WebhookTask) => void = () => undefined) {
    this.#keyDigest = sha256(key);
    this.#tasks = new InMemoryTasks();
    this.#webhooks = new InMemoryWebhooks(onGivenUp);
  }

  async accountOfKey(key: string): Promise<Account | null> {
    return Promise.resolve(timingSafeEqual(sha256(key), this.#keyDigest) ? runAccount : null);
  }

  async admit(application: TaskSubmission, room?: QueueRoom): Promise<Admission> {
    return Promise.resolve(this.#tasks.admit(randomUUID(), application, room));
  }

  async ping(): Promise<void> {
    return Promise.resolve();
  }

  async queuedTasks(): Promise<number> {
    return Promise.resolve(this.#tasks.queued);
  }

  async settle(task: string, settlement: Settlement): Promise<boolean> {
    const isOurs = this.#tasks.end(task, settlement);
    if (isOurs && settlement.stored) this.#stored.set(settlement.stored.token, settlement.stored);
    if (isOurs && settlement.webhook) this.#webhooks.add(settlement.webhook);
    return Promise.resolve(isOurs);
  }

  async requeue(task: string): Promise<void> {
    this.#tasks.requeue(task);
    return Promise.resolve();
  }

  async stateOf(task: string): Promise<TaskState | null> {
    return Promise.resolve(this.#tasks.stateOf(task));
  }

  async storedPdf(token: string): Promise<StoredPdf | null> {
    return Promise.resolve(this.#stored.get(token) ?? null);
  }

  async unknownTokens(tokens: readonly string[]): Promise<readonly string[]> {
    return Promise.resolve(tokens.filter((token) => !this.#stored.has(token)));
  }

  async takeExpired(now: number): Promise<readonly string[]> {
    this.#tasks.forgetBefore(now);
    const expired = [...this.#stored.values()].filter(({ expires }) => expires <= now);
    for (const { token } of expired) this.#stored.delete(token);
    return Promise.resolve(expired.map(({ token }) => token));
  }

  execute(work: (taken: TakenTask) => Promise<void>, concurrency: number): void {
    this.#tasks.execute(work, concurrency);
  }

  setConcurrency(concurrency: number): void {
    this.#tasks.setConcurrency(concurrency);
  }

  postWebhooks(post: (task: WebhookTask) => Promise<void>): void {
    this.#webhooks.start(post);
  }

  async stopTaking(): Promise<void> {
    this.#tasks.stop();
    return Promise.resolve();
  }

  /** What ends until now has its webhook sent. */
  async close(): Promise<void> {
    await this.#webhooks.end();
  }
}
