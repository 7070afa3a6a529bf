import { z } from 'zod';
import { AppError, appErrorSchema, errorData } from '../../../shared/messages/errors.js';
import { message } from '../../../shared/messages/message.js';
import { callOwner } from './directory-lock.js';
import type { AccountRepository } from './service-store.js';

const account = z.object({
  id: z.string(),
  name: z.string(),
  credits: z.number(),
  rate: z.number().nullable(),
  concurrency: z.number().nullable(),
  bucketPrefix: z.string().nullable(),
  hasWebhookSecret: z.boolean(),
});
const change = z.strictObject({
  rate: z.number().nullable().optional(),
  concurrency: z.number().nullable().optional(),
  bucketPrefix: z.string().nullable().optional(),
  webhookSecret: z.string().nullable().optional(),
});
const limits = z.object({
  credits: z.number().nullable(),
  rate: z.number().nullable(),
  concurrency: z.number().nullable(),
  mode: z.enum(['test', 'live']).nullable(),
});
const key = z.object({
  id: z.string(),
  account: z.string(),
  created: z.number(),
  revoked: z.number().nullable(),
  limits,
});

/** The calls of an {@link AccountRepository}: arguments and result. */
const calls = {
  addKey: { args: z.tuple([z.string()]), value: z.object({ id: z.string(), key: z.string() }) },
  accounts: { args: z.tuple([]), value: z.array(account) },
  keys: { args: z.tuple([]), value: z.array(key) },
  revokeKey: { args: z.tuple([z.string()]), value: z.boolean() },
  addCredits: {
    args: z.tuple([z.string(), z.number()]),
    value: account.extend({ added: z.number() }).nullable(),
  },
  change: { args: z.tuple([z.string(), change]), value: account.nullable() },
  changeKey: { args: z.tuple([z.string(), limits.partial().strict()]), value: key.nullable() },
} as const;

const lineSchema = z.discriminatedUnion('call', [
  z.object({ call: z.literal('addKey'), args: calls.addKey.args }),
  z.object({ call: z.literal('accounts'), args: calls.accounts.args }),
  z.object({ call: z.literal('keys'), args: calls.keys.args }),
  z.object({ call: z.literal('revokeKey'), args: calls.revokeKey.args }),
  z.object({ call: z.literal('addCredits'), args: calls.addCredits.args }),
  z.object({ call: z.literal('change'), args: calls.change.args }),
  z.object({ call: z.literal('changeKey'), args: calls.changeKey.args }),
]);

const answerSchema = z.union([
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: appErrorSchema }),
]);

/** Handles the calls of other processes' {@link remoteAccountRepository}s. */
export function accountRpcHandler(
  repository: AccountRepository,
): (line: string) => Promise<string> {
  return async (line) => {
    try {
      const value = await call(repository, lineSchema.parse(JSON.parse(line)));
      return JSON.stringify({ ok: true, value });
    } catch (error) {
      return JSON.stringify({ ok: false, error: errorData(error) });
    }
  };
}

/**
 * Returns the repository of the process that has locked a folder, such as a running server.
 * @throws AppError of the other process, and `internal` if it ends during a call
 */
export function remoteAccountRepository(folder: string): AccountRepository {
  const ask = async <Value>(name: string, args: unknown, value: z.ZodType<Value>) => {
    const line = await callOwner(folder, JSON.stringify({ call: name, args }));
    if (line === null || line === '') throw ownerGone(folder);
    const answer = answerSchema.parse(JSON.parse(line));
    if (!answer.ok) throw new AppError(answer.error.code, answer.error.message);
    return value.parse(answer.value);
  };
  return {
    addKey: (...args) => ask('addKey', args, calls.addKey.value),
    accounts: () => ask('accounts', [], calls.accounts.value),
    keys: () => ask('keys', [], calls.keys.value),
    revokeKey: (...args) => ask('revokeKey', args, calls.revokeKey.value),
    addCredits: (...args) => ask('addCredits', args, calls.addCredits.value),
    change: (...args) => ask('change', args, calls.change.value),
    changeKey: (...args) => ask('changeKey', args, calls.changeKey.value),
  };
}

function call(repository: AccountRepository, line: z.infer<typeof lineSchema>): Promise<unknown> {
  switch (line.call) {
    case 'addKey':
      return repository.addKey(...line.args);
    case 'accounts':
      return repository.accounts();
    case 'keys':
      return repository.keys();
    case 'revokeKey':
      return repository.revokeKey(...line.args);
    case 'addCredits':
      return repository.addCredits(...line.args);
    case 'change':
      return repository.change(...line.args);
    case 'changeKey':
      return repository.changeKey(...line.args);
  }
}

function ownerGone(folder: string): AppError {
  return new AppError('internal', message('service.folderOwnerGone', { folder }));
}
