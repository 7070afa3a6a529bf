import { fork } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Message, Outcome, Task } from '../contestants/task.js';
import { treeMemory } from './process-tree.js';

/** How often memory is read; it costs a little itself. */
const memoryIntervalMs = 500;

const bundles = process.env['PLATEN_BENCH_BUNDLES'] ?? '';

export interface Measured extends Outcome {
  /**
   * The most that all processes of the contestant had together, in bytes; null where the system
   * does not tell.
   */
  readonly peakMemory: number | null;
  /** The same at the moments asked for: after so many documents. */
  readonly memoryAfter: ReadonlyMap<number, number>;
}

export interface ContestOptions {
  readonly sources: readonly string[];
  /** Where the PDFs go. */
  readonly folder: string;
  readonly concurrency: number;
  readonly warmUp: number;
  readonly command?: string;
  /** After how many documents memory is to be read. */
  readonly memoryAt?: readonly number[];
}

/**
 * Lets one contestant, a bundle of this bench, make PDFs of the sources in a process of its own.
 */
export async function contest(bundle: string, options: ContestOptions): Promise<Measured> {
  mkdirSync(options.folder, { recursive: true });
  const child = fork(join(bundles, `${bundle}.mjs`), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const memoryAfter = new Map<number, number>();
  let peak: number | null = null;
  const read = () => {
    const now = treeMemory(child.pid ?? 0);
    if (now !== null) peak = Math.max(peak ?? 0, now);
    return now;
  };
  const watch = setInterval(read, memoryIntervalMs);
  child.send(taskOf(options));
  try {
    const outcome = await new Promise<Outcome>((done, failed) => {
      child.on('message', (message: Message) => {
        if (message.type === 'done') done(message.outcome);
        else if (options.memoryAt?.includes(message.count) === true) {
          memoryAfter.set(message.count, read() ?? 0);
          child.send('go on');
        }
      });
      child.once('exit', (status) => failed(new Error(`${bundle} ended with ${status}.`)));
    });
    return { ...outcome, peakMemory: peak, memoryAfter };
  } finally {
    clearInterval(watch);
    await new Promise<void>((ended) => {
      if (child.exitCode !== null || child.signalCode !== null) ended();
      else child.once('exit', () => ended());
    });
  }
}

/** Where the PDF of a source goes. */
export function targetOf(source: string, index: number, folder: string): string {
  return join(folder, `${index}-${basename(source).replace(/\.[^.]*$/, '')}.pdf`);
}

function taskOf({
  sources,
  folder,
  concurrency,
  warmUp,
  command,
  memoryAt = [],
}: ContestOptions): Task {
  const items = sources.map((source, index) => ({
    source,
    target: targetOf(source, index, folder),
  }));
  return {
    items,
    concurrency,
    warmUp,
    pauseAt: memoryAt,
    ...(command !== undefined && { command }),
  };
}
