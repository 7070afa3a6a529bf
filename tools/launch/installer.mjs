import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Interval of progress updates. */
const tickMs = 500;

/** Signals that end the launcher and with it the installer. */
const endingSignals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * Runs Electron's installer. Its output appears only in the reason of a failure, because standard
 * output belongs to the command.
 * @param {object} options
 * @param {string} options.script path of its `install.js`
 * @param {NodeJS.ProcessEnv} options.env
 * @param {{ stallMs: number, totalMs: number }} options.limits
 * @param {() => number | null} options.tick called regularly; returns the bytes so far, or null
 * while they are unpacked
 * @returns {Promise<string | null>} the failure as a clause; null on success
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
 * Returns the error in the installer's output, which ends with a stack trace: its first line.
 * @param {string} output
 * @param {string} how the end of the process, used if it printed nothing
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
