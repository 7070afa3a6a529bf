import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  canChangeUser,
  canOthersRead,
  hasModes,
  openFolders,
  openToOthers,
  withUmask,
} from '../../support/permissions.js';
import { createAccountsFolder } from '../../support/embedded-database.js';
import { runConvert } from '../support/run-convert.js';
import { resultOf, postPdf, runServe, startServe } from '../support/run-serve.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';

let folder: TemporaryFolder;
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => folder.remove());

/** A folder that all users may enter, as a home folder may be. */
function openPlace(files: Readonly<Record<string, string>> = {}): string {
  const place = folder.with(files);
  openFolders(folder.path, place);
  return place;
}

/** A data folder that all users may enter. */
function openDataFolder(config: string): void {
  withUmask(0, () => mkdirSync(join(config, 'Platen'), { recursive: true }));
}

const filesIn = (place: string) =>
  readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

describe.runIf(hasModes)('with any umask', () => {
  it.each([0o022, 0o000])('saves a PDF with the umask %o', { tags: ['core'] }, async (umask) => {
    const place = openPlace({ 'a.html': '<p>a' });
    const saved = join(place, 'saved.pdf');
    const options = { cwd: place, configFolder: join(place, 'config') };
    const args = ['a.html', '--quiet', '--out', saved];
    await withUmask(umask, () => runConvert(args, options));
    expect(statSync(saved).mode & 0o777).toBe(0o666 & ~umask);
    if (canChangeUser) expect(canOthersRead(saved)).toBe(true);
  });

  it('creates a PDF that convert keeps as private', async () => {
    const place = openPlace({ 'a.html': '<p>a', file: '' });
    const configFolder = join(place, 'config');
    openDataFolder(configFolder);
    const args = ['a.html', '--quiet', '--hipaa', '--out', 'file/x.pdf'];
    const failed = await withUmask(0, () => runConvert(args, { cwd: place, configFolder }));
    const kept = /kept at (.+\.pdf)\.\n$/.exec(failed.stderr)?.[1] ?? '';
    expect(kept).toContain('kept-by-convert');
    expect(openToOthers(join(configFolder, 'Platen'))).toEqual([]);
    if (canChangeUser) expect(canOthersRead(kept)).toBe(false);
  });

  it(
    'creates the results of a service without accounts as private',
    { timeout: 120_000 },
    async () => {
      const configFolder = openPlace();
      openDataFolder(configFolder);
      const service = await withUmask(0, () => startServe([], { configFolder }));
      expect((await postPdf(service, { source: '<p>a' })).status).toBe(200);
      const data = join(configFolder, 'Platen');
      const [pdf = ''] = filesIn(join(data, 'results'));
      expect(pdf).toMatch(/\.pdf$/);
      expect(openToOthers(data)).toEqual([]);
      if (canChangeUser) expect(canOthersRead(pdf)).toBe(false);
      await service.stop();
    },
  );
});

it.runIf(hasModes)(
  'creates accounts and results as private, in new folders and in those of the operator',
  { timeout: 240_000 },
  async () => {
    const configFolder = openPlace();
    withUmask(0, () => mkdirSync(join(configFolder, 'ours')));
    for (const accounts of ['new/accounts', 'ours']) {
      const results = accounts === 'ours' ? ['--results', 'ours'] : [];
      const args = ['--accounts', accounts, ...results];
      const options = { configFolder };
      const place = join(configFolder, accounts);
      if (accounts === 'ours') await createAccountsFolder(place);
      const keys = ['keys', 'add', 'office', '--credits', '2', '--accounts', accounts];
      const added = await withUmask(0, () => runServe(keys, options));
      const service = await withUmask(0, () => startServe(args, options));
      const key = added.stdout.trim();
      const answer = await postPdf({ address: service.address, key }, { source: '<p>a' });
      expect((await resultOf(answer)).file.size).toBeGreaterThan(0);
      const pdf = filesIn(place).find((path) => path.endsWith('.pdf')) ?? '';
      expect(pdf).not.toBe('');
      // The folder created by the operator keeps its permissions; its contents are private.
      const created = accounts === 'ours' ? ['. 777'] : [];
      // The embedded database sets the permissions of its files; its folder is private.
      const database = join(place, 'database');
      expect(statSync(database).mode & 0o777).toBe(0o700);
      expect(openToOthers(place, ['database'])).toEqual(created);
      if (canChangeUser) {
        expect(canOthersRead(pdf)).toBe(false);
        expect(canOthersRead(join(database, 'PG_VERSION'))).toBe(false);
      }
      await service.stop();
      expect(openToOthers(place, ['database'])).toEqual(created);
    }
    expect(statSync(join(configFolder, 'new')).mode & 0o777).toBe(0o700);
  },
);
