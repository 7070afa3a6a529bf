import { Worker } from 'node:worker_threads';

interface Watch {
  /** How long the main thread may do nothing but one thing, in seconds. */
  readonly limitSeconds: number;
  readonly signal?: NodeJS.Signals | 0;
  /** Where the reason is written: a file descriptor. */
  readonly output?: number;
}

/** Runs in a thread of its own, which a main thread that hangs does not keep from running. */
const source = `
const { workerData } = require('node:worker_threads');
const { writeSync } = require('node:fs');
const { turns, limitSeconds, signal, output } = workerData;
let last = -1;
let seconds = 0;
const timer = setInterval(() => {
  const now = Atomics.load(turns, 0);
  seconds = now === last ? seconds + 1 : 0;
  last = now;
  if (seconds < limitSeconds) return;
  clearInterval(timer);
  const line = { level: 60, time: new Date().toISOString(), seconds, msg: 'ended, as it no longer responded' };
  try {
    writeSync(output, JSON.stringify(line) + '\\n');
  } finally {
    // Even if nobody reads the log any more.
    process.kill(process.pid, signal);
  }
}, 1000);`;

/**
 * Ends this process if its main thread hangs, so that what supervises it starts it again. Nobody
 * else could: not even signals are handled then.
 * @returns a function that ends the watch
 */
export function endWhenStuck({ limitSeconds, signal = 'SIGKILL', output = 2 }: Watch): () => void {
  const turns = new Int32Array(new SharedArrayBuffer(4));
  const timer = setInterval(() => Atomics.add(turns, 0, 1), 500).unref();
  const workerData = { turns, limitSeconds, signal, output };
  const worker = new Worker(source, { eval: true, workerData });
  worker.unref();
  return () => {
    clearInterval(timer);
    void worker.terminate();
  };
}
