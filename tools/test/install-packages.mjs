import { spawnSync } from 'node:child_process';
import { missingCephPackages } from '../../tests/support/bucket/ceph-programs.mjs';
import { missingPostgresPackages } from '../../tests/support/postgres/postgres-programs.mjs';

/**
 * Installs what tests with a real bucket and a real PostgreSQL need, where apt is at hand and one
 * may install. Where it cannot be had, the tests that need it say so themselves.
 */
export function installPackages() {
  const missing = [...missingCephPackages(), ...missingPostgresPackages()];
  if (missing.length === 0 || process.platform !== 'linux' || process.getuid?.() !== 0) return;
  if (spawnSync('apt-get', ['--version']).error !== undefined) return;
  process.stderr.write(`test: installing ${missing.join(', ')} for tests that need them\n`);
  const install = ['install', '-y', '-qq', '--no-install-recommends', ...missing];
  if (apt(['update', '-qq']) && apt(install)) return;
  process.stderr.write(`test: apt-get could not install ${missing.join(', ')}\n`);
}

/** @param {string[]} args */
function apt(args) {
  const { status } = spawnSync('apt-get', args, {
    // What it tells is for whoever waits for it; the results of the tests alone go to stdout.
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return status === 0;
}
