import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resolveSources } from '../../../../../electron/main/cli/convert/sources.js';
import { AppError, publicError } from '../../../../../electron/shared/messages/errors.js';

let cwd = '';
const noInput = () => Promise.reject(new Error('Standard input was read.'));
const input = (text: string) => () => Promise.resolve(new TextEncoder().encode(text));

beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'platen-sources-'));
  mkdirSync(join(cwd, 'manual', 'guide'), { recursive: true });
  mkdirSync(join(cwd, 'empty'));
  mkdirSync(join(cwd, 'my.site'));
  for (const name of ['a.html', 'example.org', 'manual/index.html', 'manual/guide/start.htm']) {
    writeFileSync(join(cwd, name), '<p>x');
  }
  writeFileSync(
    join(cwd, 'urls.txt'),
    '# read later\n\nhttps://example.org/a\nhttps://example.org/b',
  );
  writeFileSync(join(cwd, 'a.pdf.html'), '%PDF-1.7');
  writeFileSync(join(cwd, 'manual', 'broken.html'), '\0\0\0');
});
afterAll(() => rmSync(cwd, { recursive: true }));

async function failure(sources: readonly string[], base?: string): Promise<AppError> {
  const task = { sources, ...(base !== undefined && { base }) };
  const thrown: unknown = await resolveSources(task, { cwd, readInput: input('<p>x') }).catch(
    (error: unknown) => error,
  );
  if (!(thrown instanceof AppError))
    throw new Error(`There was no error: ${JSON.stringify(thrown)}`);
  return thrown;
}

