import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { linkExclusive } from '../../../../electron/main/files/deliver.js';

vi.mock('node:fs/promises', { spy: true });

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'platen-place-'));
  writeFileSync(join(folder, 'temporary'), 'ours');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
  vi.resetAllMocks();
});

const codes = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EISDIR', 'UNKNOWN'];

describe.each(codes)('a disk that rejects links with %s', (code) => {
  beforeEach(() => {
    vi.mocked(fs.link).mockRejectedValueOnce(Object.assign(new Error(code), { code }));
  });

  it('reserves the name, which is announced before anything is written', async () => {
    const path = join(folder, 'x.pdf');
    const existed: boolean[] = [];
    const isPlaced = await linkExclusive(join(folder, 'temporary'), path, async () => {
      existed.push(existsSync(path));
      await Promise.resolve();
    });
    expect([isPlaced, existed]).toEqual([true, [false]]);
    expect([readdirSync(folder), readFileSync(path, 'utf8')]).toEqual([['x.pdf'], 'ours']);
  });

  it('does not change an existing file', async () => {
    const path = join(folder, 'x.pdf');
    writeFileSync(path, 'theirs');
    expect(await linkExclusive(join(folder, 'temporary'), path)).toBe(false);
    expect(readFileSync(path, 'utf8')).toBe('theirs');
  });
});
