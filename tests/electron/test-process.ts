import { resolve } from 'node:path';
import { electronBinary } from '../../tools/launch/electron.mjs';

const root = resolve(import.meta.dirname, '../..');
const workerFolder = resolve(import.meta.dirname, 'worker');

/** A program and its arguments. */
export interface Program {
  readonly path: string;
  readonly args: readonly string[];
}

/**
 * Returns the program in whose main process test files run: Electron, or with
 * `PLATEN_RUNTIME=chromium` the stand-in, which tests the pool and proves nothing about Electron.
 * @param userData folder for Electron's data
 * @throws Error if Electron's binary is not installed
 */
export function testProgram(
  env: NodeJS.ProcessEnv,
  execArgv: readonly string[],
  userData: string,
): Program {
  const ownFolder = `--user-data-dir=${userData}`;
  if (env['PLATEN_RUNTIME'] === 'chromium') {
    const launcher = resolve(root, 'tools/run.mjs');
    const args = [...execArgv, launcher, '--app', workerFolder, '--headless', '--quiet', ownFolder];
    return { path: process.execPath, args };
  }
  const binary = electronBinary(root);
  if (binary === null) {
    throw new Error("Electron's binary is not installed. Run `npx install-electron`.");
  }
  return { path: binary, args: [...displaySwitches(env), ownFolder, workerFolder] };
}

/**
 * Without a display Chromium uses its headless platform, for which the GPU process must be off
 * (electron#53722).
 */
function displaySwitches(env: NodeJS.ProcessEnv): readonly string[] {
  const hasDisplay = ['DISPLAY', 'WAYLAND_DISPLAY'].some((name) => (env[name] ?? '') !== '');
  return process.platform !== 'linux' || hasDisplay
    ? []
    : ['--ozone-platform=headless', '--disable-gpu'];
}
