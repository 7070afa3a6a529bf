import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { FieldIssue } from '../../shared/messages/errors.js';
import { type Message, message } from '../../shared/messages/message.js';
import { excerpt, nearestName } from '../../shared/request/text.js';
import { maxMemoryLimit } from '../../shared/settings.js';

const commandNames = ['convert', 'serve', 'outbox', 'bucket', 'completion'] as const;

/** The parsed command line: a window with files to open, or a command without a window. */
export type Command =
  | {
      readonly name: (typeof commandNames)[number];
      readonly args: readonly string[];
    }
  | { readonly name: 'help' | 'version'; readonly args: readonly [] }
  | { readonly name: 'window'; readonly paths: readonly string[] };

interface ProcessStart {
  readonly isPackaged: boolean;
  readonly platform: NodeJS.Platform;
}

/**
 * What follows the application's folder, which is the first argument that is not a switch or the
 * module of `-r` (Electron, `default_app/main.ts`). A packaged application has no such argument; on
 * Windows, `platen.cmd` adds `--` in its place.
 */
export function applicationArguments(
  argv: readonly string[],
  { isPackaged, platform }: ProcessStart,
): readonly string[] {
  const args = argv.slice(1);
  if (isPackaged) return isAfterDashes(argv, platform) ? args.slice(1) : args;
  const folder = args.findIndex(
    (arg, index) => !arg.startsWith('-') && !isRequire(args[index - 1]),
  );
  return args.slice(folder + 1);
}

/**
 * Chromium has not read them because `platen.cmd` puts `--` before all arguments, without which
 * Electron refuses arguments after a URL (`command_line_args.cc`).
 */
export function unreadSwitches(
  argv: readonly string[],
  start: ProcessStart,
): readonly { readonly name: string; readonly value: string }[] {
  if (!start.isPackaged || !isAfterDashes(argv, start.platform)) return [];
  return switchesOf(applicationArguments(argv, start)).flatMap((word) => {
    const [, name, value = ''] = /^--([^=]+)(?:=(.*))?$/s.exec(word) ?? [];
    return name === undefined ? [] : [{ name, value }];
  });
}

function isAfterDashes(argv: readonly string[], platform: NodeJS.Platform): boolean {
  return platform === 'win32' && argv[1] === '--';
}

function isRequire(arg: string | undefined): boolean {
  return arg === '-r' || arg === '--require';
}

/**
 * Parses Platen's own arguments, without the name of the program and the folder of the application.
 * Chromium's switches may come first, and `--` ends them: the launcher inserts it before its own
 * arguments. The first word is a command; otherwise every word is a file to open.
 */
export function commandFrom(args: readonly string[]): Command {
  const [first, ...rest] = afterSwitches(args);
  if (isCommandName(first)) return { name: first, args: rest };
  const switches = switchesOf(args);
  if (['--help', '-h'].some((word) => switches.includes(word))) return { name: 'help', args: [] };
  if (switches.includes('--version')) return { name: 'version', args: [] };
  return { name: 'window', paths: positionalsOf(args).map(pathOf) };
}

function isCommandName(word: string | undefined): word is (typeof commandNames)[number] {
  return commandNames.some((name) => name === word);
}

/** Linux desktops pass files as `file:` URLs (Desktop Entry Specification, %U). */
function pathOf(word: string): string {
  if (!word.startsWith('file:///') || !URL.canParse(word)) return word;
  return fileURLToPath(word);
}

function afterSwitches(args: readonly string[]): readonly string[] {
  const end = args.indexOf('--');
  const start = args.findIndex((word) => !word.startsWith('-'));
  if (end !== -1 && (start === -1 || end < start)) return args.slice(end + 1);
  return start === -1 ? [] : args.slice(start);
}

/** Those before a command, or without one all before `--`. */
function switchesOf(args: readonly string[]): readonly string[] {
  const [first] = afterSwitches(args);
  const end = args.findIndex((word) => word === '--' || (word === first && isCommandName(first)));
  return (end === -1 ? args : args.slice(0, end)).filter((word) => word.startsWith('-'));
}

/** All arguments except switches; after `--` there are none. */
function positionalsOf(args: readonly string[]): readonly string[] {
  const end = args.indexOf('--');
  const open = end === -1 ? args : args.slice(0, end);
  const rest = end === -1 ? [] : args.slice(end + 1);
  return [...open.filter((word) => !word.startsWith('-')), ...rest];
}

/** An option of a command: how it is written, and its entry in `--help`. */
export interface CommandOption {
  readonly type: 'string' | 'boolean';
  /** Set if the option may be repeated; otherwise its last value counts. */
  readonly multiple?: true;
  readonly short?: string;
  /** The placeholder of its value in `--help`. */
  readonly placeholder?: string;
  /** The possible values, or some of them, for completions in shells. */
  readonly values?: readonly string[];
  /** Its heading in `--help`. */
  readonly group: string;
  readonly help: string;
}

export type OptionTable<Name extends string = string> = Readonly<Record<Name, CommandOption>>;

