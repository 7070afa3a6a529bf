import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type OutputWishes, planOutputs } from '../../../../electron/main/cli/output-names.js';
import type { SourceJob } from '../../../../electron/main/cli/sources.js';

const cwd = resolve('/work-folder');

function file(path: string, tree = ''): SourceJob {
  const full = resolve(cwd, path);
  return {
    source: { kind: 'file', path: full },
    origin: { kind: 'file', path: full, tree },
    label: full,
  };
}

function address(url: string): SourceJob {
  return { source: { kind: 'url', url }, origin: { kind: 'url', url }, label: url };
}

const html: SourceJob = {
  source: { kind: 'html', html: '<p>' },
  origin: { kind: 'html' },
  label: 'standard input',
};

interface Contents {
  readonly files?: readonly string[];
  readonly folders?: readonly string[];
}

function paths(
  jobs: readonly SourceJob[],
  wishes: Omit<OutputWishes, 'cwd'> = {},
  { files = [], folders = [] }: Contents = {},
): readonly string[] {
  const there = new Set([...files, ...folders].map((path) => resolve(cwd, path)));
  const folderPaths = new Set(folders.map((path) => resolve(cwd, path)));
  const disk = {
    exists: (path: string) => there.has(path),
    isFolder: (path: string) => folderPaths.has(path),
  };
  return planOutputs(jobs, { ...wishes, cwd }, disk).map(({ path, replace }) =>
    replace ? `${path} replaced` : path,
  );
}

const at = (...parts: string[]) => join(cwd, ...parts);

describe('planOutputs', () => {
  it('puts a PDF beside its file, and in the current folder without one', () => {
    expect(paths([file('docs/my page.html')])).toEqual([at('docs', 'my page.pdf')]);
    expect(paths([html])).toEqual([at('document.pdf')]);
  });

  it.each([
    ['https://example.org/docs/page.html?x=1', 'page.pdf'],
    ['https://example.org/docs/', 'docs.pdf'],
    ['https://example.org/', 'example.org.pdf'],
    ['https://example.org/caf%C3%A9%20menu', 'cafe-menu.pdf'],
    ['https://example.org/%E0%A4%A', 'E0-A4-A.pdf'],
    ['https://example.org/v1.2', 'v1.2.pdf'],
  ])('names the PDF of %s', (url, name) => {
    expect(paths([address(url)])).toEqual([at(name)]);
  });

  it('takes --out that ends in .pdf for a file, and replaces it', () => {
    const disk = { files: ['out/x.pdf'] };
    expect(paths([file('a.html')], { out: 'out/x.pdf' }, disk)).toEqual([
      `${at('out', 'x.pdf')} replaced`,
    ]);
  });

  it.each(['out', 'out/', 'old.pdf'])('takes --out %s for a folder', (out) => {
    expect(paths([file('a.html')], { out }, { folders: ['old.pdf'] })).toEqual([at(out, 'a.pdf')]);
  });

  it('keeps the tree of a folder under --out', () => {
    const jobs = [file('manual/index.html', '.'), file('manual/guide/start.htm', 'guide')];
    expect(paths(jobs, { out: 'pdf' })).toEqual([
      at('pdf', 'index.pdf'),
      at('pdf', 'guide', 'start.pdf'),
    ]);
    expect(paths(jobs)).toEqual([at('manual', 'index.pdf'), at('manual', 'guide', 'start.pdf')]);
  });

  it('numbers what would get the same name, whatever its capitals', () => {
    const jobs = [file('a/x.html'), file('b/x.html'), file('c/X.htm')];
    expect(paths(jobs, { out: 'pdf' })).toEqual([
      at('pdf', 'x.pdf'),
      at('pdf', 'x-2.pdf'),
      at('pdf', 'X-3.pdf'),
    ]);
  });

  it('replaces no file that --out does not name', () => {
    expect(paths([file('a.html')], {}, { files: ['a.pdf', 'a-2.pdf'] })).toEqual([at('a-3.pdf')]);
    expect(paths([html], { filename: 'x.pdf' }, { files: ['x.pdf'] })).toEqual([at('x-2.pdf')]);
  });

  it('takes the name that the request gives, which a file in --out beats', () => {
    expect(paths([file('docs/a.html')], { filename: 'x.pdf' })).toEqual([at('docs', 'x.pdf')]);
    expect(paths([file('docs/a.html')], { filename: 'x.pdf', out: 'y' })).toEqual([
      at('y', 'x.pdf'),
    ]);
    expect(paths([file('a.html')], { filename: 'x.pdf', out: 'y.pdf' })).toEqual([
      `${at('y.pdf')} replaced`,
    ]);
  });

  it('refuses one name for the files of a folder', () => {
    const jobs = [file('a.html'), file('b.html')];
    expect(() => paths(jobs, { out: 'x.pdf' })).toThrow(
      '--out "x.pdf" names one file, but 2 PDFs are to be made; name a folder in --out, or convert one source at a time.',
    );
    expect(() => paths(jobs, { filename: 'x.pdf' })).toThrow(
      'The file name "x.pdf" names one file',
    );
    expect(paths(jobs, { out: 'old.pdf' }, { folders: ['old.pdf'] })).toHaveLength(2);
  });
});
