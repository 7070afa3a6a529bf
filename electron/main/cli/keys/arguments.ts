import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import type { FieldIssue } from '../../../shared/messages/errors.js';
import { type Message, message } from '../../../shared/messages/message.js';
import { numberFromText } from '../../../shared/request/fields.js';
import { destinationSchema, hasDestinationPlaceholder } from '../../../shared/request/storage.js';
import { excerpt } from '../../../shared/request/text.js';
import { invalidRequest } from '../../../shared/request/validation.js';
import type { StorePlace } from '../../service/store/open-store.js';
import type { AccountChange, KeyLimitsChange, KeyMode } from '../../service/store/service-store.js';
import {
  type CommandOption,
  type ParsedOptions,
  commonOptions,
  commonRanges,
  isWholeNumber,
  parseOptions,
} from '../command-line.js';
import { databaseFileOption, resolveDatabase } from '../database-option.js';
import { type HelpPage, wrap } from '../help.js';

const accountGroup = 'Accounts';
const keyGroup = 'Keys';
const { json, help } = commonOptions('Run');

/** In the order of `--help`. */
export const keysOptions = {
  accounts: {
    type: 'string',
    placeholder: 'FOLDER',
    group: accountGroup,
    help: 'The accounts folder of serve; created if missing. A server may be running on it.',
  },
  database: {
    type: 'string',
    placeholder: 'URL',
    group: accountGroup,
    help: 'The database of serve. Example: postgres://platen@db/platen',
  },
  'database-file': databaseFileOption(accountGroup),
  credits: {
    type: 'string',
    placeholder: 'N',
    group: accountGroup,
    help: 'With add: credits to add to the account.',
  },
  rate: {
    type: 'string',
    placeholder: 'N',
    group: accountGroup,
    help: 'Requests per minute; that of serve if not set.',
  },
  concurrency: {
    type: 'string',
    placeholder: 'N',
    group: accountGroup,
    help: 'Pages of the account in parallel; that of serve if not set.',
  },
  bucket: {
    type: 'string',
    placeholder: 's3://BUCKET/PATH/',
    group: accountGroup,
    help: 'Where its uploads may go, with a slash at the end; anywhere if not set.',
  },
  'webhook-secret': {
    type: 'string',
    placeholder: 'new',
    group: accountGroup,
    help: "Creates and prints the secret of its webhooks; the service's if not set.",
  },
  'key-credits': {
    type: 'string',
    placeholder: 'N',
    group: keyGroup,
    help: 'Credits of the account that the key may still spend; all if not set.',
  },
  'key-rate': {
    type: 'string',
    placeholder: 'N',
    group: keyGroup,
    help: "Requests per minute of the key; the account's if not set.",
  },
  'key-concurrency': {
    type: 'string',
    placeholder: 'N',
    group: keyGroup,
    help: "Pages of the key in parallel; the account's if not set.",
  },
  'key-mode': {
    type: 'string',
    placeholder: 'test|live',
    group: keyGroup,
    help: 'test: the key is for test mode only; live: for requests that cost a credit only.',
  },
  json,
  help,
} as const satisfies Record<string, CommandOption>;

/** The commands of `serve keys`: their syntax and their help. */
const keysCommands = {
  add: {
    positionals: ['NAME'],
    options: '[--credits N] [options of set] [options of limit]',
    help: 'creates an account, or another key of an account; prints the key, only this once',
  },
  set: {
    positionals: ['NAME'],
    options:
      '[--rate N|none] [--concurrency N|none] [--bucket s3://BUCKET/PATH/|none] [--webhook-secret new|none]',
    help: 'changes an account; none removes a setting',
  },
  limit: {
    positionals: ['KEYID'],
    options:
      '[--key-credits N|none] [--key-rate N|none] [--key-concurrency N|none] [--key-mode test|live|none]',
    help: 'limits a key within its account; none removes a limit',
  },
  list: { positionals: [], options: '', help: 'lists accounts, and the ids of their keys' },
  revoke: { positionals: ['KEYID'], options: '', help: 'revokes a key' },
  credit: {
    positionals: ['NAME', 'N'],
    options: '',
    help: 'adds credits, or removes some for a negative N, down to zero',
  },
  rate: {
    positionals: ['NAME', 'N|none'],
    options: '',
    help: 'limits the requests per minute of an account',
  },
} as const;

