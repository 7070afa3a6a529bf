import { expect, it, vi } from 'vitest';
import type { Database } from '../../../../electron/main/service/store/database.js';
import { SqlAccountRepository } from '../../../../electron/main/service/store/account-repository.js';
import { SqlServiceStore } from '../../../../electron/main/service/store/sql-service-store.js';
import { openFresh } from './support/fresh-database.js';
import { admitted, freshAccount, made, requestOf, withWebhook } from './support/servers.js';

// Operations that are retried for seconds in a service are tried once here.
vi.mock('../../../../electron/main/util/async.js', async (original) => ({
  ...(await original<object>()),
  withRetry: async <T>(work: (attempt: number) => Promise<T>) => work(1),
}));

const endOfPost = 'update platen.task set poster = null where id';

it('a webhook whose completion could not be written is posted again', async () => {
  const embedded = await openFresh();
  let isInterrupted = true;
  const database: Database = {
    ...embedded,
    transaction: async (work) =>
      embedded.transaction(async (tx) =>
        work({
          query: async (text, values) => {
            if (!isInterrupted || !text.startsWith(endOfPost)) return tx.query<never>(text, values);
            isInterrupted = false;
            throw new Error('The connection was lost.');
          },
        }),
      ),
  };
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  const options = { isExclusive: true, onError, leaseSeconds: 1, pollMs: 50 };
  const store = await SqlServiceStore.open(database, options);
  const server = { store, accounts: new SqlAccountRepository(embedded) };
  const account = await freshAccount(server, 2);

  const posted: string[] = [];
  let finish: () => void = () => undefined;
  const gate = new Promise<void>((done) => (finish = done));
  store.postWebhooks(async ({ task }) => {
    posted.push(task);
    // The other one takes a while, and is being posted by this server in the meantime.
    if (task !== lost) await gate;
  });
  const lost = await admitted(server, requestOf(account));
  const slowPost = await admitted(server, requestOf(account));
  await store.settle(slowPost, withWebhook(made, slowPost));
  await store.settle(lost, withWebhook(made, lost));
  await expect.poll(() => posted.filter((task) => task === lost)).toHaveLength(2);
  const posters = async () => database.query(`select id from platen.task where poster is not null`);
  await expect.poll(posters).toEqual([{ id: slowPost }]);
  finish();
  await expect.poll(posters).toEqual([]);
  expect(posted).toHaveLength(3);
  expect(await database.query('select id from platen_queue.job')).toEqual([]);
  await store.close();
  expect(errors).toEqual([new Error('The connection was lost.')]);
}, 120_000);
