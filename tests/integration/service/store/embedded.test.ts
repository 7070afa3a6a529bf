import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type Database,
  DatabaseUnavailable,
} from '../../../../electron/main/service/store/database.js';
import { openEmbedded } from '../../../../electron/main/service/store/embedded.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const folder = temporaryFolder();
let database: Database;
beforeAll(async () => {
  database = await openEmbedded(join(folder.with({}), 'database'));
});
afterAll(async () => {
  await database.close();
  folder.remove();
});

it('lets the process work between operations that wait for each other', async () => {
  const end = new AbortController();
  let turns = 0;
  const operations = Array.from({ length: 50 }, async (_, index) =>
    index % 2 === 0
      ? database.query('select 1')
      : database.transaction(async (tx) => tx.query('select 1')),
  );
  const all = Promise.all(operations).finally(() => end.abort());
  while (!end.signal.aborted) {
    await setImmediate();
    turns += 1;
  }
  await all;
  expect(turns).toBeGreaterThan(50);
});

it.each([
  ['53100', 'disk full', DatabaseUnavailable],
  ['23505', 'not unique', Error],
])('reports %s, %s, as %o', async (code, _name, kind) => {
  const failing = `do $$ begin raise exception 'x' using errcode = '${code}'; end $$`;
  const error = await database.query(failing).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(kind);
  expect(error instanceof DatabaseUnavailable).toBe(kind === DatabaseUnavailable);
  expect(await database.query('select 1 as one')).toEqual([{ one: 1 }]);
});
