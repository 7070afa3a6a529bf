import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * Runs the packed files on the development run-time.
 * @param {string} root
 * @param {string} extracted
 * @param {readonly string[]} args
 */
export function runPacked(root, extracted, args) {
  const launcher = join(root, 'tools', 'run.mjs');
  return spawnSync(process.execPath, [launcher, '--app', extracted, ...args], {
    encoding: 'utf8',
    env: { ...process.env, PLATEN_RUNTIME: 'chromium' },
    timeout: 120_000,
  });
}
