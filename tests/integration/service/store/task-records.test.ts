import { expect, it } from 'vitest';
import { SqlAccountRepository } from '../../../../electron/main/service/store/account-repository.js';
import { SqlServiceStore } from '../../../../electron/main/service/store/sql-service-store.js';
import { TaskQueue } from '../../../../electron/main/service/store/task-queue.js';
import { TaskRepository } from '../../../../electron/main/service/store/task-repository.js';
import { openFresh } from './support/fresh-database.js';
import { admitted, failed, freshAccount, made, requestOf } from './support/servers.js';

const hour = 60 * 60 * 1000;

it('the outcome of a request is kept for a day, and as long as its PDF', async () => {
  const database = await openFresh();
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  const store = await SqlServiceStore.open(database, { isExclusive: true, onError });
  const server = { store, accounts: new SqlAccountRepository(database) };
  const account = await freshAccount(server, 3);
  const [long, short, none] = [
    await admitted(server, requestOf(account)),
    await admitted(server, requestOf(account)),
    await admitted(server, requestOf(account)),
  ];
  const stored = { name: 'x.pdf', size: 4 };
  await store.settle(long, {
    outcome: made,
    stored: { ...stored, token: 'l', expires: Date.now() + 72 * hour },
  });
  await store.settle(short, {
    outcome: made,
    stored: { ...stored, token: 's', expires: Date.now() + hour },
  });
  await store.settle(none, { outcome: failed });
  const queue = await TaskQueue.open(database, true, onError);
  const tasks = new TaskRepository(database, queue, crypto.randomUUID());
  const known = async (hoursLater: number) => {
    await database.query(
      `update platen.task set ended = ended - $1 * interval '1 hour', kept_until = kept_until - $1 * interval '1 hour'`,
      [hoursLater],
    );
    await tasks.deleteExpired();
    const rows = await database.query<{ id: string }>('select id from platen.task');
    return rows.map(({ id }) => id).sort();
  };
  expect(await known(23)).toEqual([long, short, none].sort());
  expect(await known(2)).toEqual([long]);
  expect(await known(46)).toEqual([long]);
  expect(await known(2)).toEqual([]);
  await queue.close();
  await store.close();
  expect(errors).toEqual([]);
}, 120_000);
