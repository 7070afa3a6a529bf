import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPdf } from '../../support/read-pdf.js';
import { convertHere } from '../support/run-here.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';

let folder: TemporaryFolder;
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => folder.remove());

/** A manual whose pages take one style sheet from beside their folder, and one through a link. */
function manual(): string {
  const place = folder.with({
    'en/page.html':
      '<link rel=stylesheet href=../style/a.css><link rel=stylesheet href=linked/b.css>' +
      '<p class=a>above<p class=b>linked<p>plain',
    'style/a.css': '.a { display: none }',
    'shared/b.css': '.b { display: none }',
  });
  symlinkSync(join(place, 'shared'), join(place, 'en', 'linked'));
  return place;
}

const textOf = async (path: string) => (await readPdf(readFileSync(path))).text;

describe('--allow', () => {
  it('lets a page read folders besides its own', { tags: ['core'] }, async () => {
    const cwd = manual();
    const args = ['en/page.html', '--allow', 'style', '--allow', 'shared', '--out', 'page.pdf'];
    const run = await convertHere(args, { cwd });
    expect(run.status).toBe(0);
    expect(run.stderr).not.toContain('not loaded');
    expect(await textOf(join(cwd, 'page.pdf'))).toBe('plain');
  });

  it('is suggested with the folders that the page needs, and only those', async () => {
    const cwd = manual();
    const run = await convertHere(['en/page.html', '--out', 'page.pdf'], { cwd });
    expect(await textOf(join(cwd, 'page.pdf'))).toMatch(/above\s+linked\s+plain/);
    const suggestion = /To let the page read these files, add (.+)\.\n/.exec(run.stderr)?.[1];
    // In the order in which the page requested them.
    expect(suggestion?.split(' ').toSorted()).toEqual(
      ['--allow', '--allow', `"${join(cwd, 'shared')}"`, `"${join(cwd, 'style')}"`].toSorted(),
    );
  });

  it('leaves everything else refused', { tags: ['core'] }, async () => {
    const cwd = manual();
    const args = ['en/page.html', '--allow', 'style', '--out', 'page.pdf'];
    const run = await convertHere(args, { cwd });
    expect(await textOf(join(cwd, 'page.pdf'))).toMatch(/^linked\s+plain$/);
    expect(run.stderr).toContain('it is a link to');
  });

  it('allows HTML from standard input as well', async () => {
    const cwd = manual();
    const html = `<link rel=stylesheet href="${join(cwd, 'style', 'a.css')}"><p class=a>a<p>b`;
    const args = ['-', '--allow', join(cwd, 'style'), '--out', 'x.pdf'];
    const run = await convertHere(args, { cwd, input: html });
    expect(run.status).toBe(0);
    expect(await textOf(join(cwd, 'x.pdf'))).toBe('b');
  });

  it('takes the root and folders above the home folder only by their own path', async () => {
    const cwd = manual();
    symlinkSync('/', join(cwd, 'root'));
    const run = await convertHere(
      [
        'en/page.html',
        '--allow',
        'root',
        '--allow',
        'missing',
        '--allow',
        'style/../root',
        '--allow',
        'style/a.css',
      ],
      { cwd },
    );
    expect(run.status).toBe(2);
    expect(run.stderr).toContain('allow: Folder root to allow is /, which holds far more');
    expect(run.stderr).toContain('allow: Folder style/../root to allow is /');
    expect(run.stderr).toContain('allow: Folder missing to allow does not exist.');
    expect(run.stderr).toContain('style/a.css is not a folder. Enter the folder that it is in.');
    const named = await convertHere(['en/page.html', '--allow', '/', '--out', 'page.pdf'], { cwd });
    expect(named.status).toBe(0);
    expect(await textOf(join(cwd, 'page.pdf'))).toBe('plain');
  });
});
