import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { WireRequest } from '../../../shared/request/wire.js';
import { retentionHours, taskRetryDelay, webhookRetryDelay } from '../contract/schedules.js';
import {
  type Admission,
  type AuthorizedAccount,
  type FirstTask,
  type Outcome,
  type QueueRoom,
  type RemovedTask,
  type ServiceStore,
  type StoreFigures,
  type Settlement,
  type StoredPdf,
  type ClaimedTask,
  type TaskState,
  type TaskSubmission,
  type WebhookTask,
  fits,
  requestBytes,
  noKeyLimits,
  repeatedAdmission,
  tokenOf,
} from './service-store.js';

/** The account of every request if there are no accounts. */
export const runAccount: AuthorizedAccount = {
  id: 'run',
  name: 'run',
  credits: Number.MAX_SAFE_INTEGER,
  rate: null,
  concurrency: null,
  bucketPrefix: null,
  hasWebhookSecret: false,
  apiKey: { id: 'run', ...noKeyLimits },
};

export function newRunKey(): string {
  return `platen_run_${randomBytes(32).toString('base64url')}`;
}

export interface InMemoryStoreEvents {
  /** Receives errors of background work, which is retried. */
  readonly onError?: (error: unknown) => void;
}

const ignore = () => undefined;

/**
 * The store of a service without accounts. Its only account has unlimited credits, and its data
 * ends with the run, because the key of its requests does. It needs no database and opens
 * immediately.
 */
export class InMemoryStore implements ServiceStore {
  readonly #keyDigest: Buffer;
  readonly #tasks: InMemoryTasks;
  readonly #webhooks: InMemoryWebhooks;
  readonly #stored = new Map<string, { readonly pdf: StoredPdf; readonly account: string }>();

  /** @param key of this run; empty if none is required */
  constructor(key: string, { onError = ignore }: InMemoryStoreEvents = {}) {
    this.#keyDigest = sha256(key);
    this.#tasks = new InMemoryTasks(onError);
    this.#webhooks = new InMemoryWebhooks();
  }

