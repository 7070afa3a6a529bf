import { parseArgs } from 'node:util';
import type { FieldIssue } from '../../shared/errors.js';
import { nearestName, quote } from '../../shared/request/text.js';
import { type CommandOption, type ConvertOptionName, convertOptions } from './option-table.js';

/**
 * The words of a command line, sorted: what is no option, the options with their values, and what
 * was wrong in writing them.
 */
export interface WrittenOptions<Name extends string = ConvertOptionName> {
  readonly words: readonly string[];
  readonly switches: ReadonlySet<Name>;
  readonly values: ReadonlyMap<Name, string>;
  /** The values of options that may be given several times, in their order. */
  readonly lists: ReadonlyMap<Name, readonly string[]>;
  readonly issues: readonly FieldIssue[];
}

type Token = ReturnType<typeof tokensOf>[number];
type OptionToken = Extract<Token, { readonly kind: 'option' }>;

/** The options of a command, by name. */
type OptionTable<Name extends string> = Readonly<Record<Name, CommandOption>>;

/** Sorts the words of a command line of `convert`. */
export function readOptions(argv: readonly string[]): WrittenOptions {
  return sortOptions(argv, convertOptions);
}

/**
 * Sorts the words of a command line. Of an option that is given twice, the last one counts, but for
 * those that may be.
 */
export function sortOptions<Name extends string>(
  argv: readonly string[],
  table: OptionTable<Name>,
): WrittenOptions<Name> {
  const words: string[] = [];
  const switches = new Set<Name>();
  const values = new Map<Name, string>();
  const lists = new Map<Name, readonly string[]>();
  const issues: FieldIssue[] = [];
  const isKnown = (name: string): name is Name => Object.hasOwn(table, name);

  for (const token of tokensOf(argv, table)) {
    if (token.kind === 'positional') words.push(token.value);
    if (token.kind !== 'option') continue;
    const issue = optionIssue(token, table);
    if (issue !== null) {
      issues.push({ field: token.rawName, message: issue });
    } else if (isKnown(token.name)) {
      if (token.value === undefined) switches.add(token.name);
      else if (table[token.name].multiple === true)
        lists.set(token.name, [...(lists.get(token.name) ?? []), token.value]);
      else values.set(token.name, token.value);
    }
  }
  return { words, switches, values, lists, issues };
}

/**
 * Not strict, so that `--pages -2` reaches the schema's sentence and all mistakes come together.
 */
function tokensOf(argv: readonly string[], options: OptionTable<string>) {
  return parseArgs({
    args: [...argv],
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  }).tokens;
}

function optionIssue(
  { name, rawName, value, inlineValue }: OptionToken,
  table: OptionTable<string>,
): string | null {
  const option = Object.hasOwn(table, name) ? table[name] : undefined;
  if (option === undefined) return unknownSentence(name, rawName, table);
  if (option.type === 'boolean') {
    return value === undefined
      ? null
      : `${rawName} takes no value; leave out ${quote(`=${value}`)}.`;
  }
  if (value === undefined) return `${rawName} has no value; write one after it.`;
  const isOption = !inlineValue && value.startsWith('--') && Object.hasOwn(table, value.slice(2));
  return isOption ? `${rawName} has no value: ${value} after it is an option.` : null;
}

function unknownSentence(name: string, rawName: string, table: OptionTable<string>): string {
  const nearest = nearestName(name, Object.keys(table));
  const advice = nearest === null ? '--help lists the options' : `the nearest is --${nearest}`;
  return `The option ${quote(rawName)} is not known; ${advice}.`;
}