/** @param group their heading in `--help` */
export function commonOptions(group: string) {
  return {
    concurrency: {
      type: 'string',
      placeholder: 'N',
      group,
      help: 'Number of pages that are converted at the same time, 1 to 32. Default: the number of processor cores plus one, or less if memory is short.',
    },
    'memory-limit': {
      type: 'string',
      placeholder: 'GB',
      group,
      help: 'How much memory a page may use, in gigabytes. Default: a quarter of the memory of the machine, 1 to 4.',
    },
    json: {
      type: 'boolean',
      group,
      help: 'Prints one JSON object for each result and each failure.',
    },
    help: { type: 'boolean', short: 'h', group, help: 'Prints this help.' },
    version: { type: 'boolean', group, help: 'Prints the version.' },
  } as const satisfies Record<string, CommandOption>;
}

/** The ranges of the numbers among the {@link commonOptions}. */
export const commonRanges = {
  concurrency: { min: 1, max: 32 },
  'memory-limit': { min: 1, max: maxMemoryLimit },
} as const;

export interface ParsedOptions<Name extends string> {
  readonly positionals: readonly string[];
  readonly switches: ReadonlySet<Name>;
  readonly values: ReadonlyMap<Name, string>;
  /** The values of repeatable options, in order. */
  readonly lists: ReadonlyMap<Name, readonly string[]>;
  /** Unknown options, and missing or unexpected values. */
  readonly issues: readonly FieldIssue[];
}

type Token = ReturnType<typeof tokensOf>[number];
type OptionToken = Extract<Token, { readonly kind: 'option' }>;

export function parseOptions<Name extends string>(
  argv: readonly string[],
  table: OptionTable<Name>,
): ParsedOptions<Name> {
  const positionals: string[] = [];
  const switches = new Set<Name>();
  const values = new Map<Name, string>();
  const lists = new Map<Name, readonly string[]>();
  const issues: FieldIssue[] = [];
  const isKnown = (name: string): name is Name => Object.hasOwn(table, name);

  for (const token of tokensOf(argv, table)) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const { name, rawName, value } = token;
    const issue = optionIssue(token, table);
    if (issue !== null) issues.push({ field: rawName, message: issue });
    else if (!isKnown(name)) continue;
    else if (value === undefined) switches.add(name);
    else if (table[name].multiple === true) lists.set(name, [...(lists.get(name) ?? []), value]);
    else values.set(name, value);
  }
  return { positionals, switches, values, lists, issues };
}

/**
 * Not strict, so that a value such as `-2` in `--pages -2` is validated by the schema, and all
 * issues are reported together.
 */
function tokensOf(argv: readonly string[], options: OptionTable) {
  return parseArgs({
    args: [...argv],
    options: Object.fromEntries(
      Object.entries(options).map(([name, { type, short }]) => [
        name,
        { type, ...(short !== undefined && { short }) },
      ]),
    ),
    allowPositionals: true,
    strict: false,
    tokens: true,
  }).tokens;
}

function optionIssue(
  { name, rawName, value, inlineValue }: OptionToken,
  table: OptionTable,
): Message | null {
  const option = Object.hasOwn(table, name) ? table[name] : undefined;
  if (option === undefined) return unknownOption(name, rawName, table);
  if (option.type === 'boolean') {
    if (value === undefined) return null;
    return message('cli.unexpectedValue', { option: rawName, value: excerpt(value) });
  }
  if (value === undefined) return message('cli.missingValue', { option: rawName });
  const isOption = !inlineValue && value.startsWith('--') && Object.hasOwn(table, value.slice(2));
  return isOption ? message('cli.optionAsValue', { option: rawName, value }) : null;
}

/** Our options by names that users know from other converters, such as wkhtmltopdf and Pandoc. */
const optionsByOtherNames: ReadonlyMap<string, string> = new Map([
  ['o', 'out'],
  ['output', 'out'],
  ['page-size', 'format'],
  ['paper-format', 'format'],
  ['orientation', 'landscape'],
  ['page-ranges', 'pages'],
  ['scale', 'zoom'],
  ['toc', 'table-of-contents'],
  ['contents', 'table-of-contents'],
  ['outline', 'bookmarks'],
  ['stylesheet', 'css'],
  ['user-style-sheet', 'css'],
  ['footer', 'footer-center'],
  ['page-numbers', 'footer-center'],
  ['attachment', 'attach'],
  ['watermark', 'watermark-text'],
  ['letterhead', 'background'],
  ['cookie', 'cookies'],
  ['javascript-delay', 'delay-seconds'],
  ['wait-for-timeout', 'delay-seconds'],
]);

function unknownOption(name: string, rawName: string, table: OptionTable): Message {
  const ours = optionsByOtherNames.get(name);
  const nearest =
    ours !== undefined && Object.hasOwn(table, ours) ? ours : nearestName(name, Object.keys(table));
  const option = excerpt(rawName);
  return nearest === null
    ? message('cli.unknownOption', { option })
    : message('cli.unknownOptionNear', { option, nearest });
}

/** Names the fields of issues by the options of the same name. */
export function optionField(options: OptionTable): (field: string) => string {
  return (field) => (Object.hasOwn(options, field) ? `--${field}` : field);
}

export function isWholeNumber(
  value: number | string,
  { min, max }: { readonly min: number; readonly max: number },
): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;
}
