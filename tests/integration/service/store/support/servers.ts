import { SqlAccountRepository } from '../../../../../electron/main/service/store/account-repository.js';
import type { Database } from '../../../../../electron/main/service/store/database.js';
import {
  type ServiceStoreOptions,
  SqlServiceStore,
} from '../../../../../electron/main/service/store/sql-service-store.js';
import type {
  Account,
  QueueRoom,
  ServiceStore,
  TaskSubmission,
  Outcome,
  Settlement,
} from '../../../../../electron/main/service/store/service-store.js';
import {
  type OpenStore,
  type StorePlace,
  openStore,
} from '../../../../../electron/main/service/store/open-store.js';

type Stores = Pick<OpenStore, 'store' | 'accounts'>;

/** A store of any kind. */
export interface TestStore {
  readonly store: ServiceStore;
  readonly errors: unknown[];
  /** An account with 200 credits, or the only one. */
  readonly account: () => Promise<{ readonly id: string; readonly key: string }>;
  /** Ends the delays of what waits for its next attempt. */
  readonly endDelays: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A server's store and the errors that it reported. */
export interface TestServer extends Stores {
  readonly errors: unknown[];
}

/** Opens a store with a short lease, so that a test need not wait long for a server's death. */
export async function openServer(place: StorePlace, leaseSeconds = 5): Promise<TestServer> {
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  const opened = await openStore(place, { onError, leaseSeconds, pollMs: 50 });
  return { ...opened, errors };
}

/** Opens the store of a server that uses an open database. */
export async function openServerOn(
  database: Database,
  options: Omit<ServiceStoreOptions, 'onError'>,
): Promise<TestServer> {
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  const store = await SqlServiceStore.open(database, { ...options, onError });
  return { store, accounts: new SqlAccountRepository(database), errors };
}

/** Ends the delays of the jobs in a database. */
export async function endDelays(database: Database): Promise<void> {
  await database.query(
    `update platen_queue.job set start_after = now() where state in ('created', 'retry')`,
  );
}

let accountsMade = 0;

/** Creates an account for one test. */
export async function freshAccount({ accounts, store }: Stores, credits: number) {
  accountsMade += 1;
  const name = `account-${accountsMade}`;
  const { key } = await accounts.addKey(name);
  await accounts.addCredits(name, credits);
  const account = await store.accountOfKey(key);
  if (account === null) throw new Error('The fresh key is unknown.');
  return { ...account, key };
}

export async function creditsOf({ accounts }: Stores, name: string): Promise<number> {
  const all = await accounts.accounts();
  const account = all.find((each) => each.name === name);
  if (account === undefined) throw new Error(`There is no account ${name}.`);
  return account.credits;
}

/** Returns a submission of an account. */
export function requestOf(
  { id }: Pick<Account, 'id'>,
  own: Partial<TaskSubmission> = {},
): TaskSubmission {
  const request = { source: '<p>Hello</p>' };
  const base = 'http://127.0.0.1';
  return {
    account: id,
    apiKey: 'unknown',
    request,
    testMode: false,
    base,
    isAsynchronous: false,
    ...own,
  };
}

export const made: Outcome = {
  kind: 'made',
  response: {
    url: 'http://127.0.0.1/pdf/token',
    file: { name: 'hello.pdf', size: 1234 },
    compliance: { hipaa: false, gdpr: false },
  },
};

export const failed: Outcome = {
  kind: 'failed',
  status: 422,
  error: { code: 'load-failed', message: 'It did not load.', fields: [] },
};

/** Returns a settlement with a webhook. */
export function withWebhook(outcome: Outcome, id: string): Settlement {
  const compliance = { hipaa: false, gdpr: false };
  const address = 'https://example.org/hook';
  const message = { address, id, task: id, account: 'a', timestamp: 1_700_000_000_000 };
  return { outcome, webhook: { ...message, outcome, compliance } };
}

/** Admits a request. @throws Error if it was not admitted */
export async function admitted(
  { store }: Pick<TestStore, 'store'>,
  submission: TaskSubmission,
  room?: QueueRoom,
): Promise<string> {
  const admission = await store.admit(submission, room);
  if (admission.kind !== 'admitted') throw new Error(`It was not admitted: ${admission.kind}`);
  return admission.task;
}
