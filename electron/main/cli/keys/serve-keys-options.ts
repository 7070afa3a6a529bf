import type { CommandOption } from '../option-table.js';
import { groupLines, wrap } from '../help.js';

const keysGroups = ['Accounts', 'The run'] as const;

/** Every option of `serve keys`, in the order in which `--help` lists them. */
export const keysOptions = {
  accounts: {
    type: 'string',
    placeholder: 'FOLDER',
    group: 'Accounts',
    help: 'The folder that serve is given; made where there is none. A server may be running on it.',
  },
  database: {
    type: 'string',
    placeholder: 'URL',
    group: 'Accounts',
    help: 'The PostgreSQL that serve is given. Example: postgres://platen@db/platen',
  },
  credits: {
    type: 'string',
    placeholder: 'N',
    group: 'Accounts',
    help: 'With add: how many credits the account gets, beside those it has.',
  },
  rate: {
    type: 'string',
    placeholder: 'N',
    group: 'Accounts',
    help: 'With add: how many requests a minute the account may send; any number if not set.',
  },
  json: { type: 'boolean', group: 'The run', help: 'Prints one JSON object for each result.' },
  help: { type: 'boolean', short: 'h', group: 'The run', help: 'Prints this text.' },
} as const satisfies Record<string, CommandOption>;

/** How each command of `serve keys` is written. */
export const keysUsage = {
  add: 'add NAME [--credits N] [--rate N]',
  list: 'list',
  revoke: 'revoke KEYID',
  credit: 'credit NAME N',
  rate: 'rate NAME N|none',
} as const;

export type KeysVerb = keyof typeof keysUsage;

const explained: Readonly<Record<KeysVerb, string>> = {
  add: 'makes an account, or another key for one; prints the key, this once',
  list: 'lists accounts, and the ids of their keys',
  revoke: 'lets a key count no more',
  credit: 'adds credits, or takes some for a negative N, as many as there are',
  rate: 'sets how many requests a minute the account may send',
};

/** The text of `serve keys --help`. */
export function keysHelp(): string {
  const verbs = Object.entries(keysUsage).flatMap(([verb, usage]) => [
    `  platen serve keys ${usage}`,
    ...(isKeysVerb(verb) ? wrap(explained[verb], 6) : []),
  ]);
  return [
    'Usage: platen serve keys COMMAND --accounts FOLDER | --database URL',
    '',
    ...verbs,
    ...keysGroups.flatMap((group) => groupLines(group, keysOptions)),
    '',
  ].join('\n');
}

/** Whether `serve keys` has a command of that name. */
export function isKeysVerb(word: string): word is KeysVerb {
  return Object.hasOwn(keysUsage, word);
}
