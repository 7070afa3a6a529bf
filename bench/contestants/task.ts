/** One document to make. */
export interface Item {
  readonly source: string;
  readonly target: string;
}

/** What one contestant is to do, in a process of its own. */
export interface Task {
  readonly items: readonly Item[];
  readonly concurrency: number;
  /** How many items are made first and not counted. */
  readonly warmUp: number;
  /** After how many items it is to wait until the bench has looked at it. */
  readonly pauseAt: readonly number[];
  /** Which program the contestant `commands` runs. */
  readonly command?: string;
}

/** What a contestant measured. */
export interface Outcome {
  /** From the first item to the last. */
  readonly seconds: number;
  /** Of each item that was made. */
  readonly latenciesMs: readonly number[];
  /** Of printing alone, where the contestant can tell. */
  readonly printMs?: readonly number[];
  /**
   * Resident memory of the contestant's own process, in bytes: before the items, and the most
   * during them.
   */
  readonly ownMemory: { readonly before: number; readonly most: number };
  readonly failures: readonly string[];
}

/** What a contestant tells the bench while it works. */
export type Message =
  | { readonly type: 'made'; readonly count: number }
  | { readonly type: 'done'; readonly outcome: Outcome };

/** Makes one item; gives the milliseconds of printing alone where they are known. */
export type Maker = (item: Item) => Promise<number | undefined>;

const memoryIntervalMs = 20;

/** Runs the task that the bench has sent to this process, and sends back what came of it. */
export async function runTask(open: (task: Task) => Maker | Promise<Maker>): Promise<void> {
  // Without the bench, nobody waits for the rest.
  process.once('disconnect', () => process.exit(1));
  const task = await new Promise<Task>((received) => process.once('message', received));
  const make = await open(task);
  const rounds = Math.ceil(task.warmUp / task.items.length);
  const first = Array.from({ length: rounds }, () => task.items)
    .flat()
    .slice(0, task.warmUp);
  await inTurns(first, task.concurrency, async (item) => {
    // What fails here fails again where it counts.
    await Promise.allSettled([make(item)]);
  });
  const outcome = await measure(task, make);
  await tell({ type: 'done', outcome });
}

async function measure({ items, concurrency, pauseAt }: Task, make: Maker): Promise<Outcome> {
  const latenciesMs: number[] = [];
  const printMs: number[] = [];
  const failures: string[] = [];
  const before = process.memoryUsage.rss();
  let most = before;
  const watch = setInterval(
    () => (most = Math.max(most, process.memoryUsage.rss())),
    memoryIntervalMs,
  );
  const start = performance.now();
  await inTurns(items, concurrency, async (item) => {
    const begin = performance.now();
    try {
      const print = await make(item);
      latenciesMs.push(performance.now() - begin);
      if (print !== undefined) printMs.push(print);
      const count = latenciesMs.length;
      await tell({ type: 'made', count });
      if (pauseAt.includes(count)) await new Promise((goOn) => process.once('message', goOn));
    } catch (error) {
      failures.push(`${item.source}: ${error instanceof Error ? error.message : String(error)}`);
    }
  });
  clearInterval(watch);
  const seconds = (performance.now() - start) / 1000;
  return { seconds, latenciesMs, printMs, ownMemory: { before, most }, failures };
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

/** Resolves when the message has been handed over, so that the process may end. */
async function tell(message: Message): Promise<void> {
  await new Promise((sent) => process.send?.(message, undefined, undefined, sent));
}
