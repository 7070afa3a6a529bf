import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createPrivateFolder,
  tightenFolder,
} from '../../../../electron/main/files/private-files.js';
import { writeFile, writePrivateFile } from '../../../../electron/main/files/write-file.js';
import { hasModes } from '../../../support/permissions.js';

let folder = '';
let umask = 0;
beforeEach(() => {
  umask = process.umask(0o022);
  folder = mkdtempSync(join(tmpdir(), 'platen-private-'));
});
afterEach(() => {
  process.umask(umask);
  rmSync(folder, { recursive: true });
});

const modeOf = (path: string) => (statSync(path).mode & 0o7777).toString(8);

describe.runIf(hasModes).each([0o022, 0o000, 0o027])('with the umask %o', (mask) => {
  beforeEach(() => process.umask(mask));

  it('creates a private file and its folders for the user only', async () => {
    const path = join(folder, 'a', 'b', 'x.json');
    await writePrivateFile(path, '{}');
    expect([path, join(folder, 'a', 'b'), join(folder, 'a')].map(modeOf)).toEqual([
      '600',
      '700',
      '700',
    ]);
  });

  it('replaces a file that others could read', async () => {
    const path = join(folder, 'x.json');
    writeFileSync(path, 'of an earlier version', { mode: 0o644 });
    await writePrivateFile(path, '{}');
    expect(modeOf(path)).toBe('600');
  });

  it('creates other files of the user, and their folders, with the permissions of the umask', async () => {
    const path = join(folder, 'a', 'x.pdf');
    await writeFile(path, 'x');
    expect(modeOf(path)).toBe((0o666 & ~mask).toString(8));
    expect(modeOf(join(folder, 'a'))).toBe((0o777 & ~mask).toString(8));
  });
});

it.runIf(hasModes)(
  'never has its contents under a temporary name that others can open',
  async () => {
    const seen: string[] = [];
    async function* contents() {
      const [name = ''] = await import('node:fs').then(({ readdirSync }) => readdirSync(folder));
      seen.push(modeOf(join(folder, name)));
      yield Buffer.from('x');
    }
    await writePrivateFile(join(folder, 'x.pdf'), contents());
    expect(seen).toEqual(['600']);
  },
);

describe.runIf(hasModes)('a folder of an earlier version', () => {
  it('loses the permissions of others, and keeps those of its owner', () => {
    mkdirSync(join(folder, 'data'));
    chmodSync(join(folder, 'data'), 0o2775);
    createPrivateFolder(join(folder, 'data'));
    expect(modeOf(join(folder, 'data'))).toBe('2700');
  });

  it('is not changed if it is shared on purpose, like the temporary folder', () => {
    chmodSync(folder, 0o1777);
    tightenFolder(folder);
    expect(modeOf(folder)).toBe('1777');
  });

  it('is not created if it does not exist', () => {
    tightenFolder(join(folder, 'none'));
    expect(existsSync(join(folder, 'none'))).toBe(false);
  });
});

it('reports a path through a file as one that cannot be written', () => {
  writeFileSync(join(folder, 'file'), '');
  const path = join(folder, 'file', 'data');
  expect(() => createPrivateFolder(path)).toThrow(
    `${path} could not be written: a part of the path is a file, not a folder.`,
  );
});
