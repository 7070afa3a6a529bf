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
 * @throws Error if Electron's binary is not installed, or has no display
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
  if (process.platform === 'linux' && (env['DISPLAY'] ?? '') === '') {
    throw new Error('Electron needs a display on Linux: xvfb-run --auto-servernum provides one.');
  }
  return { path: binary, args: [ownFolder, workerFolder] };
}
