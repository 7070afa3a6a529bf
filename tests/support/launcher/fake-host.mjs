import { thisHost } from '../../../tools/launch/host.mjs';

/**
 * The differences between a fake machine and the real one: `files` are those below /proc, `setuid`
 * the programs that are setuid root.
 * @typedef {Partial<Pick<import('../../../tools/launch/host.mjs').Host, 'platform' | 'uid' |
 * 'hasTerminal'>> & { readonly files?: Readonly<Record<string, string>>, readonly setuid?: readonly
 * string[] }} FakeHost
 */

/**
 * Returns the machine as the launcher sees it.
 * @param {FakeHost} description
 * @param {NodeJS.ProcessEnv} env
 * @returns {import('../../../tools/launch/host.mjs').Host}
 */
export function hostOf({ files = {}, setuid = [], ...described }, env) {
  const host = thisHost();
  return {
    ...host,
    ...described,
    env,
    readText: (path) => (path.startsWith('/proc/') ? (files[path] ?? null) : host.readText(path)),
    isSetuidRoot: (path) => setuid.includes(path),
  };
}
