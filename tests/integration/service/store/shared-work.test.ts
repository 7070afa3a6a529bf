import { expect, it } from 'vitest';
import { openEmbedded } from '../../../../electron/main/service/store/embedded.js';
import { TaskQueue } from '../../../../electron/main/service/store/task-queue.js';

it('work waits for as long as no server runs', async () => {
  const database = await openEmbedded('memory://');
  const errors: unknown[] = [];
  const queue = await TaskQueue.open(database, true, (error) => errors.push(error));
  for (const name of ['tasks', 'webhooks'] as const) {
    await database.transaction(async (tx) => queue.add(tx, name, crypto.randomUUID(), {}, 60));
  }
  // What pg-boss's maintenance takes out, ten years from now.
  const lost = await database.query(
    `select name from platen_queue.job where keep_until < now() + interval '10 years'`,
  );
  expect(lost).toEqual([]);
  expect(await database.query('select name from platen_queue.job')).toHaveLength(2);
  await queue.close();
  await database.close();
  expect(errors).toEqual([]);
}, 60_000);
