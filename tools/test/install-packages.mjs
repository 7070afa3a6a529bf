import { spawnSync } from 'node:child_process';
import { missingCephPackages } from '../../tests/support/bucket/ceph-programs.mjs';
import { missingServerPackages } from '../../tests/support/file-servers/server-programs.mjs';
import { missingPostgresPackages } from '../../tests/support/postgres/postgres-programs.mjs';

/**
 * Installs the Debian packages for tests with a real bucket, a real PostgreSQL and real file
 * servers, if apt is available and permitted. Without them, those tests report the reason.
 */
export function installPackages() {
  const missing = [
    ...missingCephPackages(),
    ...missingPostgresPackages(),
    ...missingServerPackages(),
  ];
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
    // apt's output goes to stderr, because only test results go to stdout.
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return status === 0;
}
