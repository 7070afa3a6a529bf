import PgBoss from 'pg-boss';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

// The queue of tasks tells pg-boss's statements apart by their parameters (task-queue.ts): a number
// in second place fetches jobs, and an array ends them. Whoever changes pg-boss's version sees here
// whether that is still true.

const id = '11111111-1111-4111-8111-111111111111';
let statements: (readonly [start: string, values: readonly unknown[]])[] = [];

const boss = new PgBoss({
  db: {
    executeSql: async (text, values) => {
      statements.push([text.trim().split(/\s+/).slice(0, 5).join(' '), values]);
      // What it asks for at its start: whether its tables exist, and their version.
      return Promise.resolve({ rows: [{ name: 'version', version: 24 }] });
    },
  },
  migrate: false,
  schedule: false,
  supervise: false,
});

beforeAll(() => boss.start());
beforeEach(() => (statements = []));
afterAll(() => boss.stop({ graceful: false }));

it('completes a job with its ID in an array', async () => {
  await boss.complete('tasks', id);
  expect(statements).toEqual([['WITH results AS ( UPDATE', ['tasks', [id], null]]]);
});

it('fails a job with its ID in an array', async () => {
  await boss.fail('tasks', id, { reason: 'x' });
  expect(statements).toEqual([['WITH deleted_jobs AS ( DELETE', ['tasks', [id], { reason: 'x' }]]]);
});

it('fetches a number of jobs', async () => {
  await boss.fetch('tasks');
  expect(statements).toEqual([['WITH next as ( SELECT', ['tasks', 1]]]);
});

it('sends a job with neither in second place', async () => {
  await boss.send('tasks', { task: 1 });
  expect(statements).toEqual([
    [expect.stringContaining('INSERT INTO pgboss.job'), expect.arrayContaining([null, 'tasks'])],
  ]);
});
