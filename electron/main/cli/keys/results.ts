import { message } from '../../../shared/messages/message.js';
import { englishText } from '../../../shared/messages/translator.js';
import type { Account, CreditedAccount, ListedKey } from '../../service/store/service-store.js';

/** The result of a command of `serve keys`. */
export type KeysResult =
  | {
      readonly kind: 'added';
      readonly id: string;
      readonly key: string;
      readonly account: Account;
      readonly webhookSecret?: string | null | undefined;
    }
  | {
      readonly kind: 'listed';
      readonly accounts: readonly Account[];
      readonly keys: readonly ListedKey[];
    }
  | { readonly kind: 'revoked'; readonly id: string }
  | {
      readonly kind: 'changed';
      readonly account: Account;
      /** A new one, which is shown only once. */
      readonly webhookSecret?: string | null | undefined;
    }
  | {
      readonly kind: 'credited';
      readonly account: CreditedAccount;
      /** The requested number of credits to add; negative to remove some. */
      readonly requested: number;
    };

/**
 * Returns the text for standard output, and notes for standard error. With `json`, one object per
 * line and no notes.
 */
export function resultText(
  result: KeysResult,
  json: boolean,
): { readonly out: string; readonly note: string } {
  if (json) return { out: linesOf(jsonOf(result).map((line) => JSON.stringify(line))), note: '' };
  switch (result.kind) {
    case 'added': {
      const added = englishText(message('keys.added', { id: result.id }));
      return {
        out: linesOf([result.key, ...secretLines(result)]),
        note: linesOf([added, ...secretNotes(result), ...accountLines(result.account)]),
      };
    }
    case 'listed':
      return {
        out: linesOf(result.accounts.flatMap((account) => listed(account, result.keys))),
        note: linesOf(result.accounts.length > 0 ? [] : [englishText(message('keys.noAccounts'))]),
      };
    case 'revoked':
      return {
        out: '',
        note: linesOf([englishText(message('keys.revoked', { id: result.id }))]),
      };
    case 'changed': {
      const lines = accountLines(result.account);
      const secret = secretLines(result);
      if (secret.length === 0) return { out: linesOf(lines), note: '' };
      return { out: linesOf(secret), note: linesOf([...secretNotes(result), ...lines]) };
    }
    case 'credited':
      return { out: linesOf(accountLines(result.account)), note: linesOf(shortfall(result)) };
  }
}

function jsonOf(result: KeysResult): readonly object[] {
  switch (result.kind) {
    case 'added':
      return [
        { id: result.id, key: result.key, ...accountJson(result.account), ...secretJson(result) },
      ];
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
      return [{ ...accountJson(result.account), ...secretJson(result) }];
    case 'credited':
      return [{ ...accountJson(result.account), added: result.account.added }];
  }
}

/** The service's log names accounts by their ids. */
function accountJson({ id, name, ...rest }: Account): object {
  const { credits, rate, concurrency, bucketPrefix, hasWebhookSecret } = rest;
  return {
    accountId: id,
    account: name,
    credits,
    rate,
    concurrency,
    bucketPrefix,
    hasWebhookSecret,
  };
}

type SecretResult = Pick<Extract<KeysResult, { kind: 'changed' }>, 'webhookSecret'>;

function secretJson({ webhookSecret }: SecretResult): object {
  return typeof webhookSecret === 'string' ? { webhookSecret } : {};
}

function secretLines({ webhookSecret }: SecretResult): readonly string[] {
  return typeof webhookSecret === 'string' ? [webhookSecret] : [];
}

function secretNotes(result: SecretResult): readonly string[] {
  return secretLines(result).map(() => englishText(message('keys.newWebhookSecret')));
}

function listed(account: Account, keys: readonly ListedKey[]): readonly string[] {
  const id = englishText(message('keys.accountId', { id: account.id }));
  return [...accountLines(account), id, ...keysOf(account, keys).map(keyLine)];
}

function keysOf({ name }: Account, keys: readonly ListedKey[]): readonly ListedKey[] {
  return keys.filter(({ account }) => account === name);
}

function accountLines(account: Account): readonly string[] {
  const { name, credits, rate, concurrency, bucketPrefix, hasWebhookSecret } = account;
  return [
    rate === null
      ? message('keys.accountWithoutRate', { name, credits })
      : message('keys.account', { name, credits, rate }),
    ...(concurrency === null ? [] : [message('keys.accountConcurrency', { count: concurrency })]),
    ...(bucketPrefix === null ? [] : [message('keys.accountBucket', { prefix: bucketPrefix })]),
    ...(hasWebhookSecret ? [message('keys.accountWebhookSecret')] : []),
  ].map(englishText);
}

/** Returns a note if an account had fewer credits than were to be removed. */
function shortfall({
  account,
  requested,
}: Extract<KeysResult, { kind: 'credited' }>): readonly string[] {
  if (account.added === requested) return [];
  const numbers = { removed: -account.added, count: -requested };
  return [englishText(message('keys.creditsMissing', numbers))];
}

function keyLine({ id, created, revoked }: ListedKey): string {
  const facts = { id, created: dayOf(created) };
  return englishText(
    revoked === null
      ? message('keys.key', facts)
      : message('keys.revokedKey', { ...facts, revoked: dayOf(revoked) }),
  );
}

function isoTime(time: number): string {
  return new Date(time).toISOString();
}

function dayOf(time: number): string {
  return isoTime(time).slice(0, 10);
}

function linesOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
