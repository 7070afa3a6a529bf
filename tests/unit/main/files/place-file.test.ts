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

describe.each(codes)('a disk that refuses links with %s', (code) => {
  beforeEach(() => {
    vi.mocked(fs.link).mockRejectedValueOnce(Object.assign(new Error(code), { code }));
  });

  it('has the name held, which is announced before there is anything of it', async () => {
    const path = join(folder, 'x.pdf');
    const wasThere: boolean[] = [];
    const isPlaced = await linkExclusive(join(folder, 'temporary'), path, async () => {
      wasThere.push(existsSync(path));
      await Promise.resolve();
    });
    expect([isPlaced, wasThere]).toEqual([true, [false]]);
    expect([readdirSync(folder), readFileSync(path, 'utf8')]).toEqual([['x.pdf'], 'ours']);
  });

  it('leaves a file that is there as it is', async () => {
    const path = join(folder, 'x.pdf');
    writeFileSync(path, 'theirs');
    expect(await linkExclusive(join(folder, 'temporary'), path)).toBe(false);
    expect(readFileSync(path, 'utf8')).toBe('theirs');
  });
});
