// Plain JavaScript, because `npm test` loads it before anything is compiled.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Debian's servers, which are not in the path of every user. */
export const sshdProgram = '/usr/sbin/sshd';
export const apacheProgram = '/usr/sbin/apache2';

const packages = [
  { isInstalled: () => existsSync(sshdProgram), name: 'openssh-server' },
  { isInstalled: () => existsSync(apacheProgram), name: 'apache2-bin' },
  { isInstalled: () => isInPath('ssh-keygen') && isInPath('ssh-agent'), name: 'openssh-client' },
];

/**
 * Returns Debian's packages that tests with file servers need and that are not installed.
 * @returns {readonly string[]}
 */
export function missingServerPackages() {
  return packages.filter(({ isInstalled }) => !isInstalled()).map(({ name }) => name);
}

/**
 * Returns why tests with file servers are skipped, or null if they run. In CI on Linux they are
 * never skipped, but fail without the servers.
 */
export function reasonToSkipServers() {
  const missing = missingServerPackages();
  if (missing.length === 0) return null;
  if (process.platform === 'linux' && Boolean(process.env['CI'])) return null;
  return `needs file servers; not installed: ${missing.join(', ')}`;
}

/** @param {string} name */
function isInPath(name) {
  const folders = (process.env['PATH'] ?? '').split(':');
  return folders.some((folder) => existsSync(join(folder, name)));
}
