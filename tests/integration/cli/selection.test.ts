// @module-tag core

import { convertHere } from '../support/run-here.js';
import { readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';

let folder: TemporaryFolder;
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => folder.remove());

it('--include, --exclude and --only select files of a folder', async () => {
  const cwd = folder.with({
    'in/a.html': '<p>a',
    'in/draft.html': '<p>d',
    'in/old/b.html': '<p>b',
    'in/c.svg': '<svg/>',
  });
  const args = [
    'in',
    '--out',
    'out',
    '--only',
    'html',
    '--exclude',
    'draft.*',
    '--include',
    '/*.html',
  ];
  const run = await convertHere([...args, '--quiet'], { cwd });
  expect(run).toMatchObject({ status: 0, stderr: '' });
  expect(readdirSync(join(cwd, 'out'))).toEqual(['a.pdf']);
});

it('states how many files of other kinds a folder has, unless some are selected', async () => {
  const cwd = folder.with({ 'in/a.html': '<p>a', 'in/b.css': '', 'in/c.pdf': '', 'in/d.css': '' });
  const left =
    '3 files of other kinds were left out: 2 .css and 1 .pdf. Add ZIP archives and PDFs one by one.';
  const all = await convertHere(['in', '--out', 'out'], { cwd });
  expect(all.stderr).toContain(`${join(cwd, 'in')}: ${left}\n`);
  const selected = await convertHere(['in', '--out', 'out', '--only', 'html'], { cwd });
  expect(selected.stderr).not.toContain('left out');
});

it('reports a folder of which nothing is selected', async () => {
  const cwd = folder.with({ 'in/a.html': '<p>a' });
  const run = await convertHere(['in', '--only', 'svg', '--quiet'], { cwd });
  expect(run.status).toBe(2);
  expect(run.stderr).toContain('contains no file that --include, --exclude and --only select.');
});

it('--newer converts only files that changed after their PDF was written', async () => {
  const cwd = folder.with({ 'in/a.html': '<p>a', 'in/b.html': '<p>b' });
  const args = ['in', '--out', 'out', '--newer', '--json', '--quiet'];
  expect((await convertHere(args, { cwd })).lines).toHaveLength(2);
  const pdf = (name: string) => join(cwd, 'out', `${name}.pdf`);
  const before = statSync(pdf('a')).mtimeMs;
  writeFileSync(join(cwd, 'in/b.html'), '<p>b, changed');
  const later = new Date(statSync(pdf('b')).mtimeMs + 1000);
  utimesSync(join(cwd, 'in/b.html'), later, later);
  const second = await convertHere(args, { cwd });
  const results = second.lines.map((line) => JSON.parse(line) as { path: string });
  expect(results.find(({ path }) => path === pdf('a'))).toMatchObject({ skipped: true });
  expect(results.find(({ path }) => path === pdf('b'))).not.toHaveProperty('skipped');
  expect(statSync(pdf('a')).mtimeMs).toBe(before);
  expect(readdirSync(join(cwd, 'out'))).toEqual(['a.pdf', 'b.pdf']);
});
