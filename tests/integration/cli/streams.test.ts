// @module-tag core

import { convertHere } from '../support/run-here.js';
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cleanEnvironment } from '../../support/environment.js';
import { readPdf } from '../../support/read-pdf.js';
import { runProgram } from '../../support/run-program.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';

const launcher = resolve(import.meta.dirname, '../../../tools/run.mjs');
let folder: TemporaryFolder;
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => folder.remove());

describe('--out -', () => {
  it('writes only the PDF to standard output, and no file', async () => {
    const cwd = folder.with({});
    const bytes: Buffer[] = [];
    const options = { cwd, input: '<p>Text', onBytes: (part: Buffer) => bytes.push(part) };
    const run = await convertHere(['-', '--out', '-'], options);
    expect(run).toMatchObject({ status: 0, stderr: '' });
    const pdf = await readPdf(Buffer.concat(bytes));
    expect(pdf.pages).toHaveLength(1);
    expect(readdirSync(cwd)).toEqual([]);
  });

  it('writes nothing if the conversion fails', async () => {
    const cwd = folder.with({ 'a.html': '<img src=missing.png>' });
    const run = await convertHere(['a.html', '--out', '-', '--fail-on', 'all'], { cwd });
    expect(run).toMatchObject({ status: 1, lines: [] });
    expect(run.stderr).toContain('missing.png');
  });

  it('refuses a terminal', async () => {
    const cwd = folder.with({ 'a.html': '<p>a' });
    const run = await convertHere(['a.html', '--out', '-'], { cwd, isTTY: true });
    expect(run).toMatchObject({ status: 2, lines: [] });
    expect(run.stderr).toContain('standard output is a terminal');
  });

  it('refuses a folder with several files', async () => {
    const cwd = folder.with({ 'in/a.html': '<p>a', 'in/b.html': '<p>b' });
    const run = await convertHere(['in', '--out', '-'], { cwd });
    expect(run).toMatchObject({ status: 2, lines: [] });
    expect(run.stderr).toContain('there are 2 PDFs');
  });

  it('fails if standard output fails', async () => {
    const cwd = folder.with({ 'a.html': '<p>a' });
    const run = await convertHere(['a.html', '--out', '-'], {
      cwd,
      outputError: new Error('full'),
    });
    expect(run.status).toBe(1);
  });
});

it.skipIf(process.platform !== 'linux').each(['', '--json', '--out -'])(
  'a full disk behind standard output is an error of convert %s',
  async (options) => {
    const place = folder.with({ 'a.html': '<p>a' });
    const command = `"$0" "$1" convert a.html --quiet ${options} > /dev/full`;
    const script = ['-c', `cd "$2" && ${command}`, process.execPath, launcher, place];
    const run = await runProgram('bash', script, { env: cleanEnvironment() });
    expect(run.status).toBe(1);
    expect(run.stderr).toMatch(
      /^platen: Standard output could not be written: the disk is full\.\n$/m,
    );
  },
);

it.skipIf(process.platform === 'win32')('a named pipe is a source', async () => {
  const cwd = folder.with({});
  spawnSync('mkfifo', [join(cwd, 'report.html')]);
  const run = convertHere(['report.html', '--quiet'], { cwd });
  await writeFile(join(cwd, 'report.html'), '<p>from a pipe');
  expect(await run).toMatchObject({ status: 0, lines: [join(cwd, 'report.pdf')] });
});

it('a source that cannot be read does not stop the others', async () => {
  const cwd = folder.with({ 'a.html': '<p>a' });
  const run = await convertHere(['missing.html', 'a.html', '--quiet'], { cwd });
  expect(run).toMatchObject({
    status: 1,
    lines: [join(cwd, 'a.pdf')],
    stderr: '"missing.html" does not exist; check the path.\n',
  });
});

it('--json prints one object for each source to standard output, also for failures', async () => {
  const cwd = folder.with({ 'a.html': '<p>a', 'b.html': '%PDF-1.7' });
  const run = await convertHere(['missing.html', 'a.html', 'b.html', '--json', '--quiet'], { cwd });
  expect(run).toMatchObject({ status: 1, stderr: '' });
  expect(run.lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    {
      source: 'missing.html',
      error: {
        code: 'source-unreadable',
        message: '"missing.html" does not exist; check the path.',
      },
    },
    {
      source: join(cwd, 'b.html'),
      error: {
        code: 'source-unreadable',
        message: `The file "${join(cwd, 'b.html')}" is a PDF, not HTML.`,
      },
    },
    expect.objectContaining({ source: join(cwd, 'a.html'), path: join(cwd, 'a.pdf') }) as object,
  ]);
});
