import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** How often the progress of the installer is looked at. */
const tickMs = 500;

/** Signals that end the launcher while the installer runs; that ends the installer too. */
const endingSignals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * Runs Electron's installer. What it prints goes nowhere but into the reason of a failure: its
 * standard output is not ours to write to.
 * @param {object} options
 * @param {string} options.script path of its `install.js`
 * @param {NodeJS.ProcessEnv} options.env
 * @param {{ stallMs: number, totalMs: number }} options.limits
 * @param {() => number | null} options.tick called regularly; returns how many bytes have arrived,
 * or null while they are unpacked
 * @returns {Promise<string | null>} why it failed, as a clause; null if it did not
 */
export async function runInstaller({ script, env, limits, tick }) {
  const guard = join(import.meta.dirname, 'end-with-parent.mjs');
  const child = spawn(process.execPath, ['--import', pathToFileURL(guard).href, script], {
    stdio: 'pipe',
    env,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream
      .setEncoding('utf8')
      .on('data', (text) => (output = (output + String(text)).slice(-20_000)));
  }
  /** @type {string | null} */
  let overdue = null;
  const watch = watchTime(limits, tick, (what) => {
    overdue = what;
    child.kill('SIGKILL');
  });
  /** @param {NodeJS.Signals} signal */
  const end = (signal) => {
    child.kill('SIGKILL');
    process.exit(128 + constants.signals[signal]);
  };
  for (const signal of endingSignals) process.once(signal, end);
  try {
    return await new Promise((ended) => {
      child.on('error', (error) => ended(error.message));
      child.on('close', (code, signal) => {
        if (overdue !== null) ended(overdue);
        else ended(code === 0 ? null : failureIn(output, signal ?? `status ${String(code)}`));
      });
    });
  } finally {
    clearInterval(watch);
    for (const signal of endingSignals) process.off(signal, end);
  }
}

/**
 * @param {{ stallMs: number, totalMs: number }} limits
 * @param {() => number | null} tick
 * @param {(what: string) => void} onOverdue
 */
function watchTime({ stallMs, totalMs }, tick, onOverdue) {
  const began = performance.now();
  let lastBytes = 0;
  let lastGrowth = began;
  return setInterval(
    () => {
      const bytes = tick();
      const time = performance.now();
      if (bytes === null || bytes > lastBytes) lastGrowth = time;
      lastBytes = bytes ?? lastBytes;
      if (time - lastGrowth > stallMs)
        onOverdue(`nothing arrived for ${Math.round(stallMs / 1000)} s`);
      else if (time - began > totalMs)
        onOverdue(`it took longer than ${Math.round(totalMs / 60_000)} minutes`);
    },
    Math.min(tickMs, stallMs / 2),
  );
}

/**
 * Returns the error in what the installer printed: it ends with a stack, whose first line says what
 * happened.
 * @param {string} output
 * @param {string} how how it ended, if it said nothing
 */
function failureIn(output, how) {
  const lines = output.split('\n').map((line) => line.trim());
  const error =
    lines.find((line) => /^[A-Za-z]*Error\b.*?:/.test(line)) ?? lines.find((line) => line !== '');
  return (
    error?.replace(/^[A-Za-z]*Error(?: \[\w+\])?: /, '').slice(0, 300) ??
    `its installer ended with ${how}`
  );
}