  async accountOfKey(key: string): Promise<AuthorizedAccount | null> {
    return Promise.resolve(timingSafeEqual(sha256(key), this.#keyDigest) ? runAccount : null);
  }

  /** The only account uses the service's own secret. */
  async webhookSecretOf(): Promise<string | null> {
    return Promise.resolve(null);
  }

  async admit(submission: TaskSubmission, room?: QueueRoom): Promise<Admission> {
    return Promise.resolve(this.#tasks.admit(submission, room));
  }

  async ping(): Promise<void> {
    return Promise.resolve();
  }

  async figures(): Promise<StoreFigures> {
    const waitingWebhooks = this.#webhooks.waiting;
    return Promise.resolve({ queuedTasks: this.#tasks.queued, waitingWebhooks });
  }

  async settle(task: string, settlement: Settlement): Promise<boolean> {
    const account = this.#tasks.settle(task, settlement);
    if (account === null) return Promise.resolve(false);
    const { stored, webhook } = settlement;
    if (stored) this.#stored.set(stored.token, { pdf: stored, account });
    if (webhook) this.#webhooks.add(webhook);
    return Promise.resolve(true);
  }

  async requeue(task: string): Promise<void> {
    this.#tasks.requeue(task);
    return Promise.resolve();
  }

  async stateOf(task: string, account: string): Promise<TaskState | null> {
    return Promise.resolve(this.#tasks.stateOf(task, account));
  }

  async storedPdf(token: string): Promise<StoredPdf | null> {
    const pdf = this.#stored.get(token)?.pdf;
    return Promise.resolve(pdf && pdf.expires > Date.now() ? pdf : null);
  }

  async removePdf(token: string, account: string): Promise<boolean> {
    const isOwn = this.#stored.get(token)?.account === account;
    return Promise.resolve(isOwn && this.#stored.delete(token));
  }

  async removeTask(task: string, account: string): Promise<RemovedTask | null> {
    const removed = this.#tasks.remove(task, account);
    if (removed?.token) this.#stored.delete(removed.token);
    return Promise.resolve(removed);
  }

  async unknownTokens(tokens: readonly string[]): Promise<readonly string[]> {
    return Promise.resolve(tokens.filter((token) => !this.#stored.has(token)));
  }

  async removeExpired(now: number): Promise<readonly string[]> {
    this.#tasks.forgetBefore(now);
    const all = [...this.#stored.values()].map(({ pdf }) => pdf);
    const expired = all.filter(({ expires }) => expires <= now);
    for (const { token } of expired) this.#stored.delete(token);
    return Promise.resolve(expired.map(({ token }) => token));
  }

  execute(work: (claimed: ClaimedTask) => Promise<void>, concurrency: number): void {
    this.#tasks.execute(work, concurrency);
  }

  /** Applies at once; running tasks continue. */
  setConcurrency(concurrency: number): void {
    this.#tasks.setConcurrency(concurrency);
  }

  postWebhooks(
    post: (task: WebhookTask) => Promise<void>,
    onGivenUp: (task: WebhookTask) => void = ignore,
  ): void {
    this.#webhooks.start(post, onGivenUp);
  }

  async stopClaiming(): Promise<void> {
    this.#tasks.stop();
    return Promise.resolve();
  }

  /** Sends the webhooks of everything that was settled before. */
  async close(): Promise<void> {
    await this.#webhooks.end();
  }
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

const retentionMs = retentionHours * 60 * 60 * 1000;
const maxRetainedTasks = 10_000;

interface Task {
  readonly id: string;
  readonly account: string;
  readonly apiKey: string;
  readonly testMode: boolean;
  readonly base: string;
  readonly isAsynchronous: boolean;
  readonly idempotency: TaskSubmission['idempotency'];
  /** Of an asynchronous task until it ends. */
  request: WireRequest | null;
  /** Size of the request as JSON. */
  readonly bytes: number;
  status: TaskState['status'];
  attempt: number;
  /** How often it was started, also after a requeue that does not count as an attempt. */
  starts: number;
  outcome?: Outcome;
  /** In milliseconds since the epoch, as `keptUntil` is. */
  ended?: number;
  keptUntil?: number;
}

/**
 * The tasks of one run. Of an ended task only the outcome is kept, and only if it can be requested
 * again.
 */
class InMemoryTasks {
  readonly #onError: (error: unknown) => void;
  readonly #tasks = new Map<string, Task>();
  readonly #byKey = new Map<string, Task>();
  readonly #queued = new Set<Task>();
  #work: ((claimed: ClaimedTask) => Promise<void>) | null = null;
  #concurrency = 0;
  #running = 0;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  get queued(): number {
    return this.#queued.size;
  }

  admit(submission: TaskSubmission, room?: QueueRoom): Admission {
    const { account, apiKey, request, testMode, base, idempotency, isAsynchronous } = submission;
    const earlier = idempotency && this.#byKey.get(idempotency.key);
    if (earlier && isKeyValid(earlier)) return repeatedAdmission(firstTask(earlier), submission);
    const bytes = isAsynchronous ? requestBytes(request) : 0;
    if (isAsynchronous && !this.#hasRoom(bytes, room)) return { kind: 'queue-full' };
    const task: Task = {
      id: randomUUID(),
      account,
      apiKey,
      testMode,
      base,
      isAsynchronous,
      idempotency,
      request: isAsynchronous ? request : null,
      bytes,
      status: isAsynchronous ? 'queued' : 'running',
      attempt: 0,
      starts: 0,
    };
    this.#tasks.set(task.id, task);
    if (idempotency) this.#byKey.set(idempotency.key, task);
    if (isAsynchronous) this.#queued.add(task);
    this.#startQueued();
    return { kind: 'admitted', task: task.id };
  }

  /** @returns the account of the task; null if there is no such task, or it has ended */
  settle(id: string, { outcome, stored, isTransient = false }: Settlement): string | null {
    const task = this.#tasks.get(id);
    if (task === undefined || task.status === 'ended') return null;
    task.status = 'ended';
    task.outcome = outcome;
    task.ended = Date.now();
    task.keptUntil = Math.max(task.ended + retentionMs, stored?.expires ?? 0);
    task.request = null;
    if (isTransient) this.#forgetKey(task);
    const isRepeatable = task.isAsynchronous || (task.idempotency !== undefined && !isTransient);
    if (!isRepeatable) this.#tasks.delete(id);
    if (this.#tasks.size > maxRetainedTasks) this.#forgetOldest();
    return task.account;
  }

  remove(id: string, account: string): RemovedTask | null {
    const task = this.#tasks.get(id);
    if (task?.account !== account) return null;
    this.#queued.delete(task);
    this.#forget(task);
    // So that it is not retried when its work ends.
    task.status = 'ended';
    return { token: task.outcome === undefined ? null : tokenOf(task.outcome) };
  }

  requeue(id: string): void {
    const task = this.#tasks.get(id);
    if (task === undefined || task.status === 'ended') return;
    if (!task.isAsynchronous) {
      this.#forget(task);
      return;
    }
    task.status = 'queued';
    task.attempt -= 1;
    this.#queued.add(task);
    this.#startQueued();
  }

  stateOf(id: string, account: string): TaskState | null {
    const task = this.#tasks.get(id);
    if (task?.account !== account) return null;
    return { status: task.status, ...(task.outcome && { outcome: task.outcome }) };
  }

  execute(work: (claimed: ClaimedTask) => Promise<void>, concurrency: number): void {
    this.#work = work;
    this.setConcurrency(concurrency);
  }

  setConcurrency(concurrency: number): void {
    this.#concurrency = concurrency;
    this.#startQueued();
  }

  stop(): void {
    this.#work = null;
  }

  forgetBefore(now: number): void {
    for (const task of this.#tasks.values()) {
      if (task.keptUntil !== undefined && task.keptUntil < now) this.#forget(task);
    }
  }

  #hasRoom(bytes: number, room: QueueRoom | undefined): boolean {
    const waiting = [...this.#queued].reduce((sum, task) => sum + task.bytes, 0);
    return fits(bytes, { tasks: this.#queued.size, bytes: waiting }, room);
  }

  #startQueued(): void {
    for (const task of this.#queued) {
      const { request } = task;
      if (this.#work === null || this.#running >= this.#concurrency || request === null) return;
      this.#queued.delete(task);
      void this.#run(task, request, this.#work);
    }
  }

  async #run(
    task: Task,
    request: WireRequest,
    work: (claimed: ClaimedTask) => Promise<void>,
  ): Promise<void> {
    this.#running += 1;
    task.status = 'running';
    task.attempt += 1;
    task.starts += 1;
    const { id, account, apiKey, testMode, base, idempotency, attempt, starts } = task;
    const sent = { task: id, account, apiKey, request, testMode, base };
    const claimed = { ...sent, attempt, concurrency: null, keyConcurrency: null };
    await work({ ...claimed, ...(idempotency && { idempotency }) }).catch(this.#onError);
    this.#running -= 1;
    if (isUnsettled(task, starts)) this.#retryLater(task);
    this.#startQueued();
  }

  #retryLater(task: Task): void {
    task.status = 'queued';
    const retry = () => {
      // It may have been deleted meanwhile.
      if (task.status !== 'queued') return;
      this.#queued.add(task);
      this.#startQueued();
    };
    setTimeout(retry, taskRetryDelay(task.attempt) * 1000).unref();
  }

  #forgetOldest(): void {
    const oldest = [...this.#tasks.values()].find(({ status }) => status === 'ended');
    if (oldest) this.#forget(oldest);
  }

  #forget(task: Task): void {
    this.#tasks.delete(task.id);
    this.#forgetKey(task);
  }

  /** Leaves the key alone if a later task has it. */
  #forgetKey(task: Task): void {
    const key = task.idempotency?.key;
    if (key !== undefined && this.#byKey.get(key) === task) this.#byKey.delete(key);
  }
}

/** Whether the work of the latest start has neither settled nor requeued the task. */
function isUnsettled(task: Task, starts: number): boolean {
  return task.status === 'running' && task.starts === starts;
}

function firstTask({ id, idempotency, isAsynchronous, outcome }: Task): FirstTask {
  const digest = idempotency?.digest ?? '';
  return { task: id, digest, isAsynchronous, outcome: outcome ?? null };
}

function isKeyValid({ ended }: Task): boolean {
  return ended === undefined || ended >= Date.now() - retentionMs;
}

type PostWebhook = (task: WebhookTask) => Promise<void>;

/** The webhooks of one run: retried as usual, and once more when the run ends. */
class InMemoryWebhooks {
  /** Retries that wait, by their timers. */
  readonly #waiting = new Map<NodeJS.Timeout, () => void>();
  readonly #running = new Set<Promise<void>>();
  #post: PostWebhook | null = null;
  #onGivenUp: (task: WebhookTask) => void = ignore;
  #isEnding = false;

  get waiting(): number {
    return this.#waiting.size;
  }

  add(task: WebhookTask): void {
    this.#try(task, 1);
  }

  start(post: PostWebhook, onGivenUp: (task: WebhookTask) => void): void {
    this.#post = post;
    this.#onGivenUp = onGivenUp;
  }

  /** Tries every waiting webhook once more. Resolves when none is being posted. */
  async end(): Promise<void> {
    this.#isEnding = true;
    for (const [timer, retry] of this.#waiting) {
      clearTimeout(timer);
      retry();
    }
    this.#waiting.clear();
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  #try(task: WebhookTask, attempt: number): void {
    if (this.#post === null) {
      this.#onGivenUp(task);
      return;
    }
    const delivery = this.#post(task)
      .catch((error: unknown) => this.#retryLater(task, attempt, error))
      .finally(() => this.#running.delete(delivery));
    this.#running.add(delivery);
  }

  #retryLater(task: WebhookTask, attempt: number, error: unknown): void {
    const delay = this.#isEnding ? null : webhookRetryDelay(error, attempt);
    if (delay === null) {
      this.#onGivenUp(task);
      return;
    }
    const timer = setTimeout(() => {
      this.#waiting.delete(timer);
      this.#try(task, attempt + 1);
    }, delay).unref();
    this.#waiting.set(timer, () => this.#try(task, attempt + 1));
  }
}
