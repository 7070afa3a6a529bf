import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEmbedded, openInFolder } from '../../../../electron/main/service/store/embedded.js';
import { openAccounts } from '../../../../electron/main/service/store/open-store.js';
import { createAccountsFolder } from '../../../support/embedded-database.js';
import { type TemporaryFolder, temporaryFolder } from '../../support/temporary-folder.js';

describe('the database of a folder', () => {
  let folder: TemporaryFolder;
  beforeAll(() => {
    folder = temporaryFolder();
  });
  afterAll(() => folder.remove());

  it('is left unchanged if it is damaged, with an error', { timeout: 120_000 }, async () => {
    const place = { kind: 'folder', folder: join(folder.path, 'accounts') } as const;
    await createAccountsFolder(place.folder);
    const first = await openAccounts(place);
    await first.accounts.addKey('alice');
    await first.close();
    const database = join(place.folder, 'database');

    writeFileSync(join(database, 'global', 'pg_control'), 'nonsense');
    await expect(openAccounts(place)).rejects.toThrow(
      `The database in ${database} cannot be opened (`,
    );
    rmSync(join(database, 'PG_VERSION'));
    const before = readdirSync(database);
    await expect(openAccounts(place)).rejects.toThrow(
      '(it has no file PG_VERSION); it was not changed.',
    );
    expect(readdirSync(database)).toEqual(before);
  });

  it.each(['first', 'second'])('has a small cache at its %s start', async () => {
    const database = await openEmbedded(join(folder.path, 'small'));
    const cache = await database.query('show shared_buffers');
    await database.close();
    expect(cache).toEqual([{ shared_buffers: '16MB' }]);
  });

  it('is recreated if its first start was interrupted', async () => {
    const place = join(folder.path, 'broken-off');
    const isCreated = () => {
      writeFileSync(join(place, 'a part'), '');
      return Promise.resolve('open');
    };
    await expect(
      openInFolder(place, async () => {
        await isCreated();
        throw new Error('killed');
      }),
    ).rejects.toThrow('killed');
    const seen = await openInFolder(place, () => {
      const parts = readdirSync(place);
      writeFileSync(join(place, 'PG_VERSION'), '17');
      return Promise.resolve(parts);
    });
    expect(seen).toEqual([]);
    expect(await openInFolder(place, () => Promise.resolve('again'))).toBe('again');
    expect(existsSync(`${place}.unfinished`)).toBe(false);
  });
});
