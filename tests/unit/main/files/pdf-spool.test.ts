import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PdfSpool } from '../../../../electron/main/files/pdf-spool.js';
import { literal } from '../../../../electron/shared/messages/message.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'platen-kept-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const full = {
  code: 'write-failed',
  message: literal('/disk/x.pdf could not be written: the disk is full.'),
} as const;

describe('PdfSpool', () => {
  it('keeps a PDF until it is removed', async () => {
    const kept = new PdfSpool(join(folder, 'kept'));
    expect(await kept.ids()).toEqual([]);
    const path = await kept.keep('job-1', 'the PDF');
    expect(readFileSync(path, 'utf8')).toBe('the PDF');
    expect(String(await kept.read('job-1'))).toBe('the PDF');
    expect(await kept.ids()).toEqual(['job-1']);
    await kept.remove('job-1');
    await kept.remove('job-1');
    expect(await kept.ids()).toEqual([]);
    await expect(kept.read('job-1')).rejects.toMatchObject({
      code: 'refused',
      message: `The PDF that was kept at ${path} no longer exists. Convert it again.`,
    });
  });

  it('keeps a PDF that could not be written and reports its path', async () => {
    const kept = new PdfSpool(folder);
    const { error, path } = await kept.keepAfter(full, 'job-1', 'the PDF');
    expect(path).toBe(join(folder, 'job-1.pdf'));
    expect(error.message).toBe(
      `/disk/x.pdf could not be written: the disk is full. The PDF is kept at ${join(folder, 'job-1.pdf')}.`,
    );
  });

  it('reports both errors if the PDF cannot be kept either', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const { error, path } = await new PdfSpool(file).keepAfter(full, 'job-1', 'the PDF');
    expect(path).toBeUndefined();
    expect(error.message).toBe(
      `/disk/x.pdf could not be written: the disk is full. Keeping it for a retry failed, too: ${join(file, 'job-1.pdf')} could not be written: a part of the path is a file, not a folder.`,
    );
  });

  it('rejects a path as an id', () => {
    expect(() => new PdfSpool(folder).pathOf('../x')).toThrow('cannot name a file');
  });
});