type KeysVerb = keyof typeof keysCommands;

/** The words that may follow `serve keys`. */
export const keysVerbs = Object.keys(keysCommands);

export function keysPage(): HelpPage {
  const commands = Object.entries(keysCommands).flatMap(([verb, { help }]) =>
    isKeysVerb(verb) ? [`  platen serve keys ${usageOf(verb)}`, ...wrap(help, 6)] : [],
  );
  return {
    name: 'serve keys',
    usage: 'Usage: platen serve keys COMMAND --accounts FOLDER | --database URL',
    intro: commands,
    options: keysOptions,
    sections: [],
  };
}

function usageOf(verb: KeysVerb): string {
  const { positionals, options } = keysCommands[verb];
  return [verb, ...positionals, options].filter((part) => part !== '').join(' ');
}

function isKeysVerb(word: string): word is KeysVerb {
  return Object.hasOwn(keysCommands, word);
}

export type KeysTask =
  | {
      readonly verb: 'add';
      readonly name: string;
      readonly credits: number;
      readonly change: AccountChange;
      readonly limits: KeyLimitsChange;
    }
  | { readonly verb: 'limit'; readonly id: string; readonly limits: KeyLimitsChange }
  | { readonly verb: 'set'; readonly name: string; readonly change: AccountChange }
  | { readonly verb: 'list' }
  | { readonly verb: 'revoke'; readonly id: string }
  | { readonly verb: 'credit'; readonly name: string; readonly credits: number }
  | { readonly verb: 'rate'; readonly name: string; readonly rate: number | null };

export type KeysArguments =
  | { readonly action: 'help' }
  | {
      readonly action: 'keys';
      readonly task: KeysTask;
      readonly place: StorePlace;
      readonly json: boolean;
    };

type KeysOptions = ParsedOptions<keyof typeof keysOptions>;

const maxCredits = 1_000_000_000_000;
const maxRate = 1_000_000;
const nameRule = /^[\w.@-]{1,60}$/;

/**
 * @param cwd folder that `--accounts` is relative to
 * @throws AppError `invalid-request` with all issues
 */
export function parseKeysArguments(argv: readonly string[], cwd: string): KeysArguments {
  // A negative number is a positional argument, unless it is the value of an option.
  const isWord = (word: string, at: number) => isNegative(word) && !takesValue(argv[at - 1]);
  const options = parseOptions(
    argv.filter((word, at) => !isWord(word, at)),
    keysOptions,
  );
  const parsed = resolveDatabase(options, cwd, { hasAccounts: true });
  if (parsed.switches.has('help')) return { action: 'help' };
  const positionals = [...parsed.positionals, ...argv.filter(isWord)];
  const issues: FieldIssue[] = [...parsed.issues];
  const place = placeOf(parsed, cwd, issues);
  const task = taskOf(positionals, parsed, issues);
  if (issues.length > 0 || place === null || task === null) throw invalidRequest(issues);
  return { action: 'keys', task, place, json: parsed.switches.has('json') };
}

function isNegative(word: string): boolean {
  return /^-\d[\d.,]*$/.test(word);
}

function takesValue(word = ''): boolean {
  const option = Object.entries(keysOptions).find(([name]) => word === `--${name}`);
  return option?.[1].type === 'string';
}

