import { partialModule } from '../not-implemented.js';

interface Switch {
  readonly name: string;
  readonly value: string;
}

/** Switches that the application appended. */
const appended: Switch[] = [];

/** Switches on the command line that the application no longer sees. */
const removed = new Set<string>();

/** Hides a switch from the application. */
export function removeSwitch(name: string): void {
  removed.add(name);
}

/** Returns the last value of a switch: undefined if it is not set, empty if it has no value. */
export function switchValue(name: string): string | undefined {
  const wanted = name.toLowerCase();
  // Read when needed: a launcher may set the command line after this module is loaded. The first
  // argument is the application's folder, or a switch if the application is packaged.
  const given = parse(process.argv.slice(1)).filter(({ name: each }) => !removed.has(each));
  const all = [...given, ...appended];
  return all.filter((one) => one.name === wanted).at(-1)?.value;
}

/**
 * Returns the appended switches as arguments for Chromium. Unlike in Electron, the command line
 * itself is not passed on: an application's option (`--timeout`) may mean something to a headless
 * Chromium.
 */
export function switchesForChromium(): readonly string[] {
  return appended.map(({ name, value }) => (value === '' ? `--${name}` : `--${name}=${value}`));
}

/** `app.commandLine`. */
export const commandLine = partialModule('commandLine', {
  appendSwitch: (name: string, value = '') => {
    appended.push({ name: name.toLowerCase().replace(/^-+/, ''), value });
  },
  hasSwitch: (name: string) => switchValue(name) !== undefined,
  getSwitchValue: (name: string) => switchValue(name) ?? '',
} satisfies Partial<Electron.CommandLine>);

function parse(line: readonly string[]): readonly Switch[] {
  const end = line.indexOf('--');
  return line.slice(0, end === -1 ? undefined : end).flatMap((text) => {
    const parts = /^--([a-z][a-z0-9-]*)(?:=(.*))?$/i.exec(text);
    return parts?.[1] ? [{ name: parts[1].toLowerCase(), value: parts[2] ?? '' }] : [];
  });
}
