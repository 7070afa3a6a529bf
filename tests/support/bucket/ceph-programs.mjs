// Plain JavaScript, as `npm test` reads it too, before anything is compiled.
import { spawnSync } from 'node:child_process';

/**
 * The programs that tests of buckets run, and which of Debian's packages brings each.
 * @type {Readonly<Record<string, string>>}
 */
const packages = {
  'ceph-mon': 'ceph-mon',
  'ceph-osd': 'ceph-osd',
  radosgw: 'radosgw',
  'radosgw-admin': 'radosgw',
  ceph: 'ceph-common',
  'ceph-authtool': 'ceph-common',
  monmaptool: 'ceph-common',
  curl: 'curl',
};

/**
 * Debian's packages that are needed for tests with Ceph's gateway and not installed; empty if it
 * can be started.
 * @returns {readonly string[]}
 */
export function missingCephPackages() {
  const missing = Object.entries(packages).filter(([name]) => !isInstalled(name));
  return [...new Set(missing.map(([, packageName]) => packageName))];
}

/**
 * Why tests that need Ceph's gateway are to be left out, or null if they are to run. In CI on Linux
 * they are never left out: there they fail if the gateway is missing.
 */
export function reasonToSkipCeph() {
  const missing = missingCephPackages();
  if (missing.length === 0) return null;
  if (process.platform === 'linux' && Boolean(process.env['CI'])) return null;
  return `needs Ceph's gateway; not installed: ${missing.join(', ')}`;
}

/**
 * Whether it runs: a file of that name may stand for a program that is not there.
 * @param {string} name
 */
function isInstalled(name) {
  return spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0;
}