function placeOf({ values }: KeysOptions, cwd: string, issues: FieldIssue[]): StorePlace | null {
  const [folder, address] = [values.get('accounts'), values.get('database')];
  if (folder !== undefined && address !== undefined) {
    issues.push({ field: 'database', message: message('cli.accountsAndDatabase') });
    return null;
  }
  if (address !== undefined) return { kind: 'database', address };
  if (folder !== undefined && folder !== '')
    return { kind: 'folder', folder: resolve(cwd, folder) };
  issues.push({ field: 'accounts', message: message('keys.unknownAccounts') });
  return null;
}

function taskOf(
  [verb, ...positionals]: readonly string[],
  parsed: KeysOptions,
  issues: FieldIssue[],
): KeysTask | null {
  if (verb === undefined || !isKeysVerb(verb)) {
    issues.push({ field: 'keys', message: commandIssue(verb) });
    return null;
  }
  issues.push(...verbIssues(verb, parsed));
  if (positionals.length !== keysCommands[verb].positionals.length) {
    const usage = message('keys.usageError', { usage: usageOf(verb) });
    issues.push({ field: 'keys', message: usage });
    return null;
  }
  const [first = '', second = ''] = positionals;
  switch (verb) {
    case 'set':
      return { verb, name: first, change: changeOf(parsed, issues) };
    case 'limit':
      return { verb, id: first, limits: limitsOf(parsed, issues) };
    case 'list':
      return { verb };
    case 'revoke':
      return { verb, id: first };
    case 'add':
      return addTask(first, parsed, issues);
    case 'credit':
      return { verb, name: first, credits: creditsOf(second, -maxCredits, issues) };
    case 'rate': {
      const rate = second === 'none' ? null : rateOf(second, issues);
      return { verb, name: first, rate };
    }
  }
}

function commandIssue(word: string | undefined): Message {
  const commands = Object.keys(keysCommands);
  if (word === undefined) return message('keys.noCommand', { commands });
  return message('keys.unknownCommand', { command: excerpt(word), commands });
}

const changeOptions = ['rate', 'concurrency', 'bucket', 'webhook-secret'] as const;
const limitOptions = ['key-credits', 'key-rate', 'key-concurrency', 'key-mode'] as const;

type TaskOption = 'credits' | (typeof changeOptions)[number] | (typeof limitOptions)[number];

/** The options of each command; `set` and `limit` need one of theirs. */
const optionsOf: Partial<Record<KeysVerb, readonly TaskOption[]>> = {
  add: ['credits', ...changeOptions, ...limitOptions],
  set: changeOptions,
  limit: limitOptions,
};

function verbIssues(command: KeysVerb, { values }: KeysOptions): readonly FieldIssue[] {
  const options = (['credits', ...changeOptions, ...limitOptions] as const).filter((option) =>
    values.has(option),
  );
  const own = optionsOf[command] ?? [];
  const misplaced = options.flatMap((option) => {
    if (own.includes(option)) return [];
    const commands = Object.keys(optionsOf).filter(
      (verb) => isKeysVerb(verb) && optionsOf[verb]?.includes(option),
    );
    return [{ field: option, message: message('keys.onlyFor', { option, commands, command }) }];
  });
  const needsOne = command === 'set' || command === 'limit';
  if (!needsOne || options.some((option) => own.includes(option))) return misplaced;
  const usage = message('keys.usageError', { usage: usageOf(command) });
  return [...misplaced, { field: 'keys', message: usage }];
}

/** Reads the limits of a key; `none` removes one. */
function limitsOf({ values }: KeysOptions, issues: FieldIssue[]): KeyLimitsChange {
  const [credits, rate, pages, mode] = limitOptions.map((option) => values.get(option));
  return {
    ...(credits !== undefined && {
      credits: orNone(credits, () => keyCreditsOf(credits, issues)),
    }),
    ...(rate !== undefined && { rate: orNone(rate, () => rateOf(rate, issues, 'key-rate')) }),
    ...(pages !== undefined && {
      concurrency: orNone(pages, () => pagesOf(pages, issues, 'key-concurrency')),
    }),
    ...(mode !== undefined && { mode: orNone(mode, () => modeOf(mode, issues)) }),
  };
}

