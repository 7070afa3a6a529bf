import { resolve } from 'node:path';
import { chooseRuntime } from './choose-runtime.mjs';
import { applicationArguments } from './command-line.mjs';
import { launchLine } from './launch-line.mjs';

/**
 * Starts Platen on a run-time that works on this machine, and sets the exit status.
 * @param {string} root the project's folder
 * @param {readonly string[]} line `[--build] [--app FOLDER] [arguments for Platen]`
 * @param {import('./host.mjs').Host} host
 */
export async function start(root, line, host) {
  const { build, appFolder = root, rest } = launcherArguments(line);
  const args = applicationArguments(rest);
  const isQuiet = args.positionals.includes('--quiet');
  /** @param {string} text */
  const write = (text) => {
    if (!isQuiet) process.stderr.write(launchLine(args, text));
  };
  if (build) {
    const { buildIfStale } = await import('./build.mjs');
    await buildIfStale(root, (text) => process.stderr.write(launchLine(args, text)));
  }

  const runtime = await chooseRuntime(root, host, args, async (request) => {
    const { electronDownload } = await import('./download.mjs');
    const isTerminal = process.stderr.isTTY && !isQuiet;
    return electronDownload({ root, host, write, isTerminal })(request);
  });
  if (runtime.name === 'none') {
    fail(runtime.message);
    return;
  }
  if (runtime.name === 'chromium') {
    await runStandIn({ root, appFolder, args, reason: runtime.reason, write });
    return;
  }

  const { runOnElectron } = await import('./run-electron.mjs');
  write('platen: running on Electron\n');
  const outcome = await runOnElectron(runtime.binary, appFolder, args, host);
  if ('status' in outcome) {
    process.exitCode = outcome.status;
    return;
  }
  if (host.env['PLATEN_RUNTIME'] === 'electron') {
    fail(`${outcome.failure}.`);
    return;
  }
  process.env['PLATEN_LAUNCH_FOLDER'] = outcome.launchFolder;
  await runStandIn({ root, appFolder, args, reason: `${outcome.failure}.`, write });
}

/**
 * @param {{ root: string, appFolder: string, args: import('./command-line.mjs').ApplicationArguments, reason: string | null,
 *   write: (text: string) => void }} options
 */
async function runStandIn({ root, appFolder, args, reason, write }) {
  const { runOnChromium } = await import('./chromium.mjs');
  runOnChromium({ root, appFolder, args, reason, write });
}

/**
 * Separates the launcher's own leading arguments.
 * @param {readonly string[]} line
 */
function launcherArguments(line) {
  const rest = [...line];
  const build = rest[0] === '--build' && rest.shift() !== undefined;
  const appFolder = rest[0] === '--app' ? resolve(rest.splice(0, 2)[1] ?? '') : undefined;
  return { build, rest, ...(appFolder !== undefined && { appFolder }) };
}

/** @param {string} message */
function fail(message) {
  process.stderr.write(`platen: ${message}\n`);
  process.exitCode = 1;
}
