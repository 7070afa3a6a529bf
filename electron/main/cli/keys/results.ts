import { type Message, message } from '../../../shared/messages/message.js';
import { englishText } from '../../../shared/messages/translator.js';
import type {
  Account,
  CreditedAccount,
  KeyLimits,
  ListedKey,
} from '../../service/store/service-store.js';

export type KeysResult =
  | {
      readonly kind: 'added';
      /** Shown only once. */
      readonly key: string;
      readonly added: ListedKey;
      readonly account: Account;
      /** The one that was asked for. */
      readonly webhookSecret?: string | null | undefined;
      /** That of a new account, for which none was asked for. */
      readonly firstSecret?: string | undefined;
    }
  | {
      readonly kind: 'listed';
      readonly accounts: readonly Account[];
      readonly keys: readonly ListedKey[];
    }
  | { readonly kind: 'revoked'; readonly id: string }
  | { readonly kind: 'limited'; readonly key: ListedKey }
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
 * `out` is for standard output, `note` for standard error. With `json`, one object per line and no
 * notes.
 */
export function resultText(
  result: KeysResult,
  json: boolean,
): { readonly out: string; readonly note: string } {
  if (json) return { out: linesOf(jsonOf(result).map((line) => JSON.stringify(line))), note: '' };
  switch (result.kind) {
    case 'added': {
      const { id, limits } = result.added;
      const added = englishText(message('keys.added', { id }));
      const keys = limitMessages(limits).length === 0 ? [] : [keyLine(result.added)];
      return {
        out: linesOf([result.key, ...secretLines(result)]),
        note: linesOf([
          added,
          ...secretNotes(result),
          ...firstSecretNotes(result.firstSecret),
          ...accountLines(result.account),
          ...keys,
        ]),
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
    case 'limited':
      return { out: linesOf([keyLine(result.key).trimStart()]), note: '' };
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
        {
          id: result.added.id,
          key: result.key,
          limits: result.added.limits,
          ...accountJson(result.account),
          ...secretJson({ webhookSecret: result.webhookSecret ?? result.firstSecret }),
        },
      ];
    case 'listed':
      return result.accounts.map((account) => ({
        ...accountJson(account),
        keys: keysOf(account, result.keys).map(keyJson),
      }));
    case 'revoked':
      return [{ id: result.id, revoked: true }];
    case 'limited':
      return [{ account: result.key.account, ...keyJson(result.key) }];
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

function keyJson({ id, created, revoked, limits }: ListedKey): object {
  return {
    id,
    created: isoTime(created),
    revoked: revoked === null ? null : isoTime(revoked),
    limits,
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

/** On standard error: scripts take the only line of standard output for the key. */
function firstSecretNotes(secret: string | undefined): readonly string[] {
  return secret === undefined ? [] : [englishText(message('keys.firstWebhookSecret', { secret }))];
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

/** For an account that had fewer credits than were to be removed. */
function shortfall({
  account,
  requested,
}: Extract<KeysResult, { kind: 'credited' }>): readonly string[] {
  if (account.added === requested) return [];
  const numbers = { removed: -account.added, count: -requested };
  return [englishText(message('keys.creditsMissing', numbers))];
}

function keyLine({ id, created, revoked, limits }: ListedKey): string {
  const facts = { id, created: dayOf(created) };
  const key =
    revoked === null
      ? message('keys.key', facts)
      : message('keys.revokedKey', { ...facts, revoked: dayOf(revoked) });
  const limited = limitMessages(limits).map(englishText).join(', ');
  return englishText(limited === '' ? key : message('keys.limitedKey', { key, limits: limited }));
}

function limitMessages({ credits, rate, concurrency, mode }: KeyLimits): readonly Message[] {
  return [
    ...(credits === null ? [] : [message('keys.keyCredits', { credits })]),
    ...(rate === null ? [] : [message('keys.keyRate', { rate })]),
    ...(concurrency === null ? [] : [message('keys.keyConcurrency', { count: concurrency })]),
    ...(mode === null ? [] : [message(mode === 'test' ? 'keys.testOnly' : 'keys.liveOnly')]),
  ];
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
