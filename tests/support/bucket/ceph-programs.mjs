// Plain JavaScript, because `npm test` loads it before anything is compiled.
import { spawnSync } from 'node:child_process';

/**
 * The programs that tests of buckets run, with their Debian packages. @type
 * {Readonly<Record<string, string>>}
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
 * Returns the missing Debian packages for tests with Ceph's gateway.
 * @returns {readonly string[]}
 */
export function missingCephPackages() {
  const missing = Object.entries(packages).filter(([name]) => !isInstalled(name));
  return [...new Set(missing.map(([, packageName]) => packageName))];
}

/**
 * Returns why tests with Ceph's gateway are skipped, or null if they run. In CI on Linux they
 * always run, and fail without the gateway.
 */
export function reasonToSkipCeph() {
  const missing = missingCephPackages();
  if (missing.length === 0) return null;
  if (process.platform === 'linux' && Boolean(process.env['CI'])) return null;
  return `needs Ceph's gateway; not installed: ${missing.join(', ')}`;
}

/**
 * Whether it runs: a wrapper of that name may exist without the program.
 * @param {string} name
 */
function isInstalled(name) {
  return spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0;
}
