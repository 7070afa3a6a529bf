// @module-tag core

import { closeEngine, engine } from '../support/convert.js';
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { app } from 'electron';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runConvert as runCommand } from '../../../electron/main/cli/convert/convert.js';
import { runConvert } from '../support/run-convert.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';

const root = resolve(import.meta.dirname, '../../..');
const invoice = resolve(root, 'examples/invoice.html');
let folder: TemporaryFolder;

beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(async () => {
  await closeEngine();
  folder.remove();
});

/** Runs `convert` in this process, which is much faster than in one for each of many requests. */
async function runHere(args: readonly string[], cwd: string) {
  await app.whenReady();
  const written = { stdout: '', stderr: '' };
  const status = await runCommand(args, {
    io: {
      stdin: Readable.from([]),
      stdout: { write: (text: string) => (written.stdout += text) },
      stderr: { write: (text: string) => (written.stderr += text) },
      cwd: () => cwd,
    },
    engine,
    version: '1.2.3',
    spoolFolder: folder.with({}),
    deliverySettings: unneeded,
    remoteServices: unneeded,
    signIns: unneeded,
    stop: new AbortController().signal,
  });
  return { status, ...written };
}

async function unneeded(): Promise<never> {
  return Promise.reject(new Error('Settings were read for a wrong request.'));
}

const invalidOptions: readonly (readonly [option: string, ...values: string[]])[] = [
  ['--format', 'a7', '0mmx10mm', '-1cmx2cm', '1e9pxx1px', '201inx1in', ''],
  ['--margin', '-1cm', '1 cm 2', '1e3cm', '20cm'],
  ['--pages', '0', '3-1', 'a', '1,,2', '99999999999999', '7'],
  ['--zoom', '0', '-1', 'foo', '1e9', 'NaN'],
  ['--filename', '../x.pdf', 'x.PDF', 'x.txt', '', `${'x'.repeat(252)}.pdf`, 'con.pdf'],
];

const wireFields: Readonly<Record<string, string>> = {
  '--format': 'format',
  '--margin': 'margin',
  '--pages': 'pages',
  '--zoom': 'zoom',
  '--filename': 'filename',
};

describe('an invalid request', () => {
  const rows = invalidOptions.flatMap(([option, ...values]) =>
    values.map((value) => ({ option, value })),
  );

  it.each(rows)(
    '$option "$value" exits with 2, creates nothing, and reports the reason',
    async ({ option, value }) => {
      const place = folder.with({ 'x.html': '<p>one page' });
      const run = await runHere(['x.html', '--quiet', `${option}=${value}`], place);
      expect(run.status).toBe(2);
      expect(run.stdout).toBe('');
      expect(run.stderr.split('\n')).toHaveLength(2);
      expect(readdirSync(place)).toEqual(['x.html']);
    },
  );

  // A flag for all margins has no field of its own in JSON, and JSON cannot represent NaN.
  it.each(rows.filter(({ option, value }) => option !== '--margin' && value !== 'NaN'))(
    '$option "$value" has the same message in JSON',
    async ({ option, value }) => {
      const field = wireFields[option] ?? '';
      const number = option === '--zoom' && Number.isFinite(Number(value)) ? Number(value) : value;
      const place = folder.with({
        'x.html': '<p>one page',
        'r.json': JSON.stringify({ [field]: number }),
      });
      const byFlag = await runHere(['x.html', '--quiet', `${option}=${value}`], place);
      const byJson = await runHere(['x.html', '--quiet', '--request', 'r.json'], place);
      expect(byJson.status).toBe(2);
      expect(byFlag.stderr).toContain(`${option}: `);
      expect(byJson.stderr).toBe(byFlag.stderr.replace(`${option}: `, `${field}: `));
    },
  );

  it.each([
    's3:/papers/x.pdf',
    'papers/x.pdf',
    's3://papers',
    's3://papers/x',
    's3://papers/../x.pdf',
    's3://papers//x.pdf',
    's3://Papers/x.pdf',
    `s3://papers/${'x'.repeat(1021)}.pdf`,
  ])('--to "%s" has the same message in JSON, and creates nothing', async (value) => {
    const storage = { provider: 'object_store', bucket_destination: value };
    const place = folder.with({ 'x.html': '<p>x', 'r.json': JSON.stringify({ storage }) });
    const byFlag = await runHere(['x.html', '--quiet', '--to', value], place);
    const byJson = await runHere(['x.html', '--quiet', '--request', 'r.json'], place);
    expect([byFlag.status, byJson.status]).toEqual([2, 2]);
    expect(byFlag.stdout + byJson.stdout).toBe('');
    expect(byFlag.stderr).toMatch(/^--to: (?:Bucket d|D)estination ".+\.\n$/);
    expect(byJson.stderr).toBe(byFlag.stderr.replace(/^--to:/, 'storage.bucket_destination:'));
    expect(readdirSync(place).toSorted()).toEqual(['r.json', 'x.html']);
  });

  it('reports all issues together', async () => {
    const run = await runConvert([invoice, '--format=a7', '--pages=0', '--zoom=9', '--quiet']);
    expect(run.status).toBe(2);
    expect(
      run.stderr
        .trim()
        .split('\n')
        .map((line) => line.split(':')[0]),
    ).toEqual(expect.arrayContaining(['--format', '--pages', '--zoom']));
  });

  it('is reported as JSON on stdout with --json', async () => {
    const run = await runConvert([invoice, '--format=a7', '--json', '--quiet']);
    expect(run.stderr).toBe('');
    expect(JSON.parse(run.stdout)).toMatchObject({
      error: { code: 'invalid-request', fields: [{ field: 'format' }] },
    });
  });

  it.each([
    ['a missing file', 'missing.html', /does not exist/],
    ['a folder without supported files', 'empty', /contains no file that can be converted/],
    ['a binary file', 'picture.html', /PNG|binary/],
    ['an ftp URL', 'ftp://example.org/a', /ftp/],
    ['a javascript URL', 'javascript:alert(1)', /script/],
    ['a file URL', 'file:///etc/passwd', /file/],
    ['an empty text', '', /empty/],
  ])('%s exits with 2', async (_what, source, text) => {
    const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]);
    const place = folder.with({ 'picture.html': png, 'empty/style.css': 'x' });
    const run = await runHere([source, '--quiet'], place);
    expect(run).toMatchObject({ status: 2, stdout: '' });
    expect(run.stderr).toMatch(text);
  });
});

it.each(['css', 'header-html', 'request', 'cookies', 'urls', 'sitemap', 'background'])(
  '--%s names a folder',
  async (option) => {
    const cwd = folder.with({ 'a.html': '<p>a', 'sub/x': '' });
    const source = ['urls', 'sitemap'].includes(option) ? [] : ['a.html'];
    const { status, stderr } = await runHere([...source, `--${option}`, 'sub'], cwd);
    expect(stderr).toMatch(new RegExp(`--${option}: .*sub" is a folder, not a file.`));
    expect(status).not.toBe(0);
  },
);