describe('resolveSources', () => {
  it('finds a file', async () => {
    const path = join(cwd, 'a.html');
    expect(await resolveSources({ sources: ['a.html'] }, { cwd, readInput: noInput })).toEqual({
      jobs: [{ source: { kind: 'file', path }, label: path }],
      refused: [],
    });
  });

  it('searches a folder, whose files may read all of it, and reports files it cannot convert', async () => {
    const { jobs, refused } = await resolveSources(
      { sources: ['manual/'] },
      { cwd, readInput: noInput },
    );
    const folder = join(cwd, 'manual');
    expect(jobs.map(({ source }) => source)).toEqual([
      { kind: 'file', path: join(folder, 'index.html'), folder },
      { kind: 'file', path: join(folder, 'guide/start.htm'), folder },
    ]);
    const path = join(cwd, 'manual/broken.html');
    expect(refused.map(({ label, error }) => ({ label, ...publicError(error) }))).toEqual([
      {
        label: path,
        code: 'source-unreadable',
        message: `The file "${path}" contains binary data, not HTML.`,
      },
    ]);
  });

  it.each([
    ['https://example.com/a', 'https://example.com/a'],
    ['example.com', 'https://example.com'],
    ['example.com/a.html', 'https://example.com/a.html'],
    ['localhost:3000', 'http://localhost:3000'],
  ])('parses %s as a URL', async (word, url) => {
    expect(await resolveSources({ sources: [word] }, { cwd, readInput: noInput })).toEqual({
      jobs: [{ source: { kind: 'url', url }, label: url }],
      refused: [],
    });
  });

  it('prefers a file to a URL of the same name', async () => {
    const { jobs } = await resolveSources(
      { sources: ['example.org'] },
      { cwd, readInput: noInput },
    );
    expect(jobs.map(({ source }) => source.kind)).toEqual(['file']);
  });

  it.each([
    [undefined, undefined],
    ['manual', () => join(cwd, 'manual')],
    ['https://example.org/', () => 'https://example.org/'],
  ])('reads standard input with the base %s', async (base, expected) => {
    const task = { sources: ['-'], ...(base !== undefined && { base }) };
    const { jobs } = await resolveSources(task, { cwd, readInput: input('<p>hello') });
    const source = { kind: 'html', html: '<p>hello', ...(expected && { base: expected() }) };
    expect(jobs).toEqual([{ source, label: 'standard input' }]);
  });

  it('uses the source of the request file', async () => {
    const requestSource = { kind: 'html', html: '<p>r' } as const;
    const { jobs } = await resolveSources(
      { sources: [], requestSource, base: 'manual' },
      { cwd, readInput: noInput },
    );
    expect(jobs.map(({ source }) => source)).toEqual([
      { ...requestSource, base: join(cwd, 'manual') },
    ]);
  });

  it.each([
    ['missing.html', '"missing.html" does not exist; check the path.'],
    ['my.site/missing.html', '"my.site/missing.html" does not exist; check the path.'],
    ['a.html/x', '"a.html/x" does not exist; check the path.'],
    ['empty', /^The folder ".+\/empty" contains no file that can be converted \(.html, .+\)\.$/],
    ['a.pdf.html', /^The file ".+\/a\.pdf\.html" is a PDF, not HTML\.$/],
    ['-', 'The HTML from standard input is empty; it contains no HTML.'],
  ])('refuses %s, and continues with the next source', async (word, text) => {
    const { jobs, refused } = await resolveSources(
      { sources: [word, 'a.html'] },
      { cwd, readInput: input('') },
    );
    expect(jobs.map(({ label }) => label)).toEqual([join(cwd, 'a.html')]);
    expect(refused.map(({ error }) => publicError(error))).toEqual([
      {
        code: 'source-unreadable',
        message: typeof text === 'string' ? text : (expect.stringMatching(text) as string),
      },
    ]);
    const paths = ['empty', 'a.pdf.html'].map((name) => [name, join(cwd, name)]);
    const labels = new Map([...paths, ['-', 'standard input']] as [string, string][]);
    expect(refused[0]?.label).toBe(labels.get(word) ?? word);
  });

  it.each([
    ['', 'A source is empty (""). Name a file, a folder or a URL, or - for standard input.'],
    [
      'ftp://x',
      'Source "ftp://x" is an ftp URL, which is not supported. Enter an http or https URL.',
    ],
    [
      'file:///etc/passwd',
      'Source "file:///etc/passwd" is a file URL. Use the path of the file instead.',
    ],
    [
      'javascript:alert(1)',
      'Source "javascript:alert(1)" is a script, not a document. Enter an http or https URL.',
    ],
  ])('rejects the URL %j', async (word, message) => {
    expect(publicError((await failure([word])).toData())).toMatchObject({
      code: 'invalid-request',
      message,
    });
  });

  it.each([
    ['urls.txt', noInput],
    ['-', input('# read later\n\n https://example.org/a \r\nexample.org/b\n')],
  ])('reads a URL from each line of %s', async (urls, readInput) => {
    const { jobs } = await resolveSources({ sources: ['a.html'], urls }, { cwd, readInput });
    expect(jobs.map(({ label }) => label)).toEqual([
      join(cwd, 'a.html'),
      'https://example.org/a',
      'https://example.org/b',
    ]);
  });

  it('reports the issues of a URL list by line', async () => {
    const wrong = async (text: string, urls = '-') =>
      resolveSources({ sources: [], urls }, { cwd, readInput: input(text) }).catch(
        (error: unknown) => (error instanceof AppError ? publicError(error.toData()) : error),
      );
    expect(await wrong('https://example.org/\nftp://x\nmailto:a@b\n')).toMatchObject({
      code: 'invalid-request',
      fields: [
        {
          field: 'urls',
          message: expect.stringMatching(/^Line 2 of standard input: .*ftp/) as string,
        },
        { field: 'urls', message: expect.stringMatching(/^Line 3 of standard input: /) as string },
      ],
    });
    expect(await wrong('\n# nothing\n')).toMatchObject({
      message: 'There is no URL in standard input.',
    });
    expect(await wrong('', 'missing.txt')).toMatchObject({
      code: 'source-unreadable',
      message: '"missing.txt" does not exist; check the path.',
    });
  });

  it('rejects a missing base folder', async () => {
    expect(publicError((await failure(['-'], 'nowhere')).toData())).toMatchObject({
      code: 'invalid-request',
      fields: [
        {
          field: 'base',
          message: 'Base URL "nowhere" is neither an existing folder nor an http or https URL.',
        },
      ],
    });
  });

  it('reports all issues together', async () => {
    const error = await failure(['ftp://x', 'a.html', 'data:,x'], 'nowhere');
    expect(error.code).toBe('invalid-request');
    expect(error.message).toBe('The sources have 3 errors.');
    expect(error.fields?.map(({ field }) => field)).toEqual(['base', 'source', 'source']);
  });
});
