import { spawnSync } from 'node:child_process';

/**
 * Runs a step and returns its exit status. On Linux without a display, a step that shows a window
 * gets one from Xvfb.
 * @param {import('./check-electron.mjs').Step} step
 * @param {string} root
 * @returns {number}
 */
export function runStep({ script, args, env, wantsDisplay = false }, root) {
  const command = [process.execPath, script, ...args];
  const needsXvfb =
    wantsDisplay &&
    env['PLATEN_RUNTIME'] === 'electron' &&
    process.platform === 'linux' &&
    !['DISPLAY', 'WAYLAND_DISPLAY'].some((name) => (env[name] ?? '') !== '');
  const [program = '', ...rest] = needsXvfb
    ? ['xvfb-run', '--auto-servernum', ...command]
    : command;
  const { status, error } = spawnSync(program, rest, { cwd: root, env, stdio: 'inherit' });
  if (error !== undefined) process.stderr.write(`check:electron: ${program}: ${error.message}\n`);
  return status ?? 1;
}
