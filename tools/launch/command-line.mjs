/**
 * Platen's arguments.
 * @typedef {object} ApplicationArguments
 * @property {readonly string[]} switches for Chromium, such as `--user-data-dir=…`
 * @property {readonly string[]} positionals for Platen: a command with its arguments, or files
 * @property {boolean} isCommand whether it is a command, which needs no window
 */

const commands = ['convert', 'serve', 'outbox', 'bucket', 'completion'];

/** Switches that print something instead of opening a window. */
const informing = ['--help', '-h', '--version'];

/**
 * Separates Chromium's switches from Platen's own words. Without a command every argument that
 * begins with a dash is a switch; a command owns everything after its name. What follows `--` is
 * never a switch.
 * @param {readonly string[]} args
 * @returns {ApplicationArguments}
 */
export function applicationArguments(args) {
  const end = args.indexOf('--');
  const open = end === -1 ? args : args.slice(0, end);
  const rest = end === -1 ? [] : args.slice(end + 1);
  const first = open.findIndex((word) => !word.startsWith('-'));
  if (first !== -1 && commands.includes(open[first] ?? '')) {
    return { switches: open.slice(0, first), positionals: args.slice(first), isCommand: true };
  }
  if (first === -1 && commands.includes(rest[0] ?? '')) {
    return { switches: open, positionals: rest, isCommand: true };
  }
  const switches = open.filter((word) => word.startsWith('-'));
  return {
    switches,
    positionals: [...open.filter((word) => !word.startsWith('-')), ...rest],
    isCommand: switches.some((word) => informing.includes(word)),
  };
}

/**
 * Returns the arguments that follow the application's folder. `--` precedes Platen's words on every
 * system: Chromium then takes none of them for a switch, and Electron on Windows accepts arguments
 * after a URL (`shell/app/command_line_args.cc`). Electron leaves `--` in `process.argv`, where
 * `commandFrom` skips it.
 * @param {ApplicationArguments} args
 * @param {readonly string[]} added switches added by the launcher
 */
export function electronArguments({ switches, positionals }, added = []) {
  return [...added, ...switches, '--', ...positionals];
}

/**
 * Returns the switches for the display on Linux. Hidden windows draw no frames under Wayland
 * (electron#53814): there Electron uses XWayland.
 * @param {Pick<import('./host.mjs').Host, 'platform' | 'env'>} host
 * @param {ApplicationArguments} args
 * @returns {readonly string[]}
 */
export function displaySwitches({ platform, env }, { switches }) {
  if (platform !== 'linux' || choosesPlatform(switches)) return [];
  return env['DISPLAY'] && env['WAYLAND_DISPLAY'] ? ['--ozone-platform=x11'] : [];
}

/**
 * Whether Electron has a display on Linux. A command needs one of X11, because its pages would get
 * no frames under Wayland; on Chromium's platform `headless`, Electron crashes (electron#53722).
 * @param {Pick<import('./host.mjs').Host, 'platform' | 'env'>} host
 * @param {ApplicationArguments} args
 */
export function hasDisplay({ platform, env }, { switches, isCommand }) {
  if (platform !== 'linux' || choosesPlatform(switches)) return true;
  return Boolean(env['DISPLAY']) || (!isCommand && Boolean(env['WAYLAND_DISPLAY']));
}

/** @param {readonly string[]} switches */
function choosesPlatform(switches) {
  return switches.some((text) => text.startsWith('--ozone-platform='));
}

/**
 * Whether a command reads standard input: `-` is one of its arguments, or the value of `--urls`.
 * @param {ApplicationArguments} args
 */
export function readsStandardInput({ positionals }) {
  return (
    positionals[0] === 'convert' && positionals.some((word) => word === '-' || word === '--urls=-')
  );
}

/**
 * Whether the command is the service, which logs JSON.
 * @param {ApplicationArguments} args
 */
export function isService({ positionals, isCommand }) {
  return isCommand && positionals[0] === 'serve' && positionals[1] !== 'keys';
}

/**
 * Whether a command may run pages; help, versions, `serve keys`, `outbox`, `bucket` and
 * `completion` do not.
 * @param {ApplicationArguments} args
 */
export function runsPages({ switches, positionals, isCommand }) {
  if (!isCommand || switches.some((word) => informing.includes(word))) return false;
  if (['outbox', 'bucket', 'completion'].includes(positionals[0] ?? '')) return false;
  if (positionals[0] === 'serve' && positionals[1] === 'keys') return false;
  return !positionals.some((word) => ['--help', '-h', '--version', '-v'].includes(word));
}
