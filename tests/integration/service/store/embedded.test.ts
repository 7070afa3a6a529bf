import fs from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
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

// In a transaction PGlite reports nothing then, and never ends.
it.runIf(process.platform === 'linux')(
  'is opened again after its log could not be written for a statement',
  async () => {
    await database.script(`
      create table facts (name text);
      insert into facts values ('kept')`);
    const write = fs.writeSync.bind(fs);
    const failing = vi.spyOn(fs, 'writeSync').mockImplementation((...args: unknown[]) => {
      if (!fs.readlinkSync(`/proc/self/fd/${String(args[0])}`).includes('pg_wal'))
        return Reflect.apply(write, fs, args) as number;
      throw Object.assign(new Error('EIO'), { code: 'EIO' });
    });
    const statement = database.query("insert into facts values ('lost')");
    const error = await statement.catch((thrown: unknown) => thrown);
    failing.mockRestore();
    expect(error).toBeInstanceOf(DatabaseUnavailable);
    expect(error).toMatchObject({ rolledBack: false });
    expect(await database.query('select name from facts')).toEqual([{ name: 'kept' }]);
  },
);
