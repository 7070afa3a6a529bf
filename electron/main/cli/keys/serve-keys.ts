import { existsSync } from 'node:fs';
import { errorData } from '../../../shared/errors.js';
import { invalidRequest } from '../../../shared/request/validation.js';
import { quote } from '../../../shared/request/text.js';
import type { Account, AccountRepository } from '../../service/store/service-store.js';
import type { CommandIo } from '../command-io.js';
import { type ExitStatus, exitStatus, exitStatusOf } from '../exit-status.js';
import { errorLines } from '../convert/result-lines.js';
import { type KeysAction, parseKeysArguments } from './serve-keys-arguments.js';
import { keysHelp } from './serve-keys-options.js';
import { type KeysResult, resultText } from './serve-keys-text.js';
import { makeUsable } from '../usable-folders.js';

/**
 * Runs `serve keys`, with the arguments after that. Never throws: what goes wrong is told on stderr
 * and by the status.
 */
export async function runKeys(args: readonly string[], io: CommandIo): Promise<ExitStatus> {
  try {
    const read = parseKeysArguments(args, io.cwd());
    if (read.action === 'help') {
      io.stdout.write(keysHelp());
      return exitStatus.allMade;
    }
    const { task, place } = read;
    // Only who adds an account means a folder that is not there yet.
    if (task.verb !== 'add' && place.kind === 'folder' && !existsSync(place.folder)) {
      throw wrong(
        'accounts',
        `There is no folder ${quote(place.folder)}; serve keys add makes it.`,
      );
    }
    if (place.kind === 'folder') {
      await makeUsable([{ option: 'accounts', folder: place.folder }]);
    }
    const { openAccounts } = await import('../../service/store/open-store.js');
    const { accounts, close } = await openAccounts(place);
    try {
      const result = await carriedOut(task, accounts);
      const { out, note } = resultText(result, read.json);
      io.stdout.write(out);
      io.stderr.write(note);
    } finally {
      await close();
    }
    return exitStatus.allMade;
  } catch (error) {
    const data = errorData(error);
    io.stderr.write(`${errorLines(null, data).join('\n')}\n`);
    return exitStatusOf(0, [data]);
  }
}

async function carriedOut(task: KeysAction, book: AccountRepository): Promise<KeysResult> {
  switch (task.verb) {
    case 'add':
      return { kind: 'added', ...(await addKey(task, book)) };
    case 'list':
      return { kind: 'listed', accounts: await book.accounts(), keys: await book.keys() };
    case 'revoke':
      if (await book.revokeKey(task.id)) return { kind: 'revoked', id: task.id };
      throw wrong('key', `There is no key ${quote(task.id)}; serve keys list shows their ids.`);
    case 'credit':
      return {
        kind: 'credited',
        account: there(await book.addCredits(task.name, task.credits), task),
        asked: task.credits,
      };
    case 'rate':
      return { kind: 'changed', account: there(await book.setRate(task.name, task.rate), task) };
  }
}

async function addKey(
  task: Extract<KeysAction, { readonly verb: 'add' }>,
  book: AccountRepository,
): Promise<{ readonly id: string; readonly key: string; readonly account: Account }> {
  const { id, key } = await book.addKey(task.name);
  if (task.rate !== null) await book.setRate(task.name, task.rate);
  return { id, key, account: there(await book.addCredits(task.name, task.credits), task) };
}

function there<T extends Account>(account: T | null, { name }: { readonly name: string }): T {
  if (account !== null) return account;
  throw wrong('name', `There is no account ${quote(name)}; serve keys add makes one.`);
}

function wrong(field: string, message: string): Error {
  return invalidRequest([{ field, message }]);
}
