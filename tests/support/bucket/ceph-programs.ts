import { isExecutable, pathsOnPath } from '../../../tools/electron-on-chromium/programs-on-path.js';

/** The programs that Ceph's gateway is made of, and which of Debian's packages brings each. */
const packages: Readonly<Record<string, string>> = {
  'ceph-mon': 'ceph-mon',
  'ceph-osd': 'ceph-osd',
  radosgw: 'radosgw',
  'radosgw-admin': 'radosgw',
  ceph: 'ceph-common',
  'ceph-authtool': 'ceph-common',
  monmaptool: 'ceph-common',
};

/** Debian's packages that are needed for Ceph's gateway and not installed; empty if it can be started. */
export function missingCephPackages(): readonly string[] {
  const missing = Object.entries(packages).filter(([name]) => !isInstalled(name));
  return [...new Set(missing.map(([, packageName]) => packageName))];
}

/**
 * Why tests that need Ceph's gateway are to be left out, or null if they are to run. In CI on Linux they are never left out:
 * there they fail if the gateway is missing.
 */
export function reasonToSkipCeph(): string | null {
  const missing = missingCephPackages();
  if (missing.length === 0) return null;
  if (process.platform === 'linux' && Boolean(process.env['CI'])) return null;
  return `needs Ceph's gateway: not installed: ${missing.join(', ')}`;
}

function isInstalled(name: string): boolean {
  return pathsOnPath(name).some(isExecutable);
}
