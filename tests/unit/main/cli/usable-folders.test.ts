import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type OptionFolder, makeUsable } from '../../../../electron/main/cli/usable-folders.js';
import { errorData, publicError } from '../../../../electron/shared/errors.js';

let top: string;
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'platen-usable-'));
});
afterEach(() => rmSync(top, { recursive: true }));

/** What is wrong with folders, field by field. */
async function issuesOf(...folders: readonly OptionFolder[]): Promise<readonly string[]> {
  const error: unknown = await makeUsable(folders).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error === null) return [];
  const { code, fields = [] } = publicError(errorData(error));
  expect(code).toBe('invalid-request');
  return fields.map(({ field, message }) => `${field}: ${message}`);
}

const sentence = (option: string, folder: string, code: string) =>
  `${option}: The folder ${folder} of --${option} cannot be made or written (${code}); give it the rights, or name another one.`;

describe('folders that options name', () => {
  it('are made with those above', async () => {
    const [accounts, results] = [join(top, 'a', 'b'), join(top, 'c')];
    const folders = [
      { option: 'accounts', folder: accounts },
      { option: 'results', folder: results },
    ] as const;
    expect(await issuesOf(...folders)).toEqual([]);
    expect(await issuesOf(...folders)).toEqual([]);
    expect([accounts, results].map((folder) => statSync(folder).isDirectory())).toEqual([
      true,
      true,
    ]);
    if (process.platform !== 'win32') expect(statSync(accounts).mode & 0o777).toBe(0o700);
  });

  it('are told together where they are files, or below files', async () => {
    const file = join(top, 'file');
    writeFileSync(file, '');
    expect(
      await issuesOf({ option: 'accounts', folder: file }, { option: 'results', folder: file }),
    ).toEqual([sentence('accounts', file, 'ENOTDIR'), sentence('results', file, 'ENOTDIR')]);
    const [below = ''] = await issuesOf({ option: 'results', folder: join(file, 'x') });
    expect(below).toMatch(/^results: .* cannot be made or written \((ENOTDIR|ENOENT)\)/);
  });

  it.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
    'are told where this user may not write [root may write everywhere]',
    async () => {
      const locked = join(top, 'locked');
      mkdirSync(locked);
      chmodSync(locked, 0o500);
      const inside = join(locked, 'x');
      expect(
        await issuesOf(
          { option: 'accounts', folder: locked },
          { option: 'results', folder: inside },
        ),
      ).toEqual([sentence('accounts', locked, 'EACCES'), sentence('results', inside, 'EACCES')]);
    },
  );

  it.runIf(process.platform === 'linux')('are told where nothing can be made at all', async () => {
    const folder = '/proc/platen/accounts';
    expect(await issuesOf({ option: 'accounts', folder })).toEqual([
      sentence('accounts', folder, 'ENOENT'),
    ]);
  });
});
