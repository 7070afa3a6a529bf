// @module-tag core

import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { qpdfComplaints, readPdf } from '../../support/read-pdf.js';
import { runConvert } from '../support/run-convert.js';
import { convertHere } from '../support/run-here.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';
import { type WebServer, page, startWebServer } from '../support/web-server.js';

const root = resolve(import.meta.dirname, '../../..');
const invoice = resolve(root, 'examples/invoice.html');
let folder: TemporaryFolder;
let server: WebServer;

/** Called when `/never` is requested. */
let onNever = (): void => undefined;

beforeAll(async () => {
  folder = temporaryFolder();
  server = await startWebServer({
    '/page': page('<title>P</title><p>from a server'),
    '/never': () => onNever(),
  });
});
afterAll(async () => {
  await server.close();
  folder.remove();
});

describe('convert', () => {
  it('prints only the path of the PDF on stdout', async () => {
    const target = join(folder.path, 'invoice.pdf');
    const run = await runConvert([invoice, '--out', target]);
    expect(run).toMatchObject({ status: 0, stdout: `${target}\n` });
    expect(run.stderr).toMatch(/^platen: running on .+\n$/);
    expect(qpdfComplaints(target) ?? '').toBe('');
    expect((await readPdf(readFileSync(target))).text).toContain('2026-0147');
  });

  it.runIf(process.platform === 'linux')('takes a file whose name is not UTF-8', async () => {
    const place = folder.with({ 'a.html': '<p>a' });
    const latin1 = Buffer.concat([Buffer.from(`${place}/caf`), Buffer.from([0xe9])]);
    writeFileSync(Buffer.concat([latin1, Buffer.from('.html')]), '<p>b');
    const run = await convertHere(['caf\ufffd.html'], { cwd: place });
    expect(run.lines).toEqual([join(place, 'caf\ufffd.pdf')]);
  });

  it('with --json, prints one object per line, with the API response and the pages', async () => {
    const place = folder.with({ 'a.html': '<p>a', 'b.html': '<p>b<p style="break-before:page">c' });
    const run = await convertHere(
      [place, '--json', '--quiet', '--concurrency', '1', '--out', 'pdf'],
      {
        cwd: place,
      },
    );
    expect(run.stderr).toBe('');
    expect(run.lines.map((line): unknown => JSON.parse(line))).toEqual([
      {
        source: join(place, 'a.html'),
        path: join(place, 'pdf', 'a.pdf'),
        file: { name: 'a.pdf', size: readFileSync(join(place, 'pdf', 'a.pdf')).length },
        compliance: { hipaa: false, gdpr: false },
        pages: 1,
        preflight: [],
      },
      expect.objectContaining({ path: join(place, 'pdf', 'b.pdf'), pages: 2 }),
    ]);
  });

  it('accepts HTML from stdin, files, folders and URLs in one call, and keeps the tree of a folder', async () => {
    const place = folder.with({
      'site/one.html': '<p>1',
      'site/deep/two.htm': '<p>2',
      'x.html': '<p>x',
    });
    const run = await runConvert(
      ['-', 'x.html', 'site', `${server.origin}/page`, '--out', 'pdf', '--quiet'],
      { cwd: place, input: '<p>from stdin' },
    );
    expect(run.status).toBe(0);
    expect(run.lines.map((line) => line.slice(place.length + 5)).sort()).toEqual([
      'deep/two.pdf',
      'document.pdf',
      'one.pdf',
      'page.pdf',
      'x.pdf',
    ]);
    expect((await readPdf(readFileSync(join(place, 'pdf/document.pdf')))).text).toContain(
      'from stdin',
    );
  });

  it('puts a PDF beside its source, and never replaces an existing file', async () => {
    const place = folder.with({ 'x.html': '<p>x', 'x.pdf': 'somebody’s own' });
    const run = await convertHere(['x.html', '--quiet'], { cwd: place });
    expect(run.lines).toEqual([join(place, 'x-2.pdf')]);
    expect(readFileSync(join(place, 'x.pdf'), 'utf8')).toBe('somebody’s own');
  });

  it('replaces a file named by --out, and leaves nothing else behind', async () => {
    const place = folder.with({ 'x.html': '<p>x', 'y.pdf': 'old' });
    await convertHere(['x.html', '--out', 'y.pdf', '--quiet'], { cwd: place });
    expect(readFileSync(join(place, 'y.pdf')).subarray(0, 5).toString()).toBe('%PDF-');
    expect(readdirSync(place).sort()).toEqual(['x.html', 'y.pdf']);
  });

  it('applies every option', async () => {
    const place = folder.with({
      'x.html':
        '<p id=p>off</p><script>p.textContent="on"</script><p style="break-before:page">second',
    });
    const target = join(place, 'named.pdf');
    const run = await convertHere(
      [
        'x.html',
        '--format',
        'a5',
        '--landscape',
        '--margin',
        '1cm',
        '--margin-top=3cm',
        '--pages',
        '1',
      ].concat(['--zoom', '1.5', '--no-javascript', '--filename', 'named.pdf', '--timeout', '20']),
      { cwd: place },
    );
    expect(run.lines).toEqual([target]);
    const { pages, text } = await readPdf(readFileSync(target));
    expect(pages).toHaveLength(1);
    expect(text.trim()).toBe('off');
    expect(pages[0]?.width).toBeCloseTo(595.3, -0.5);
    expect(pages[0]?.height).toBeCloseTo(419.5, -0.5);
  });

  it('reads a request in API format', async () => {
    const request = {
      source: '<p>by request<p style="break-before:page">two',
      format: 'a6',
      pages: '2',
      compliance: { gdpr: true },
      filename: 'asked.pdf',
    };
    const place = folder.with({ 'r.json': JSON.stringify(request) });
    const run = await convertHere(['--request', 'r.json', '--json', '--quiet'], { cwd: place });
    expect(JSON.parse(run.stdout)).toMatchObject({
      path: join(place, 'asked.pdf'),
      pages: 1,
      compliance: { gdpr: true, hipaa: false },
    });
  });

  it('saves PDFs for the storage of a service locally, and reports it', async () => {
    const storage = { provider: 'service', filename: 'stored.pdf' };
    const place = folder.with({ 'r.json': JSON.stringify({ source: '<p>x', storage }) });
    const run = await convertHere(['--request', 'r.json'], { cwd: place });
    expect(run).toMatchObject({ status: 0, lines: [join(place, 'stored.pdf')] });
    expect(run.stderr).toContain(
      'The request uses the storage of a service. Without --remote, PDFs are saved locally.\n',
    );
  });

  it('reports options that have no effect', async () => {
    const place = folder.with({ 'a.html': '<p>a' });
    const options = ['--out', 'pdf', '--sheet-borders', '--watermark-color', '#c00000'];
    const run = await convertHere(['a.html', ...options], { cwd: place });
    expect(run.status).toBe(0);
    expect(run.stderr).toContain('--sheet-borders has no effect without --pages-per-sheet.\n');
    expect(run.stderr).toContain('--watermark-color has no effect without --watermark-text.\n');
  });

  it("two concurrent runs never replace each other's files", async () => {
    const place = folder.with({ 'one/a.html': '<p>one', 'two/a.html': '<p>two' });
    const runs = await Promise.all(
      ['one', 'two'].map((name) =>
        runConvert([`${name}/a.html`, '--out', 'pdf', '--quiet'], { cwd: place }),
      ),
    );
    expect(runs.map(({ stdout }) => stdout.trim()).sort()).toEqual([
      join(place, 'pdf', 'a-2.pdf'),
      join(place, 'pdf', 'a.pdf'),
    ]);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('exits with the status of %s when it is stopped', async (signal, status) => {
    const run = await runConvert([`${server.origin}/never`], {
      onStdout: (_, stop) => (onNever = () => stop(signal)),
    });
    expect(run).toMatchObject({ status, stdout: '' });
    expect(run.stderr).toContain(`platen: stopped by ${signal}; 0 of 1 converted\n`);
  });

  it('ends without errors when its output is closed', async () => {
    const run = await runConvert([invoice, '--out', join(folder.path, 'unread.pdf')], {
      closeStdout: true,
    });
    expect(run.stderr).not.toContain('Error');
  });

  it('converts the others and exits with 1 if a page fails', async () => {
    const place = folder.with({ 'x.html': '<p>x' });
    const run = await runConvert(['x.html', `${server.origin}/missing`, '--quiet'], { cwd: place });
    expect(run.status).toBe(1);
    expect(run.lines).toEqual([join(place, 'x.pdf')]);
    expect(run.stderr).toBe(
      `${server.origin}/missing could not be loaded: the server answered 404, there is no such page.\n`,
    );
  });

  it('prints its help and version to stdout', async () => {
    const help = await convertHere(['--help']);
    expect(help.status).toBe(0);
    expect(help.stdout).toMatch(/^Usage: platen convert SOURCE/);
    const version = await runConvert(['--version']);
    expect(version.status).toBe(0);
    expect(version.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