function keyCreditsOf(text: string, issues: FieldIssue[]): number {
  const range = { min: 0, max: maxCredits };
  const number = numberFromText(text);
  if (isWholeNumber(number, range)) return number;
  const issue = message('keys.creditsOrNone', { ...range, value: excerpt(text) });
  issues.push({ field: 'key-credits', message: issue });
  return range.min;
}

function modeOf(text: string, issues: FieldIssue[]): KeyMode {
  if (text === 'test' || text === 'live') return text;
  const issue = message('keys.keyMode', { value: excerpt(text) });
  issues.push({ field: 'key-mode', message: issue });
  return 'test';
}

/** Reads the settings of an account; `none` removes one. A new webhook secret is created. */
function changeOf({ values }: KeysOptions, issues: FieldIssue[]): AccountChange {
  const [rate, pages, bucket, secret] = changeOptions.map((option) => values.get(option));
  return {
    ...(rate !== undefined && {
      rate: orNone(rate, () => rateOf(rate, issues)),
    }),
    ...(pages !== undefined && { concurrency: orNone(pages, () => pagesOf(pages, issues)) }),
    ...(bucket !== undefined && { bucketPrefix: orNone(bucket, () => prefixOf(bucket, issues)) }),
    ...(secret !== undefined && { webhookSecret: orNone(secret, () => secretOf(secret, issues)) }),
  };
}

function orNone<T>(text: string, read: () => T): T | null {
  return text === 'none' ? null : read();
}

function pagesOf(text: string, issues: FieldIssue[], field = 'concurrency'): number {
  const { min, max } = commonRanges.concurrency;
  const number = numberFromText(text);
  if (isWholeNumber(number, { min, max })) return number;
  const issue = message('keys.concurrencyOrNone', { min, max, value: excerpt(text) });
  issues.push({ field, message: issue });
  return min;
}

/** The prefix of an account's uploads is that of valid destinations. */
function prefixOf(text: string, issues: FieldIssue[]): string {
  const isPrefix =
    text.endsWith('/') &&
    !hasDestinationPlaceholder(text) &&
    destinationSchema.safeParse(`${text}a.pdf`).success;
  if (isPrefix) return text;
  issues.push({ field: 'bucket', message: message('keys.bucketPrefix', { value: excerpt(text) }) });
  return '';
}

/** A given secret would be readable in the list of processes. */
function secretOf(text: string, issues: FieldIssue[]): string {
  if (text !== 'new')
    issues.push({ field: 'webhook-secret', message: message('keys.webhookSecret') });
  return newWebhookSecret();
}

export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

function addTask(name: string, parsed: KeysOptions, issues: FieldIssue[]): KeysTask {
  const { values } = parsed;
  if (!nameRule.test(name)) {
    issues.push({ field: 'name', message: message('keys.accountName', { name: excerpt(name) }) });
  }
  return {
    verb: 'add',
    name,
    credits: creditsOf(values.get('credits') ?? '0', 0, issues),
    change: changeOf(parsed, issues),
    limits: limitsOf(parsed, issues),
  };
}

function creditsOf(text: string, min: number, issues: FieldIssue[]): number {
  const range = { min, max: maxCredits };
  const number = numberFromText(text);
  if (isWholeNumber(number, range)) return number;
  const issue = message('keys.creditsRange', { ...range, value: excerpt(text) });
  issues.push({ field: 'credits', message: issue });
  return min;
}

function rateOf(text: string, issues: FieldIssue[], field = 'rate'): number {
  const range = { min: 1, max: maxRate };
  const number = numberFromText(text);
  if (isWholeNumber(number, range)) return number;
  const issue = message('keys.rateOrNone', { ...range, value: excerpt(text) });
  issues.push({ field, message: issue });
  return range.min;
}
