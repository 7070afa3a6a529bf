import { type CpuByKind, ProcessCounter, cpuBetween, treeCpu } from '../measure/process-tree.js';

/** One document to convert. */
export interface Item {
  readonly source: string;
  readonly target: string;
}

/** The task of one contestant, which runs in its own process. */
export interface Task {
  readonly items: readonly Item[];
  readonly concurrency: number;
  /** Number of items that are converted first and not counted. */
  readonly warmUp: number;
  /** Numbers of items after which to pause until the bench has measured. */
  readonly pauseAt: readonly number[];
  /** Whether the documents are passed as text instead of as files, if the contestant can. */
  readonly asText: boolean;
  /** Which of its programs or ways the contestant uses. */
  readonly variant?: string;
}

/** A contestant's measurements. */
export interface Outcome {
  /** From the first item to the last. */
  readonly seconds: number;
  /** Per item. */
  readonly latenciesMs: readonly number[];
  /** Of printing only, if the contestant knows it. */
  readonly printMs?: readonly number[];
  /** Resident memory of the contestant's process in bytes: before the items, and the peak. */
  readonly ownMemory: { readonly before: number; readonly peak: number };
  /** Of the contestant's process and its descendants; empty if the system does not report it. */
  readonly cpu: CpuByKind;
  /** Number of processes that were started. */
  readonly processes: number;
  readonly failures: readonly string[];
}

/** Messages of a contestant to the bench. */
export type Message =
  | { readonly type: 'made'; readonly count: number }
  | { readonly type: 'done'; readonly outcome: Outcome };

/** Converts one item; returns the milliseconds of printing only, if known. */
export type Maker = (item: Item) => Promise<number | undefined>;

const memoryIntervalMs = 20;

/** Runs the task that the bench sends to this process, and sends back the outcome. */
export async function runTask(open: (task: Task) => Maker | Promise<Maker>): Promise<void> {
  // Exits if the bench is gone.
  process.once('disconnect', () => process.exit(1));
  const task = await new Promise<Task>((received) => process.once('message', received));
  const make = await open(task);
  const rounds = Math.ceil(task.warmUp / task.items.length);
  const first = Array.from({ length: rounds }, () => task.items)
    .flat()
    .slice(0, task.warmUp);
  await inTurns(first, task.concurrency, async (item) => {
    // A failure here fails again when it counts.
    await Promise.allSettled([make(item)]);
  });
  const outcome = await measure(task, make);
  await send({ type: 'done', outcome });
}

async function measure({ items, concurrency, pauseAt }: Task, make: Maker): Promise<Outcome> {
  const latenciesMs: number[] = [];
  const printMs: number[] = [];
  const failures: string[] = [];
  const before = process.memoryUsage.rss();
  let peak = before;
  const watch = setInterval(
    () => (peak = Math.max(peak, process.memoryUsage.rss())),
    memoryIntervalMs,
  );
  const counter = new ProcessCounter(process.pid);
  const cpuBefore = treeCpu(process.pid);
  const start = performance.now();
  await inTurns(items, concurrency, async (item) => {
    const begin = performance.now();
    try {
      const print = await make(item);
      latenciesMs.push(performance.now() - begin);
      if (print !== undefined) printMs.push(print);
      const count = latenciesMs.length;
      await send({ type: 'made', count });
      if (pauseAt.includes(count)) await new Promise((goOn) => process.once('message', goOn));
    } catch (error) {
      failures.push(`${item.source}: ${error instanceof Error ? error.message : String(error)}`);
    }
  });
  clearInterval(watch);
  const seconds = (performance.now() - start) / 1000;
  const cpu = cpuBetween(cpuBefore, treeCpu(process.pid));
  const processes = counter.stop();
  return { seconds, latenciesMs, printMs, ownMemory: { before, peak }, cpu, processes, failures };
}

async function inTurns(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = items.values();
  const takeAll = async () => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: limit }, takeAll));
}

/** Resolves once the message is sent, so that the process may exit. */
async function send(message: Message): Promise<void> {
  await new Promise((sent) => process.send?.(message, undefined, undefined, sent));
}
