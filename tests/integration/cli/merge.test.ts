import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPdf } from '../../support/read-pdf.js';
import { convertHere } from '../support/run-here.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';

let folder: TemporaryFolder;
beforeAll(() => (folder = temporaryFolder()));
afterAll(() => folder.remove());

const textsOf = async (path: string) =>
  (await readPdf(readFileSync(path))).pages.map(({ text }) => text.trim());

describe('convert --merge', () => {
  it(
    'merges files, folders and standard input in their order into one PDF',
    { tags: ['core'] },
    async () => {
      const cwd = folder.with({ 'z.html': '<p>z', 'a.html': '<p>a' });
      const manual = folder.with({
        '10.html': '<p>ten',
        '9.html': '<p>nine',
        'index.html': '<p>start',
      });
      await convertHere(['a.html', '--out', 'part.pdf'], { cwd });
      const args = ['z.html', manual, 'part.pdf', '-', '--merge', '--out', 'book.pdf', '--json'];
      const run = await convertHere(args, { cwd, input: '<p>typed' });
      expect(run).toMatchObject({ status: 0 });
      expect(run.lines).toHaveLength(1);
      expect(JSON.parse(run.lines[0] ?? '')).toEqual({
        source: `${join(cwd, 'z.html')} and 5 more`,
        path: join(cwd, 'book.pdf'),
        file: { name: 'book.pdf', size: readFileSync(join(cwd, 'book.pdf')).length },
        compliance: { hipaa: false, gdpr: false },
        pages: 6,
        preflight: [],
      });
      const texts = ['z', 'start', 'nine', 'ten', 'a', 'typed'];
      expect(await textsOf(join(cwd, 'book.pdf'))).toEqual(texts);
    },
  );

  it('saves beside the first file, under a name that no source has', async () => {
    const cwd = folder.with({ 'a.html': '<p>a', 'b.html': '<p>b' });
    const run = await convertHere(['a.html', 'b.html', '--merge'], { cwd });
    expect(run.lines).toEqual([join(cwd, 'a-merged.pdf')]);
  });

  it('is skipped by --newer only if no source has changed', async () => {
    const cwd = folder.with({ 'a.html': '<p>a', 'b.html': '<p>b' });
    const args = ['a.html', 'b.html', '--merge', '--newer', '--json'];
    const path = join(cwd, 'a-merged.pdf');
    await convertHere(args, { cwd });
    const { lines } = await convertHere(args, { cwd });
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
      expect.objectContaining({ path, skipped: true }),
    ]);
    writeFileSync(join(cwd, 'b.html'), '<p>changed');
    await convertHere(args, { cwd });
    expect(await textsOf(path)).toEqual(['a', 'changed']);
  });

  it.each([
    [['a.html', '--merge'], 2, '--merge needs at least two sources, but there is only one.'],
    [['a.html', 'part.pdf'], 1, 'part.pdf" is already a PDF. It can only be merged'],
    [['a.html', 'missing.html', '--merge'], 2, 'missing.html'],
    [['a.html', 'part.pdf', '--merge', '--out', 'part.pdf'], 2, '--out "part.pdf" is one of the'],
    [['a.html', 'broken.pdf', '--merge'], 2, 'broken.pdf" is damaged or not a PDF'],
  ])('refuses %j', async (args, status, text) => {
    const cwd = folder.with({ 'a.html': '<p>a', 'broken.pdf': '%PDF-1.7\nbroken' });
    await convertHere(['a.html', '--out', 'part.pdf', '--quiet'], { cwd });
    const before = readFileSync(join(cwd, 'part.pdf'));
    const run = await convertHere(args, { cwd });
    expect(run.stderr).toContain(text);
    expect(run.status).toBe(status);
    expect(readFileSync(join(cwd, 'part.pdf')).equals(before)).toBe(true);
  });
});
