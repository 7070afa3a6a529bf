import { resolve } from 'node:path';
import type { FieldIssue } from '../../../shared/errors.js';
import { invalidRequest } from '../../../shared/request/validation.js';
import { numberFromText } from '../../../shared/request/fields.js';
import { listInWords, quote, withCommas } from '../../../shared/request/text.js';
import type { StorePlace } from '../../service/store/open-store.js';
import { type WrittenOptions, sortOptions } from '../read-options.js';
import { type KeysVerb, isKeysVerb, keysOptions, keysUsage } from './serve-keys-options.js';

export type KeysAction =
  | {
      readonly verb: 'add';
      readonly name: string;
      readonly credits: number;
      readonly rate: number | null;
    }
  | { readonly verb: 'list' }
  | { readonly verb: 'revoke'; readonly id: string }
  | { readonly verb: 'credit'; readonly name: string; readonly credits: number }
  | { readonly verb: 'rate'; readonly name: string; readonly rate: number | null };

/** What a command line of `serve keys` asks for. */
export type KeysArguments =
  | { readonly action: 'help' }
  | {
      readonly action: 'keys';
      readonly task: KeysAction;
      readonly place: StorePlace;
      readonly json: boolean;
    };

type Written = WrittenOptions<keyof typeof keysOptions>;

const maxCredits = 1_000_000_000_000;
const maxRate = 1_000_000;
const nameRule = /^[\w.@-]{1,60}$/;

/**
 * Reads the arguments of `serve keys`, those after its name.
 * @param cwd folder that `--accounts` is relative to
 * @throws AppError `invalid-request` with all mistakes together
 */
export function parseKeysArguments(argv: readonly string[], cwd: string): KeysArguments {
  // A number below zero is a word here, and no option, unless it is the value of one.
  const negative = argv.filter((word, at) => isNegative(word) && !takesValue(argv[at - 1]));
  const written = sortOptions(
    argv.filter((word, at) => !isNegative(word) || takesValue(argv[at - 1])),
    keysOptions,
  );
  if (written.switches.has('help')) return { action: 'help' };
  const words = [...written.words, ...negative];
  const issues: FieldIssue[] = [...written.issues];
  const place = placeOf(written, cwd, issues);
  const task = actionOf(words, written, issues);
  if (issues.length > 0 || place === null || task === null) throw invalidRequest(issues);
  return { action: 'keys', task, place, json: written.switches.has('json') };
}

function isNegative(word: string): boolean {
  return /^-\d[\d.,]*$/.test(word);
}

/** Whether what comes after a word is its value. */
function takesValue(word = ''): boolean {
  const option = Object.entries(keysOptions).find(([name]) => word === `--${name}`);
  return option?.[1].type === 'string';
}

function placeOf({ values }: Written, cwd: string, issues: FieldIssue[]): StorePlace | null {
  const [folder, address] = [values.get('accounts'), values.get('database')];
  if (folder !== undefined && address !== undefined) {
    const message = '--accounts and --database are two places for accounts; write one of them.';
    issues.push({ field: 'database', message });
    return null;
  }
  if (address !== undefined) return { kind: 'database', address };
  if (folder !== undefined && folder !== '')
    return { kind: 'folder', folder: resolve(cwd, folder) };
  const message =
    'serve keys does not know which accounts; write --accounts FOLDER or --database URL.';
  issues.push({ field: 'accounts', message });
  return null;
}

function actionOf(
  [verb, ...words]: readonly string[],
  written: Written,
  issues: FieldIssue[],
): KeysAction | null {
  if (verb === undefined || !isKeysVerb(verb)) {
    const known = listInWords(Object.keys(keysUsage), 'and');
    const given = verb === undefined ? 'none is written' : `${quote(verb)} is none of them`;
    issues.push({ field: 'keys', message: `The commands of serve keys are ${known}; ${given}.` });
    return null;
  }
  issues.push(...misplaced(verb, written));
  const needed = keysUsage[verb].replace(/ \[.*/, '').split(' ').length - 1;
  if (words.length !== needed) {
    issues.push({ field: 'keys', message: `It is written: serve keys ${keysUsage[verb]}.` });
    return null;
  }
  const [first = '', second = ''] = words;
  const { values } = written;
  switch (verb) {
    case 'list':
      return { verb };
    case 'revoke':
      return { verb, id: first };
    case 'add': {
      if (!nameRule.test(first)) {
        const message = `The name ${quote(first)} is no name for an account; write one of letters, digits, _, -, . and @, 60 at most.`;
        issues.push({ field: 'name', message });
      }
      const credits = values.get('credits') ?? '0';
      const rate = values.get('rate');
      return {
        verb,
        name: first,
        credits: numberOf(credits, ofOption('credits', 0, maxCredits), issues),
        rate: rate === undefined ? null : numberOf(rate, ofOption('rate', 1, maxRate), issues),
      };
    }
    case 'credit':
      return {
        verb,
        name: first,
        credits: numberOf(second, creditsRule, issues),
      };
    case 'rate':
      return {
        verb,
        name: first,
        rate: second === rateRule.word ? null : numberOf(second, rateRule, issues),
      };
  }
}

function misplaced(verb: KeysVerb, { values }: Written): readonly FieldIssue[] {
  if (verb === 'add') return [];
  return (['credits', 'rate'] as const)
    .filter((name) => values.has(name))
    .map((field) => ({ field, message: `--${field} belongs to add; leave it out of ${verb}.` }));
}

interface NumberRule {
  readonly field: 'credits' | 'rate';
  /** What the number is called where it is wrong. */
  readonly subject: string;
  readonly least: number;
  readonly most: number;
  /** A word that may stand there too. */
  readonly word?: string;
}

const creditsRule: NumberRule = {
  field: 'credits',
  subject: 'The number of credits',
  least: -maxCredits,
  most: maxCredits,
};
const rateRule: NumberRule = {
  field: 'rate',
  subject: 'The rate',
  least: 1,
  most: maxRate,
  word: 'none',
};

function ofOption(field: NumberRule['field'], least: number, most: number): NumberRule {
  return { field, subject: `--${field}`, least, most };
}

function numberOf(
  text: string,
  { field, subject, least, most, word }: NumberRule,
  issues: FieldIssue[],
): number {
  const number = numberFromText(text);
  if (typeof number === 'number' && Number.isInteger(number) && number >= least && number <= most)
    return number;
  const range = `from ${withCommas(least)} to ${withCommas(most)}`;
  const message = `${subject} is ${quote(text)}; it must be a whole number ${range}${word === undefined ? '' : `, or ${word}`}.`;
  issues.push({ field, message });
  return least;
}
