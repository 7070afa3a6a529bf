import { existsSync } from 'node:fs';
import type { AppError } from '../../../shared/messages/errors.js';
import { type Message, message } from '../../../shared/messages/message.js';
import { excerpt } from '../../../shared/request/text.js';
import { invalidRequest } from '../../../shared/request/validation.js';
import type { Account, AccountRepository, ListedKey } from '../../service/store/service-store.js';
import { type CommandIo, type ExitStatus, exitStatus, reportError } from '../command-io.js';
import { prepareFolders } from '../option-files.js';
import { helpText } from '../help.js';
import { type KeysTask, keysPage, newWebhookSecret, parseKeysArguments } from './arguments.js';
import { type KeysResult, resultText } from './results.js';

/**
 * Never throws: errors go to standard error and determine the exit status.
 * @param args the arguments after `serve keys`
 */
export async function runKeys(args: readonly string[], io: CommandIo): Promise<ExitStatus> {
  try {
    const parsed = parseKeysArguments(args, io.cwd());
    if (parsed.action === 'help') {
      io.stdout.write(helpText(keysPage()));
      return exitStatus.success;
    }
    const { task, place, json } = parsed;
    // A missing folder is probably a typo, unless an account is added.
    if (task.verb !== 'add' && place.kind === 'folder' && !existsSync(place.folder)) {
      throw issue('accounts', message('keys.folderMissing', { folder: excerpt(place.folder) }));
    }
    if (place.kind === 'folder') {
      await prepareFolders([{ option: 'accounts', folder: place.folder }]);
    }
    const { openAccounts } = await import('../../service/store/open-store.js');
    const { accounts, close } = await openAccounts(place);
    try {
      const result = await execute(task, accounts);
      const { out, note } = resultText(result, json);
      io.stdout.write(out);
      io.stderr.write(note);
    } finally {
      await close();
    }
    return exitStatus.success;
  } catch (error) {
    return reportError(error, io);
  }
}

async function execute(task: KeysTask, accounts: AccountRepository): Promise<KeysResult> {
  switch (task.verb) {
    case 'add':
      return { kind: 'added', ...(await addKey(task, accounts)) };
    case 'limit':
      return {
        kind: 'limited',
        key: existingKey(await accounts.changeKey(task.id, task.limits), task),
      };
    case 'list':
      return { kind: 'listed', accounts: await accounts.accounts(), keys: await accounts.keys() };
    case 'revoke':
      if (await accounts.revokeKey(task.id)) return { kind: 'revoked', id: task.id };
      throw unknownKey(task);
    case 'credit':
      return {
        kind: 'credited',
        account: existing(await accounts.addCredits(task.name, task.credits), task),
        requested: task.credits,
      };
    case 'rate':
      return {
        kind: 'changed',
        account: existing(await accounts.change(task.name, { rate: task.rate }), task),
      };
    case 'set': {
      const { name, change } = task;
      const account = existing(await accounts.change(name, change), task);
      return { kind: 'changed', account, webhookSecret: change.webhookSecret };
    }
  }
}

async function addKey(
  task: Extract<KeysTask, { readonly verb: 'add' }>,
  accounts: AccountRepository,
): Promise<Omit<Extract<KeysResult, { readonly kind: 'added' }>, 'kind'>> {
  const before = await accounts.accounts();
  const isNew = before.every(({ name }) => name !== task.name);
  const { id, key } = await accounts.addKey(task.name);
  const firstSecret =
    isNew && task.change.webhookSecret === undefined ? newWebhookSecret() : undefined;
  const { webhookSecret = firstSecret } = task.change;
  await accounts.change(task.name, { ...task.change, webhookSecret });
  const added = existingKey(await accounts.changeKey(id, task.limits), { id });
  const account = existing(await accounts.addCredits(task.name, task.credits), task);
  return { key, added, account, webhookSecret: task.change.webhookSecret, firstSecret };
}

function existingKey(key: ListedKey | null, named: { readonly id: string }): ListedKey {
  if (key !== null) return key;
  throw unknownKey(named);
}

function unknownKey({ id }: { readonly id: string }): AppError {
  return issue('key', message('keys.unknownKey', { id: excerpt(id) }));
}

function existing<T extends Account>(account: T | null, { name }: { readonly name: string }): T {
  if (account !== null) return account;
  throw issue('name', message('keys.unknownAccount', { name: excerpt(name) }));
}

function issue(field: string, text: Message): AppError {
  return invalidRequest([{ field, message: text }]);
}
