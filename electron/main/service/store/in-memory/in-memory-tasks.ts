import type { WireRequest } from '../../../../shared/request/wire.js';
import { retentionHours } from '../../retention.js';
import type {
  Admission,
  TaskSubmission,
  Outcome,
  QueueRoom,
  Settlement,
  TakenTask,
  TaskState,
} from '../service-store.js';

/** Who asks for a PDF that is kept for longer is answered for as long; an `Idempotency-Key` is not. */
const rememberedMs = retentionHours * 60 * 60 * 1000;
/** How many answers are remembered at most. */
const rememberedTasks = 10_000;

interface Task {
  readonly id: string;
  readonly account: string;
  readonly testMode: boolean;
  readonly base: string;
  readonly isAsynchronous: boolean;
  readonly idempotency: TaskSubmission['idempotency'];
  /** Forgotten when it has ended. */
  request: WireRequest | null;
  /** Of the request while it waits, as JSON. */
  readonly bytes: number;
  status: TaskState['status'];
  attempt: number;
  outcome?: Outcome;
  ended?: number;
  /** Then it is forgotten; in milliseconds since the epoch, as `ended` is. */
  keptUntil?: number;
}

/** The requests of one run, in memory. Of one that has ended only the answer is kept, and only where somebody may ask for it again. */
export class InMemoryTasks {
  readonly #tasks = new Map<string, Task>();
  readonly #byKey = new Map<string, Task>();
  readonly #queued = new Set<Task>();
  #work: ((taken: TakenTask) => Promise<void>) | null = null;
  #concurrency = 0;
  #taken = 0;

  /** How many asynchronous tasks wait. */
  get queued(): number {
    return this.#queued.size;
  }

  admit(id: string, application: TaskSubmission, room?: QueueRoom): Admission {
    const { account, request, testMode, base, idempotency, isAsynchronous } = application;
    const known = idempotency && this.#byKey.get(idempotency.key);
    if (known && isRemembered(known)) return admissionOf(known, application);
    const bytes = isAsynchronous ? Buffer.byteLength(JSON.stringify(request)) : 0;
    if (isAsynchronous && !this.#hasRoom(bytes, room)) return { kind: 'queue-full' };
    const task: Task = {
      id,
      account,
      testMode,
      base,
      isAsynchronous,
      idempotency,
      request: isAsynchronous ? request : null,
      bytes,
      status: isAsynchronous ? 'queued' : 'running',
      attempt: 0,
    };
    this.#tasks.set(id, task);
    if (idempotency) this.#byKey.set(idempotency.key, task);
    if (isAsynchronous) this.#queued.add(task);
    this.#take();
    return { kind: 'admitted', task: id };
  }

  /** @returns false if there is no such task any more */
  end(id: string, { outcome, stored, isPassing = false }: Settlement): boolean {
    const task = this.#tasks.get(id);
    if (task === undefined || task.status === 'ended') return false;
    task.status = 'ended';
    task.outcome = outcome;
    task.ended = Date.now();
    task.keptUntil = Math.max(task.ended + rememberedMs, stored?.expires ?? 0);
    task.request = null;
    if (isPassing) this.#forgetKey(task);
    const isAskedFor = task.isAsynchronous || (task.idempotency !== undefined && !isPassing);
    if (!isAskedFor) this.#tasks.delete(id);
    // They end about in the order in which they came: the oldest is the first.
    if (this.#tasks.size > rememberedTasks) this.#forgetOldest();
    return true;
  }

  requeue(id: string): void {
    const task = this.#tasks.get(id);
    if (task === undefined || task.status === 'ended') return;
    if (task.isAsynchronous) {
      task.status = 'queued';
      this.#queued.add(task);
      this.#take();
    } else this.#forget(task);
  }

  stateOf(id: string): TaskState | null {
    const task = this.#tasks.get(id);
    if (task === undefined) return null;
    return { status: task.status, ...(task.outcome && { outcome: task.outcome }) };
  }

  execute(work: (taken: TakenTask) => Promise<void>, concurrency: number): void {
    this.#work = work;
    this.setConcurrency(concurrency);
  }

  setConcurrency(concurrency: number): void {
    this.#concurrency = concurrency;
    this.#take();
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
    if (room === undefined || this.#queued.size === 0) return true;
    const waiting = [...this.#queued].reduce((sum, task) => sum + task.bytes, 0);
    return this.#queued.size < room.tasks && waiting + bytes <= room.bytes;
  }

  #take(): void {
    for (const task of this.#queued) {
      const { id, account, testMode, base, request, idempotency } = task;
      if (this.#work === null || this.#taken >= this.#concurrency || request === null) return;
      this.#queued.delete(task);
      this.#taken += 1;
      task.status = 'running';
      task.attempt += 1;
      const { attempt } = task;
      const taken = { task: id, account, request, testMode, base, attempt };
      void this.#work({ ...taken, ...(idempotency && { idempotency }) }).finally(() => {
        this.#taken -= 1;
        this.#take();
      });
    }
  }

  #forgetOldest(): void {
    for (const task of this.#tasks.values()) {
      if (task.status !== 'ended') continue;
      this.#forget(task);
      return;
    }
  }

  #forget(task: Task): void {
    this.#tasks.delete(task.id);
    this.#forgetKey(task);
  }

  /** The key may be that of a later task by now. */
  #forgetKey(task: Task): void {
    const key = task.idempotency?.key;
    if (key !== undefined && this.#byKey.get(key) === task) this.#byKey.delete(key);
  }
}

/** Whether its key still counts. */
function isRemembered({ ended }: Task): boolean {
  return ended === undefined || ended >= Date.now() - rememberedMs;
}

function admissionOf(known: Task, { idempotency }: TaskSubmission): Admission {
  const { id: task, outcome, isAsynchronous } = known;
  if (known.idempotency?.digest !== idempotency?.digest) return { kind: 'key-reused' };
  if (outcome === undefined) return { kind: 'under-way', task, isAsynchronous };
  return { kind: 'answered', task, outcome };
}
