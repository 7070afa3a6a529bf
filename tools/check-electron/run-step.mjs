import { spawnSync } from 'node:child_process';

/**
 * Runs a step and returns its exit status. On Linux without a display, Electron gets one from Xvfb:
 * its hidden windows need one too.
 * @param {import('./check-electron.mjs').Step} step
 * @param {import('./ordinary-place.mjs').Place} place
 * @returns {number}
 */
export function runStep({ script, args, env }, { root, node, user }) {
  const needsXvfb =
    env['PLATEN_RUNTIME'] === 'electron' &&
    process.platform === 'linux' &&
    !['DISPLAY', 'WAYLAND_DISPLAY'].some((name) => (env[name] ?? '') !== '');
  const command = [node, script, ...args];
  const [program = '', ...rest] = needsXvfb
    ? ['xvfb-run', '--auto-servernum', ...command]
    : command;
  const { status, error } = spawnSync(program, rest, { cwd: root, env, stdio: 'inherit', ...user });
  if (error !== undefined) process.stderr.write(`check:electron: ${program}: ${error.message}\n`);
  return status ?? 1;
}
