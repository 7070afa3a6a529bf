import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type OutputOptions,
  outputTarget,
} from '../../../../../electron/main/cli/convert/output.js';
import { bucketDestinationIssue } from '../../../../../electron/shared/request/storage.js';
import { textOf } from '../../../shared/request/support.js';
import { issuesIn } from '../support/parse-arguments.js';

let cwd = '';
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'platen-target-'));
  mkdirSync(join(cwd, 'old.pdf'));
});
afterAll(() => rmSync(cwd, { recursive: true }));

const onlyLocal = { save: true, uploads: [] };

const target = (options: Omit<OutputOptions, 'cwd'>, count = 1) =>
  outputTarget({ ...options, cwd }, count);

it('saves a PDF next to its source, and numbers it', () => {
  expect(target({})).toEqual({ output: { folder: null, existing: 'number', ...onlyLocal } });
});

it.each(['out', 'my out', 'old.pdf'])('--out %s is a folder', (out) => {
  expect(target({ out }, 2)).toEqual({
    output: { folder: join(cwd, out), existing: 'number', ...onlyLocal },
  });
});

it('--out that ends in .pdf is a file, which is replaced', () => {
  expect(target({ out: 'out/x.PDF', filename: 'y.pdf' })).toEqual({
    path: join(cwd, 'out', 'x.PDF'),
    output: { folder: null, existing: 'overwrite', ...onlyLocal },
  });
});

it.each(['number', 'skip', 'overwrite'] as const)('applies --existing %s', (existing) => {
  expect(target({ existing }).output.existing).toBe(existing);
  expect(target({ existing, out: 'x.pdf' }).output.existing).toBe(existing);
});

it('rejects one name for several PDFs, unless it has placeholders', () => {
  expect(() => target({ out: 'x.pdf' }, 2)).toThrow(
    '--out "x.pdf" is one file, but there are 2 PDFs. Enter a folder, or convert one source at a time.',
  );
  expect(() => target({ filename: 'x.pdf' }, 2)).toThrow(
    'File name "x.pdf" is the same for all 2 PDFs. Add {name} or {n} to it, or remove it.',
  );
  expect(() => target({ filename: '{date}.pdf' }, 2)).not.toThrow();
});

describe('bucket destinations', () => {
  const destinations = ['s3://papers/{name}.pdf', 's3://copies/x.pdf'];

  it('replace the local file, unless --out is set', () => {
    expect(target({ destinations }).output).toMatchObject({
      save: false,
      uploads: destinations.map((destination) => ({ target: null, destination, existing: 'ask' })),
    });
    expect(target({ destinations, out: 'x' }).output).toMatchObject({ save: true });
  });

  it.each(['number', 'skip', 'overwrite'] as const)('apply --existing %s', (existing) => {
    const { uploads } = target({ destinations, existing }).output;
    expect(uploads.map((upload) => upload.existing)).toEqual([existing, existing]);
  });

  it('must differ for several PDFs', () => {
    expect(() => target({ destinations }, 2)).toThrow(
      'Destination "s3://copies/x.pdf" is the same for all 2 PDFs. Add {name} or {n} to it.',
    );
  });

  it('may share a file name that is not used', () => {
    expect(() =>
      target({ destinations: ['s3://b-1/{n}.pdf'], filename: 'x.pdf' }, 2),
    ).not.toThrow();
  });
});

const issues = (...argv: string[]) => issuesIn('/anywhere', argv);

describe('--to', () => {
  it.each([
    's3:/b/x',
    'b/x.pdf',
    's3://papers',
    's3://papers/x.txt',
    's3://papers/../x.pdf',
    's3://papers//x.pdf',
    's3://Papers/x.pdf',
    `s3://papers/${'x'.repeat(1021)}.pdf`,
    's3://papers/{nmae}.pdf',
    '',
  ])('reports %j like the request, once', (destination) => {
    const message = textOf(bucketDestinationIssue(destination));
    expect(message).not.toBeNull();
    expect(issues('a.html', `--to=${destination}`)).toEqual([['to', message]]);
  });

  it('reports the issues of all destinations together', () => {
    const [good, first, second] = ['s3://papers/x.pdf', 's3:/b/x', 's3://papers/x'];
    expect(issues('a', '--to', good, '--to', first, '--to', second)).toEqual([
      ['to', textOf(bucketDestinationIssue(first))],
      ['to', textOf(bucketDestinationIssue(second))],
    ]);
  });

  it('rejects duplicates', () => {
    expect(issues('a', '--to', 's3://papers/x.pdf', '--to', 's3://papers/x.pdf')).toEqual([
      ['to', '--to "s3://papers/x.pdf" is set more than once. Remove the duplicates.'],
    ]);
  });

  it('accepts 16 destinations at most', () => {
    const many = Array.from({ length: 17 }, (_, index) => `--to=s3://papers/${index}.pdf`);
    expect(issues('a', ...many)).toEqual([['to', '--to is set 17 times. The limit is 16.']]);
  });

  it('must differ for several PDFs', () => {
    expect(issues('a', 'b', '--to', 's3://papers/x.pdf')).toEqual([
      [
        'to',
        'Destination "s3://papers/x.pdf" is the same for all 2 PDFs. Add {name} or {n} to it.',
      ],
    ]);
    expect(issues('a', 'b', '--to', 's3://papers/{n}.pdf')).toEqual([]);
  });

  it('requires a value', () => {
    expect(issues('a', '--to')).toEqual([['--to', '--to has no value. Enter one after it.']]);
  });
});
