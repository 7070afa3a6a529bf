import { parseArgs } from 'node:util';
import type { FieldIssue } from '../../shared/errors.js';
import { quote } from '../../shared/request/wording.js';
import { nearestName } from '../../shared/request/nearest.js';
import {
  type CommandOption,
  type ConvertOptionName,
  convertOptions,
  isConvertOption,
} from './option-table.js';

/** The words of a command line, sorted: what is no option, the options with their values, and what was wrong in writing them. */
export interface WrittenOptions {
  readonly words: readonly string[];
  readonly switches: ReadonlySet<ConvertOptionName>;
  readonly values: ReadonlyMap<ConvertOptionName, string>;
  /** The values of options that may be given several times, in their order. */
  readonly lists: ReadonlyMap<ConvertOptionName, readonly string[]>;
  readonly mistakes: readonly FieldIssue[];
}

type Token = ReturnType<typeof tokensOf>[number];
type OptionToken = Extract<Token, { readonly kind: 'option' }>;

/** Sorts the words of a command line. Of an option that is given twice, the last one counts, but for those that may be. */
export function readOptions(argv: readonly string[]): WrittenOptions {
  const words: string[] = [];
  const switches = new Set<ConvertOptionName>();
  const values = new Map<ConvertOptionName, string>();
  const lists = new Map<ConvertOptionName, readonly string[]>();
  const mistakes: FieldIssue[] = [];

  for (const token of tokensOf(argv)) {
    if (token.kind === 'positional') words.push(token.value);
    if (token.kind !== 'option') continue;
    const mistake = optionMistake(token);
    if (mistake !== null) {
      mistakes.push({ field: token.rawName, message: mistake });
    } else if (isConvertOption(token.name)) {
      if (token.value === undefined) switches.add(token.name);
      else if (isList(token.name))
        lists.set(token.name, [...(lists.get(token.name) ?? []), token.value]);
      else values.set(token.name, token.value);
    }
  }
  return { words, switches, values, lists, mistakes };
}

/** Not strict, so that `--pages -2` reaches the schema's sentence and all mistakes come together. */
function tokensOf(argv: readonly string[]) {
  return parseArgs({
    args: [...argv],
    options: convertOptions,
    allowPositionals: true,
    strict: false,
    tokens: true,
  }).tokens;
}

function isList(name: ConvertOptionName): boolean {
  const option: CommandOption = convertOptions[name];
  return option.multiple === true;
}

function optionMistake({ name, rawName, value, inlineValue }: OptionToken): string | null {
  if (!isConvertOption(name)) return unknownSentence(name, rawName);
  const { type } = convertOptions[name];
  if (type === 'boolean') {
    return value === undefined
      ? null
      : `${rawName} takes no value; leave out ${quote(`=${value}`)}.`;
  }
  if (value === undefined) return `${rawName} has no value; write one after it.`;
  const isOption = !inlineValue && value.startsWith('--') && isConvertOption(value.slice(2));
  return isOption ? `${rawName} has no value: ${value} after it is an option.` : null;
}

function unknownSentence(name: string, rawName: string): string {
  const nearest = nearestName(name, Object.keys(convertOptions));
  const advice = nearest === null ? '--help lists the options' : `the nearest is --${nearest}`;
  return `The option ${quote(rawName)} is not known; ${advice}.`;
}
