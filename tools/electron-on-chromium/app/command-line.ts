import { partialModule } from '../not-implemented.js';

interface Switch {
  readonly name: string;
  readonly value: string;
}

/** Switches that the application has added to those on the program's own command line. */
const appended: Switch[] = [];

/** Switches that hide from the application although they stand on the program's command line. */
const removed = new Set<string>();

/** Takes a switch off the command line as the application sees it. */
export function removeSwitch(name: string): void {
  removed.add(name);
}

/** The last value of a switch: undefined where it is not set, empty where it has no value. */
export function switchValue(name: string): string | undefined {
  const wanted = name.toLowerCase();
  // Read late: a launcher may set the command line after this module was loaded. The first argument
  // is the application's folder, or already a switch where the application is packaged.
  const given = parse(process.argv.slice(1)).filter(({ name: each }) => !removed.has(each));
  const all = [...given, ...appended];
  return all.filter((one) => one.name === wanted).at(-1)?.value;
}

/**
 * What the application has added, as Chromium takes it. The program's own command line does not
 * reach Chromium, other than in Electron: an application's options (`--timeout`) may mean something
 * to a headless Chromium.
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
