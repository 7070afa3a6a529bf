import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import type { Database } from '../../../../electron/main/service/store/database.js';
import { SqlAccountRepository } from '../../../../electron/main/service/store/account-repository.js';
import { SqlServiceStore } from '../../../../electron/main/service/store/sql-service-store.js';
import { openFresh } from './support/fresh-database.js';
import {
  type TestServer,
  admitted,
  creditsOf,
  freshAccount,
  made,
  requestOf,
  withWebhook,
} from './support/servers.js';

/**
 * How the next calls of the database fail: before they take effect, or after it, without a
 * response.
 */
let faults: ('before' | 'after')[] = [];
let isDown = false;
let server: TestServer;

beforeAll(async () => {
  const embedded = await openFresh();
  const database: Database = {
    ...embedded,
    query: async (text, values) => {
      const work = async () => embedded.query<never>(text, values);
      // The faults apply to the actions of the test, not to background work.
      return text.startsWith('select id, is_asynchronous') ? work() : failing(work);
    },
    transaction: async (work) => failing(async () => embedded.transaction(work)),
  };
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  const options = { isExclusive: true, onError, leaseSeconds: 1, pollMs: 50 };
  const store = await SqlServiceStore.open(database, options);
  server = { store, accounts: new SqlAccountRepository(embedded), errors };
});
afterAll(async () => server.store.close());

it.each([[['before', 'before']], [['after']], [['before', 'after']]] as const)(
  'a settlement is written despite transient failures of the database: %j',
  async (next) => {
    const account = await freshAccount(server, 2);
    for (const settlement of [{ outcome: made }, withWebhook(made, 'x')]) {
      const task = await admitted(server, requestOf(account));
      faults = [...next];
      expect(await server.store.settle(task, settlement)).toBe(true);
      expect(await server.store.stateOf(task, account.id)).toMatchObject({ outcome: made });
      expect(await server.store.settle(task, settlement)).toBe(false);
    }
    expect(await creditsOf(server, account.name)).toBe(0);
  },
);

it('a requeued task is requeued once', async () => {
  const account = await freshAccount(server, 1);
  const task = await admitted(server, requestOf(account));
  faults = ['before', 'after'];
  await server.store.requeue(task);
  expect(await creditsOf(server, account.name)).toBe(1);
});

it('a credit is returned if the settlement could not be written, or the admission had no response', async () => {
  const account = await freshAccount(server, 3);
  const task = await admitted(server, requestOf(account));
  const underWay = await admitted(server, requestOf(account));
  faults = ['after'];
  await expect(server.store.admit(requestOf(account))).rejects.toThrow('The connection was lost.');
  isDown = true;
  await expect(server.store.settle(task, { outcome: made })).rejects.toThrow('lost');
  isDown = false;
  expect(await creditsOf(server, account.name)).toBe(0);
  await expect.poll(() => creditsOf(server, account.name)).toBe(2);
  expect(await server.store.settle(underWay, { outcome: made })).toBe(true);
  expect(await creditsOf(server, account.name)).toBe(2);
});

it('a lease renewal that hangs is the only one until it ends', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const embedded = await openFresh();
  let renewals = 0;
  let answer: () => void = () => undefined;
  let isHung = false;
  const database: Database = {
    ...embedded,
    query: async (text, values) => {
      if (isHung && text.startsWith('insert into platen.server')) {
        renewals += 1;
        await new Promise<void>((resolve) => (answer = resolve));
      }
      return embedded.query<never>(text, values);
    },
    // A server that may not be alone prepares the queue on a second connection, which this one
    // does not have.
    transaction: async (work) => work(embedded),
  };
  const options = { isExclusive: false, onError: () => undefined, leaseSeconds: 20 };
  const store = await SqlServiceStore.open(database, options);
  isHung = true;
  vi.advanceTimersByTime(60_000);
  expect(renewals).toBe(1);
  isHung = false;
  answer();
  isHung = true;
  await expect
    .poll(() => {
      vi.advanceTimersByTime(5000);
      return renewals;
    })
    .toBe(2);
  isHung = false;
  answer();
  await store.close();
}, 120_000);

async function failing<T>(work: () => Promise<T>): Promise<T> {
  const fault = isDown ? 'before' : faults.shift();
  if (fault === 'before') throw new Error('The connection was lost.');
  const result = await work();
  if (fault === 'after') throw new Error('The connection was lost.');
  return result;
}
