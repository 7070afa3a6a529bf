import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type OutputOptions,
  outputTarget,
} from '../../../../../electron/main/cli/convert/output-target.js';

let cwd = '';
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'platen-target-'));
  mkdirSync(join(cwd, 'old.pdf'));
});
afterAll(() => rmSync(cwd, { recursive: true }));

const onlyHere = { save: true, uploads: [] };

const target = (wishes: Omit<OutputOptions, 'cwd'>, count = 1) =>
  outputTarget({ ...wishes, cwd }, count);

it('leaves a PDF beside its source, and numbers it', () => {
  expect(target({})).toEqual({ output: { folder: null, existing: 'number', ...onlyHere } });
});

it.each(['out', 'my out', 'old.pdf'])('takes --out %s for a folder', (out) => {
  expect(target({ out }, 2)).toEqual({
    output: { folder: join(cwd, out), existing: 'number', ...onlyHere },
  });
});

it('takes --out that ends in .pdf for a file, and replaces it', () => {
  expect(target({ out: 'out/x.PDF', filename: 'y.pdf' })).toEqual({
    path: join(cwd, 'out', 'x.PDF'),
    output: { folder: null, existing: 'overwrite', ...onlyHere },
  });
});

it.each(['number', 'skip', 'overwrite'] as const)('does as --existing %s says', (existing) => {
  expect(target({ existing }).output.existing).toBe(existing);
  expect(target({ existing, out: 'x.pdf' }).output.existing).toBe(existing);
});

it('refuses one name for several PDFs, unless it has placeholders', () => {
  expect(() => target({ out: 'x.pdf' }, 2)).toThrow(
    '--out "x.pdf" names one file, but 2 PDFs are to be made; name a folder in --out, or convert one source at a time.',
  );
  expect(() => target({ filename: 'x.pdf' }, 2)).toThrow(
    'The file name "x.pdf" names one file, but 2 PDFs are to be made; put {name} or {n} into it, or leave it out.',
  );
  expect(() => target({ filename: '{date}.pdf' }, 2)).not.toThrow();
});

describe('places in buckets', () => {
  const destinations = ['s3://papers/{name}.pdf', 's3://copies/x.pdf'];

  it('are all that counts, unless --out says where to write too', () => {
    expect(target({ destinations }).output).toMatchObject({
      save: false,
      uploads: destinations.map((destination) => ({ target: null, destination, existing: 'ask' })),
    });
    expect(target({ destinations, out: 'x' }).output).toMatchObject({ save: true });
  });

  it.each(['number', 'skip', 'overwrite'] as const)('do as --existing %s says', (existing) => {
    const { uploads } = target({ destinations, existing }).output;
    expect(uploads.map((upload) => upload.existing)).toEqual([existing, existing]);
  });

  it('refuse one object for several PDFs', () => {
    expect(() => target({ destinations }, 2)).toThrow(
      'The bucket destination "s3://copies/x.pdf" names one object, but 2 PDFs are to be made; put {name} or {n} into it.',
    );
  });

  it('need no name for a file that is not written', () => {
    expect(() =>
      target({ destinations: ['s3://b-1/{n}.pdf'], filename: 'x.pdf' }, 2),
    ).not.toThrow();
  });
});
