import { withCommas } from '../../../shared/request/text.js';
import type { Account, CreditedAccount, ListedKey } from '../../service/store/service-store.js';

/** What a command of `serve keys` has come to. */
export type KeysResult =
  | {
      readonly kind: 'added';
      readonly id: string;
      readonly key: string;
      readonly account: Account;
    }
  | {
      readonly kind: 'listed';
      readonly accounts: readonly Account[];
      readonly keys: readonly ListedKey[];
    }
  | { readonly kind: 'revoked'; readonly id: string }
  | { readonly kind: 'changed'; readonly account: Account }
  /** `asked`: how many were to be added, or taken where it is below zero. */
  | { readonly kind: 'credited'; readonly account: CreditedAccount; readonly asked: number };

/**
 * What goes to stdout, and what only a person wants to know, to stderr. With `json`, one object a
 * line and nothing for a person.
 */
export function resultText(
  result: KeysResult,
  json: boolean,
): { readonly out: string; readonly note: string } {
  if (json) return { out: textOf(jsonOf(result).map((line) => JSON.stringify(line))), note: '' };
  switch (result.kind) {
    case 'added':
      return {
        out: textOf([result.key]),
        note: textOf([
          `This key is told this once: keep it now. Its id is ${result.id}.`,
          accountLine(result.account),
        ]),
      };
    case 'listed':
      return {
        out: textOf(result.accounts.flatMap((account) => listed(account, result.keys))),
        note:
          result.accounts.length > 0 ? '' : 'There are no accounts; serve keys add makes one.\n',
      };
    case 'revoked':
      return { out: '', note: `The key ${result.id} counts no more.\n` };
    case 'changed':
      return { out: textOf([accountLine(result.account)]), note: '' };
    case 'credited':
      return { out: textOf([accountLine(result.account)]), note: textOf(shortfall(result)) };
  }
}

function jsonOf(result: KeysResult): readonly object[] {
  switch (result.kind) {
    case 'added':
      return [{ id: result.id, key: result.key, ...accountJson(result.account) }];
    case 'listed':
      return result.accounts.map((account) => ({
        ...accountJson(account),
        keys: keysOf(account, result.keys).map(({ id, created, revoked }) => ({
          id,
          created: isoTime(created),
          revoked: revoked === null ? null : isoTime(revoked),
        })),
      }));
    case 'revoked':
      return [{ id: result.id, revoked: true }];
    case 'changed':
      return [accountJson(result.account)];
    case 'credited':
      return [{ ...accountJson(result.account), added: result.account.added }];
  }
}

/** The id is what the service's log calls it. */
function accountJson({ id, name, credits, rate }: Account): object {
  return { accountId: id, account: name, credits, rate };
}

function listed(account: Account, keys: readonly ListedKey[]): readonly string[] {
  const id = `  id ${account.id}, as the log calls it`;
  return [accountLine(account), id, ...keysOf(account, keys).map(keyLine)];
}

function keysOf({ name }: Account, keys: readonly ListedKey[]): readonly ListedKey[] {
  return keys.filter(({ account }) => account === name);
}

function accountLine({ name, credits, rate }: Account): string {
  const requests =
    rate === null ? 'any number of requests a minute' : counted(rate, 'request', ' a minute');
  return `${name}: ${counted(credits, 'credit')}, ${requests}`;
}

/** What is to be said where an account has had fewer credits than were to be taken. */
function shortfall({
  account,
  asked,
}: Extract<KeysResult, { kind: 'credited' }>): readonly string[] {
  if (account.added === asked) return [];
  const taken = withCommas(-account.added);
  return [`Took ${taken} of ${counted(-asked, 'credit')}, as there were no more.`];
}

function keyLine({ id, created, revoked }: ListedKey): string {
  const end = revoked === null ? '' : `, revoked ${dayOf(revoked)}`;
  return `  key ${id}, made ${dayOf(created)}${end}`;
}

function counted(count: number, noun: string, after = ''): string {
  return `${withCommas(count)} ${noun}${count === 1 ? '' : 's'}${after}`;
}

function isoTime(time: number): string {
  return new Date(time).toISOString();
}

function dayOf(time: number): string {
  return isoTime(time).slice(0, 10);
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
