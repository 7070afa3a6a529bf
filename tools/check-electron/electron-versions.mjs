import { spawnSync } from 'node:child_process';
import { electronBinary } from '../launch/electron.mjs';
import { thisHost } from '../launch/host.mjs';

/**
 * Returns the versions of the installed Electron and its Chromium; null if none is installed.
 * @param {import('./ordinary-place.mjs').Place} place
 * @throws Error if it does not start
 */
export function electronVersions({ root, env, user }) {
  const binary = electronBinary(root, { ...thisHost(), env });
  if (binary === null) return null;
  const script = 'process.stdout.write(JSON.stringify(process.versions))';
  const { stdout, stderr, error } = spawnSync(binary, ['-e', script], {
    env: { ...env, ELECTRON_RUN_AS_NODE: '1' },
    encoding: 'utf8',
    ...user,
  });
  if (stdout === '') throw error ?? new Error(`Electron does not start: ${stderr}`);
  const { electron, chrome } = /** @type {{ electron: string, chrome: string }} */ (
    JSON.parse(stdout)
  );
  return `Electron ${electron} with Chromium ${chrome}`;
}
