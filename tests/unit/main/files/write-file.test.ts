import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeFile } from '../../../../electron/main/files/write-file.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'platen-write-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('writeFile', () => {
  it('creates missing folders, replaces an existing file, and leaves no temporary file', async () => {
    const path = join(folder, 'a', 'b', 'x.pdf');
    await writeFile(path, 'one');
    await writeFile(path, Buffer.from('two'));
    expect(readFileSync(path, 'utf8')).toBe('two');
    expect(readdirSync(join(folder, 'a', 'b'))).toEqual(['x.pdf']);
  });

  it('reports which path could not be written, and why', async () => {
    writeFileSync(join(folder, 'file'), '');
    const path = join(folder, 'file', 'x.pdf');
    await expect(writeFile(path, 'x')).rejects.toMatchObject({
      code: 'write-failed',
      message: `${path} could not be written: a part of the path is a file, not a folder.`,
    });
  });

  it.runIf(process.platform === 'linux')('reports a folder that cannot be created', async () => {
    await expect(writeFile('/proc/platen/x.pdf', 'x')).rejects.toMatchObject({
      code: 'write-failed',
      message: expect.stringContaining('/proc/platen/x.pdf could not be written') as string,
    });
  });

  it('reports a name that is too long', async () => {
    await expect(writeFile(join(folder, `${'x'.repeat(300)}.pdf`), 'x')).rejects.toMatchObject({
      code: 'write-failed',
      message: expect.stringContaining('the name is too long for this disk') as string,
    });
  });
});
