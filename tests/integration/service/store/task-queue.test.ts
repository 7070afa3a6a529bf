import PgBoss from 'pg-boss';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { maxAttempts } from '../../../../electron/main/service/contract/schedules.js';
import type { Database, SqlValue } from '../../../../electron/main/service/store/database.js';
import type { ClaimedTask } from '../../../../electron/main/service/store/service-store.js';
import { openFresh } from './support/fresh-database.js';
import {
  type TestServer,
  admitted,
  creditsOf,
  endDelays,
  failed,
  freshAccount,
  made,
  openServerOn,
  requestOf,
  withWebhook,
} from './support/servers.js';

/** The database of all tests, which each starts without tasks. */
let embedded: Database;
let database: Database;
let server: TestServer;
let isAway = false;

beforeAll(async () => {
  embedded = await openFresh();
});
afterAll(async () => embedded.close());
beforeEach(async () => {
  database = {
    ...embedded,
    close: () => Promise.resolve(),
    transaction: async (work) => {
      if (isAway) throw new Error('The database is unavailable.');
      return embedded.transaction(work);
    },
  };
  server = await openServerOn(database, { isExclusive: true, pollMs: 500 });
});
afterEach(async () => {
  await server.store.close();
  await embedded.script('truncate platen.task cascade; delete from platen_queue.job');
});

const waitingJobs = () =>
  database.query<{ name: string }>(
    `select name from platen_queue.job where state < 'completed' order by name`,
  );

it('keeps waiting jobs as long as no server runs', async () => {
  const account = await freshAccount(server, 2);
  await server.store.settle(await admitted(server, requestOf(account)), withWebhook(made, 'w'));
  await admitted(server, requestOf(account, { isAsynchronous: true }));
  // What pg-boss's maintenance deletes ten years from now.
  const deleted = await database.query(
    `select name from platen_queue.job where keep_until < now() + interval '10 years'`,
  );
  expect(deleted).toEqual([]);
  expect(await waitingJobs()).toEqual([{ name: 'tasks' }, { name: 'webhooks' }]);
});

it('fails a task after its last attempt, with its dead letter, and refunds it', async () => {
  const account = await freshAccount(server, 1);
  const task = await admitted(server, requestOf(account, { isAsynchronous: true }));
  await database.query('update platen.task set attempts = $1', [maxAttempts - 1]);
  await database.query('update platen_queue.job set retry_limit = 0');
  const attempts: number[] = [];
  server.store.execute(async ({ attempt }) => {
    attempts.push(attempt);
    if (attempt > maxAttempts) await server.store.settle(task, { outcome: failed });
  }, 1);
  await expect.poll(() => attempts).toEqual([maxAttempts, maxAttempts + 1]);
  await expect.poll(() => creditsOf(server, account.name)).toBe(1);
  expect(await waitingJobs()).toEqual([]);
  expect(server.errors).toEqual([]);
});

it('repeats a dead letter that its server did not settle', async () => {
  const account = await freshAccount(server, 1);
  const task = await admitted(server, requestOf(account, { isAsynchronous: true }));
  await database.query('update platen_queue.job set retry_limit = 0');
  const attempts: number[] = [];
  server.store.execute(async ({ attempt }) => {
    attempts.push(attempt);
    if (attempts.length === 3) await server.store.settle(task, { outcome: failed });
  }, 1);
  const deadLetter = maxAttempts + 1;
  const attemptsSoFar = async () => {
    await endDelays(database);
    return attempts;
  };
  await expect.poll(attemptsSoFar).toEqual([1, deadLetter, deadLetter]);
  await expect.poll(() => creditsOf(server, account.name)).toBe(1);
});

it('gives a task whose work hangs to another worker, and rejects the late settlement', async () => {
  const account = await freshAccount(server, 1);
  const task = await admitted(server, requestOf(account, { isAsynchronous: true }));
  const taken: ClaimedTask[] = [];
  const settled: boolean[] = [];
  let endFirst: () => void = () => undefined;
  const first = new Promise<void>((resolve) => (endFirst = resolve));
  server.store.execute(async (each) => {
    taken.push(each);
    if (taken.length === 1) await first;
    settled.push(await server.store.settle(task, { outcome: made }));
  }, 2);
  await expect.poll(() => taken.length).toBe(1);
  await database.query(`update platen_queue.job set started_on = now() - interval '7 hours'`);
  await expireJobs();
  const attempts = async () => {
    await endDelays(database);
    return taken.map(({ attempt }) => attempt);
  };
  await expect.poll(attempts).toEqual([1, 2]);
  await expect.poll(() => settled).toEqual([true]);
  endFirst();
  await expect.poll(() => settled).toEqual([true, false]);
});

it('survives an outage of the database, and continues after it', async () => {
  const account = await freshAccount(server, 1);
  isAway = true;
  const taken: string[] = [];
  server.store.execute(async ({ task }) => {
    taken.push(task);
    await server.store.settle(task, { outcome: made });
  }, 2);
  await expect.poll(() => server.errors.length).toBeGreaterThan(1);
  isAway = false;
  const task = await admitted(server, requestOf(account, { isAsynchronous: true }));
  await expect.poll(() => taken).toEqual([task]);
});

/** Runs the part of pg-boss's maintenance that it repeats every two minutes. */
async function expireJobs(): Promise<void> {
  const boss = new PgBoss({
    schema: 'platen_queue',
    db: {
      executeSql: async (text, values: readonly SqlValue[] | undefined) => {
        if (values === undefined) {
          await database.script(text);
          return { rows: [] };
        }
        return { rows: [...(await database.query(text, values))] };
      },
    },
  });
  await boss.expire();
}
