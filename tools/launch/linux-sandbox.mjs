/**
 * Why Chromium's sandbox cannot start.
 * @typedef {object} SandboxObstacle
 * @property {'root' | 'namespaces'} kind
 * @property {string} cause a clause: "the user is root"
 */

/** Kernel settings, and the value with which each denies user namespaces to regular users. */
const namespaceSettings = /** @type {const} */ ([
  ['kernel.unprivileged_userns_clone', '0'],
  ['user.max_user_namespaces', '0'],
  ['kernel.apparmor_restrict_unprivileged_userns', '1'],
]);

/**
 * Returns why Chromium's sandbox cannot start for this user, or null if nothing is known to prevent
 * it. Only Linux can: Chromium ends at once as root, and without user namespaces unless its helper
 * is setuid root (Chromium, docs/linux/sandboxing.md).
 * @param {Pick<import('./host.mjs').Host, 'platform' | 'uid' | 'readText' | 'isSetuidRoot'>} host
 * @param {{ helper?: string | undefined, hasAppArmorProfile?: boolean }} program `helper`: path of its setuid helper, if it brings one;
 *   `hasAppArmorProfile`: whether AppArmor lets this program have user namespaces, as it does for
 * installed browsers
 * @returns {SandboxObstacle | null}
 */
export function sandboxObstacle(host, { helper, hasAppArmorProfile = false }) {
  if (host.platform !== 'linux') return null;
  if (host.uid === 0) return { kind: 'root', cause: 'the user is root' };
  if (helper !== undefined && host.isSetuidRoot(helper)) return null;
  for (const [name, value] of namespaceSettings) {
    if (hasAppArmorProfile && name.includes('apparmor')) continue;
    if (host.readText(`/proc/sys/${name.replace('.', '/')}`) === value) {
      return {
        kind: 'namespaces',
        cause: `the system restricts user namespaces (${name} is ${value})`,
      };
    }
  }
  return null;
}
