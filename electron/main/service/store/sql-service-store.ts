import { randomUUID } from 'node:crypto';
import { PeriodicTask } from '../periodic-task.js';
import { Admissions } from './admissions.js';
import type { Database } from './database.js';
import { Leases } from './leases.js';
import { postAgain, webhookWorker } from './webhook-worker.js';
import type { WorkLoop } from './poller.js';
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
} from './service-store.js';
import { Settlements } from './settlements.js';
import { SqlAccountRepository } from './account-repository.js';
import { OrphanedTasks } from './orphaned-tasks.js';
import { taskWorker } from './task-worker.js';
import {
  forgetEnded,
  queuedTasks,
  stateOf,
  storedPdf,
  takeExpired,
  unknownTokens,
} from './task-records.js';
import { TaskQueue } from './task-queue.js';

export interface ServiceStoreOptions {
  /** Whether no other process can have the database open. */
  readonly isAlone: boolean;
  /** Hears of what failed in the background and is tried again. */
  readonly onError: (error: unknown) => void;
  /** How long a server counts as alive without a sign of life, in seconds. */
  readonly leaseSeconds?: number;
  /** How often each queue is looked at for work of other servers, in milliseconds. */
  readonly pollMs?: number;
}

const signsPerLease = 4;
/** A minute, with usual leases. */
const leasesPerGrace = 3;
const forgetEveryMs = 10 * 60_000;

/** What servers share, in a PostgreSQL. */
export class SqlServiceStore implements ServiceStore {
  private readonly server = randomUUID();
  private readonly accounts: SqlAccountRepository;
  private readonly admissions: Admissions;
  private readonly settlements: Settlements;
  private readonly leases: Leases;
  private readonly strays: OrphanedTasks;
  /** Asynchronous tasks that this server carries out. */
  private readonly taken = new Set<string>();
  /** The others that it carries out. */
  private readonly held = new Set<string>();
  /** Tasks whose messages it posts. */
  private readonly posting = new Set<string>();
  private readonly loops: WorkLoop[] = [];
  private readonly periodic: PeriodicTask[] = [];
  private wakeTasks: () => void = () => undefined;
  private wakeWebhooks: () => void = () => undefined;

  private constructor(
    private readonly database: Database,
    private readonly queue: TaskQueue,
    private readonly options: ServiceStoreOptions,
  ) {
    const { server } = this;
    this.accounts = new SqlAccountRepository(database);
    this.admissions = new Admissions(database, queue, server);
    this.settlements = new Settlements(database, queue, server);
    this.leases = new Leases(database, queue, server, this.leaseSeconds);
    const known = [this.held, this.taken, this.posting];
    const isKnown = (task: string) => known.some((tasks) => tasks.has(task));
    this.strays = new OrphanedTasks(database, server, isKnown, this.graceMs);
  }

  /**
   * Begins the life of a server: what dead ones left is cleared up first.
   * @param database migrated; the store closes it
   */
  static async open(database: Database, options: ServiceStoreOptions): Promise<SqlServiceStore> {
    const queue = await TaskQueue.open(database, options.isAlone, options.onError);
    const store = new SqlServiceStore(database, queue, options);
    if (options.isAlone) await store.leases.end({ ofOthers: true });
    await store.leases.renew();
    await store.leases.clearUp();
    store.begin();
    return store;
  }

  accountOfKey(key: string): Promise<Account | null> {
    return this.accounts.accountOfKey(key);
  }

  async admit(application: TaskSubmission, room?: QueueRoom): Promise<Admission> {
    const admission = await this.admissions.admit(application, room);
    if (admission.kind !== 'admitted') return admission;
    if (application.isAsynchronous) this.wakeTasks();
    else this.held.add(admission.task);
    return admission;
  }

  async ping(): Promise<void> {
    // One inside this process is there as long as the process is.
    if (!this.options.isAlone) await this.database.query('select 1');
  }

  queuedTasks(): Promise<number> {
    return queuedTasks(this.database);
  }

  async settle(task: string, settlement: Settlement): Promise<boolean> {
    try {
      const hasEnded = await this.settlements.settle(task, settlement, this.taken.has(task));
      this.taken.delete(task);
      if (hasEnded && settlement.webhook !== undefined) this.wakeWebhooks();
      return hasEnded;
    } finally {
      this.held.delete(task);
    }
  }

  async requeue(task: string): Promise<void> {
    try {
      await this.settlements.requeue(task, this.taken.has(task));
      this.taken.delete(task);
    } finally {
      this.held.delete(task);
    }
  }

  stateOf(task: string, account: string): Promise<TaskState | null> {
    return stateOf(this.database, task, account);
  }

  storedPdf(token: string): Promise<StoredPdf | null> {
    return storedPdf(this.database, token);
  }

  unknownTokens(tokens: readonly string[]): Promise<readonly string[]> {
    return unknownTokens(this.database, tokens);
  }

  takeExpired(now: number): Promise<readonly string[]> {
    return takeExpired(this.database, now);
  }

  execute(work: (taken: TakenTask) => Promise<void>, concurrency: number): void {
    const { database, queue, server, settlements, taken } = this;
    const { onError } = this.options;
    const parts = { database, queue, server, settlements, taken, onError };
    const loop = taskWorker(parts, work, concurrency, this.pollMs);
    this.wakeTasks = () => loop.wake();
    this.loops.push(loop);
  }

  postWebhooks(post: (task: WebhookTask) => Promise<void>): void {
    const { database, queue, server, posting } = this;
    const { onError } = this.options;
    const loop = webhookWorker({ database, queue, server, posting, onError }, post, this.pollMs);
    this.wakeWebhooks = () => loop.wake();
    this.loops.push(loop);
  }

  async stopTaking(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()));
  }

  /** Waits for what is under way, gives back what this server still has, and lets go of the database. */
  async close(): Promise<void> {
    await this.stopTaking();
    await Promise.all(this.loops.map((loop) => loop.idle()));
    await Promise.all(this.periodic.map((task) => task.stop()));
    await this.queue.close();
    await this.leases.end();
    await this.leases.clearUp();
    await this.database.close();
  }

  private begin(): void {
    this.every(forgetEveryMs, () => forgetEnded(this.database));
    this.every(this.graceMs / signsPerLease, () => this.requeueOrphans());
    // Nobody clears up after a server that is alone but the one that comes after it.
    if (this.options.isAlone) return;
    this.every((this.leaseSeconds * 1000) / signsPerLease, async () => {
      await this.leases.renew();
      await this.leases.clearUp();
    });
  }

  private async requeueOrphans(): Promise<void> {
    const { database, queue, server } = this;
    for (const { id, isAsynchronous, isMessage } of await this.strays.find()) {
      if (isMessage) await postAgain({ database, queue, server }, id);
      else await this.settlements.requeue(id, isAsynchronous, { isAttempt: true });
    }
  }

  private every(intervalMs: number, work: () => Promise<void>): void {
    this.periodic.push(new PeriodicTask(intervalMs, work, this.options.onError));
  }

  private get leaseSeconds(): number {
    // A server that is alone has its lease until the next one comes.
    return this.options.isAlone ? 10 * 365 * 24 * 3600 : this.sharedLeaseSeconds;
  }

  private get sharedLeaseSeconds(): number {
    return this.options.leaseSeconds ?? 20;
  }

  private get graceMs(): number {
    return this.sharedLeaseSeconds * 1000 * leasesPerGrace;
  }

  private get pollMs(): number {
    return this.options.pollMs ?? 1000;
  }
}
