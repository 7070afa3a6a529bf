import { join } from 'node:path';
import { hasDisplay } from './command-line.mjs';
import { electronBinary, electronFolder, electronVersion } from './electron.mjs';
import { sandboxObstacle } from './linux-sandbox.mjs';

/**
 * The run-time. `reason` says why it is not Electron, null if the stand-in was requested; `message`
 * says why Platen cannot start.
 * @typedef {{ name: 'electron', binary: string } | { name: 'chromium', reason: string | null } | {
 * name: 'none', message: string }} Runtime
 */

/**
 * Downloads Electron's binary; resolves with its path or the reason of the failure.
 * @typedef {(request: { version: string, isForced: boolean }) => Promise<{ binary: string } | {
 * reason: string }>} Download
 */

/**
 * Chooses the run-time: Electron if it is installed or can be downloaded and is not known to fail,
 * otherwise the stand-in. `PLATEN_RUNTIME` forces one.
 * @param {string} root
 * @param {import('./host.mjs').Host} host
 * @param {import('./command-line.mjs').ApplicationArguments} args
 * @param {Download} download
 * @returns {Promise<Runtime>}
 */
export async function chooseRuntime(root, host, args, download) {
  const forced = host.env['PLATEN_RUNTIME'] ?? '';
  if (forced === 'chromium') return { name: 'chromium', reason: null };
  if (forced !== '' && forced !== 'electron') {
    return {
      name: 'none',
      message: `PLATEN_RUNTIME is "${forced}"; it must be electron or chromium.`,
    };
  }
  const isForced = forced === 'electron';
  /** @param {string} reason @returns {Runtime} */
  const without = (reason) =>
    isForced ? { name: 'none', message: reason } : { name: 'chromium', reason };

  const binary = electronBinary(root, host);
  const obstacle = electronObstacle(root, host, args, binary !== null);
  // A user who forces Electron may have permitted it in a way that the kernel settings do not show,
  // such as an AppArmor profile.
  if (obstacle !== null && !(isForced && obstacle.isUncertain)) return without(obstacle.reason);
  if (binary !== null) return { name: 'electron', binary };

  const version = electronVersion(root, host);
  if (version === null)
    return without('The package electron is not installed; `npm ci` installs it.');
  const refusal = downloadRefusal(host.env, isForced);
  if (refusal !== null) return without(`Electron's binary is not installed, and ${refusal}.`);
  const got = await download({ version, isForced });
  return 'binary' in got ? { name: 'electron', binary: got.binary } : without(got.reason);
}

/**
 * Returns why Electron cannot run, known before it is started; null if nothing is known.
 * @param {string} root
 * @param {import('./host.mjs').Host} host
 * @param {import('./command-line.mjs').ApplicationArguments} args
 * @param {boolean} isInstalled
 * @returns {{ reason: string, isUncertain: boolean } | null}
 */
function electronObstacle(root, host, args, isInstalled) {
  if (!hasDisplay(host, args)) {
    const reason =
      'Electron needs a display on Linux, and there is none; xvfb-run --auto-servernum before the command provides one.';
    return { reason, isUncertain: false };
  }
  if (isWithoutSandbox(host.env, args)) return null;
  const helper = join(electronFolder(root), 'dist', 'chrome-sandbox');
  const obstacle = sandboxObstacle(host, { helper });
  if (obstacle === null) return null;
  if (obstacle.kind === 'root') {
    return {
      reason: 'Electron does not run as root; start Platen as another user.',
      isUncertain: false,
    };
  }
  const install = isInstalled ? '' : 'npx install-electron && ';
  const remedy = `${install}sudo chown root ${helper} && sudo chmod 4755 ${helper}`;
  return {
    reason: `Electron's sandbox does not start, as ${obstacle.cause}; this allows it: ${remedy}`,
    isUncertain: true,
  };
}

/**
 * Whether the user disabled Electron's sandbox, which then needs nothing from the system. The
 * application has its own rules for that.
 * @param {NodeJS.ProcessEnv} env
 * @param {import('./command-line.mjs').ApplicationArguments} args
 */
function isWithoutSandbox(env, { switches }) {
  return switches.includes('--no-sandbox') || env['ELECTRON_DISABLE_SANDBOX'] !== undefined;
}

/**
 * Returns why nothing may be downloaded, as a clause; null if it may.
 * @param {NodeJS.ProcessEnv} env
 * @param {boolean} isForced
 */
function downloadRefusal(env, isForced) {
  if (env['ELECTRON_OVERRIDE_DIST_PATH']) {
    return `ELECTRON_OVERRIDE_DIST_PATH is ${env['ELECTRON_OVERRIDE_DIST_PATH']}, which does not hold it`;
  }
  if (env['ELECTRON_SKIP_BINARY_DOWNLOAD']) return 'ELECTRON_SKIP_BINARY_DOWNLOAD is set';
  const ci = env['CI'] ?? '';
  return !isForced && ci !== '' && ci !== 'false' && ci !== '0'
    ? 'CI is set, so it is not downloaded'
    : null;
}
