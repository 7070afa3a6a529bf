import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import {
  displaySwitches,
  electronArguments,
  isService,
  readsStandardInput,
} from './command-line.mjs';
import { launchFolder } from './launch-folder.mjs';
import { withoutLeadingLineBreak } from './leading-line-break.mjs';

/** A second stop signal counts after this long; npm repeats the terminal's at once. */
const repeatedAfterMs = 500;

/** How long the application may take to exit after the second stop signal. */
const graceMs = 2_000;

const stopSignals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * The end of a run on Electron: the exit status, or a failure before the application started, so
 * that it can be run again. `launchFolder` contains the standard input read so far.
 * @typedef {{ status: number } | { failure: string, launchFolder: string }} Outcome
 */

/**
 * Runs Platen on Electron.
 * @param {string} binary
 * @param {string} appFolder
 * @param {import('./command-line.mjs').ApplicationArguments} args
 * @param {import('./host.mjs').Host} host
 * @returns {Promise<Outcome>}
 */
export async function runOnElectron(binary, appFolder, args, host) {
  const folder = launchFolder();
  const isWindows = host.platform === 'win32';
  if (isWindows && readsStandardInput(args)) await folder.spool(process.stdin);
  const added = displaySwitches(host, args);
  // Before the child exists: a signal in between would end this process and orphan the child.
  const stops = forwardStops((signal) => child.kill(signal), host, folder, isService(args));
  const child = spawn(binary, [appFolder, ...electronArguments(args, added)], {
    stdio: ['inherit', isWindows && args.isCommand ? 'pipe' : 'inherit', 'inherit'],
    env: childEnvironment(host, folder.path),
    windowsHide: false,
  });
  if (child.stdout) forwardOutput(child.stdout);
  /** @type {{ code: number | null, signal: NodeJS.Signals | null, error?: Error }} */
  const end = await new Promise((ended) => {
    child.once('error', (error) => ended({ code: null, signal: null, error }));
    child.once('close', (code, signal) => ended({ code, signal }));
  });
  const status = end.code ?? 128 + (end.signal === null ? 0 : constants.signals[end.signal]);
  const first = stops.first();
  // Chromium, which then handles signals, exits with another's status.
  if (first !== null && !folder.hasStarted()) return { status: 128 + constants.signals[first] };
  if (folder.hasStarted() || end.code === 0) return { status };
  stops.end();
  return { failure: failureText(end), launchFolder: folder.path };
}

/**
 * Returns the environment for Electron: `ELECTRON_RUN_AS_NODE` would turn it into Node, and its
 * security warnings would appear in the console of the converted page.
 * @param {import('./host.mjs').Host} host
 * @param {string} folder
 * @returns {NodeJS.ProcessEnv}
 */
export function childEnvironment({ platform, env }, folder) {
  const isSame = (/** @type {string} */ name) =>
    (platform === 'win32' ? name.toUpperCase() : name) === 'ELECTRON_RUN_AS_NODE';
  return {
    ...Object.fromEntries(Object.entries(env).filter(([name]) => !isSame(name))),
    ELECTRON_DISABLE_SECURITY_WARNINGS: 'true',
    PLATEN_LAUNCH_FOLDER: folder,
  };
}

/**
 * Forwards stop signals. Ctrl+C in a terminal reaches the whole process group anyway, and a second
 * signal ends Chromium at once. Windows has no signals; there the application watches a file.
 * @param {(signal: NodeJS.Signals) => void} kill sends a signal to the application
 * @param {import('./host.mjs').Host} host
 * @param {ReturnType<typeof launchFolder>} folder
 * @param {boolean} isReloadable whether SIGHUP may mean anything but a stop
 */
function forwardStops(kill, { platform, hasTerminal }, folder, isReloadable) {
  /** @type {NodeJS.Signals | null} */
  let first = null;
  let firstAt = 0;
  /** @param {NodeJS.Signals} signal */
  const onSignal = (signal) => {
    if (signal === 'SIGHUP' && isReloadable && folder.hasStarted()) {
      kill(signal);
      return;
    }
    const time = performance.now();
    if (first === null) firstAt = time;
    first ??= signal;
    const isRepeated = time - firstAt > repeatedAfterMs;
    if (platform === 'win32') folder.requestStop();
    else if (signal !== 'SIGINT' || !hasTerminal) kill(signal);
    if (isRepeated) setTimeout(() => kill('SIGKILL'), graceMs).unref();
  };
  for (const signal of stopSignals) process.on(signal, onSignal);
  return {
    /** The first stop signal; null for none. */
    first: () => first,
    end: () => {
      for (const signal of stopSignals) process.off(signal, onSignal);
    },
  };
}

/**
 * Forwards a command's output on Windows, without the empty line that Electron prints first
 * (`shell/app/electron_main_delegate.cc`). If the reader goes away, the application gets a closed
 * pipe as usual.
 * @param {import('node:stream').Readable} output
 */
function forwardOutput(output) {
  const results = output.pipe(withoutLeadingLineBreak());
  results.pipe(process.stdout);
  process.stdout.on('error', () => output.destroy());
}

/** @param {{ code: number | null, signal: NodeJS.Signals | null, error?: Error }} end */
function failureText({ code, signal, error }) {
  if (error) return `Electron could not be started: ${error.message}`;
  return `Electron ended ${signal === null ? `with status ${String(code)}` : `by ${signal}`} before Platen began`;
}
