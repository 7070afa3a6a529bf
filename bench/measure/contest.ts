import { type ChildProcess, type StdioOptions, fork } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { electronBinary } from '../../tools/launch/electron.mjs';
import type { Message, Outcome, Task } from '../contestants/task.js';
import { electron } from '../runtime.js';
import { treeMemory } from './process-tree.js';

/** How often memory is measured, which has a small cost. */
const memoryIntervalMs = 500;

const root = process.env['PLATEN_BENCH_ROOT'] ?? '';
const bundles = process.env['PLATEN_BENCH_BUNDLES'] ?? '';

export interface Measured extends Outcome {
  /**
   * Peak memory of all the contestant's processes in bytes; null if the system does not report it.
   */
  readonly peakMemory: number | null;
  /** The same after each requested number of documents. */
  readonly memoryAfter: ReadonlyMap<number, number>;
}

export interface ContestOptions {
  readonly sources: readonly string[];
  /** The folder for the PDFs. */
  readonly folder: string;
  readonly concurrency: number;
  readonly warmUp: number;
  readonly asText?: boolean;
  readonly variant?: string;
  /** Numbers of documents after which memory is measured. */
  readonly memoryAt?: readonly number[];
}

/** Runs one contestant, a bundle of this bench, in its own process. */
export async function contest(bundle: string, options: ContestOptions): Promise<Measured> {
  mkdirSync(options.folder, { recursive: true });
  const child = startContestant(bundle, options.folder);
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

/** On Electron, Platen's engine runs in its main process. */
function startContestant(bundle: string, folder: string): ChildProcess {
  const stdio: StdioOptions = ['ignore', 'ignore', 'inherit', 'ipc'];
  if (electron === null || bundle !== 'platen-engine')
    return fork(join(bundles, `${bundle}.mjs`), { stdio });
  const execPath = electronBinary(root);
  if (execPath === null) throw new Error("Electron's binary is not installed.");
  const execArgv = [`--user-data-dir=${join(folder, 'user-data')}`];
  return fork(join(bundles, 'electron'), { stdio, execPath, execArgv });
}

/** Returns the path of a source's PDF. */
export function targetOf(source: string, index: number, folder: string): string {
  return join(folder, `${index}-${basename(source).replace(/\.[^.]*$/, '')}.pdf`);
}

function taskOf({
  sources,
  folder,
  concurrency,
  warmUp,
  asText = false,
  variant,
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
    asText,
    ...(variant !== undefined && { variant }),
  };
}
