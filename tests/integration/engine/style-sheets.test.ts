import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPdf } from '../../support/read-pdf.js';
import { convert } from '../support/convert.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';
import { repetitions } from '../../support/repetitions.js';

const examples = resolve(import.meta.dirname, '../../../examples');
let folder: TemporaryFolder;
let place: string;

const heads = {
  'linked.html': '<link rel="stylesheet" href="there.css">',
  'imported.html': '<style>@import "there.css";</style>',
  'missing.html': '<link rel="stylesheet" href="missing.css">',
  'missing-import.html': '<style>@import "missing.css";</style>',
  'empty-import.html': '<style>@import "";</style>',
  'unsupported.html': '<style>@import "there.css" supports(display: nothing);</style>',
  'disabled.html': '<link rel="stylesheet" href="there.css" disabled>',
  'other-type.html': '<link rel="stylesheet" href="there.css" type="text/less">',
  'no-address.html': '<link rel="stylesheet" href="http://[">',
};

beforeAll(() => {
  folder = temporaryFolder();
  const pages = Object.entries(heads).map(([name, head]) => [name, `${head}<p>text`]);
  place = folder.with({
    ...(Object.fromEntries(pages) as Record<string, string>),
    'there.css': 'p::after { content: " with style" }',
  });
});
afterAll(() => folder.remove());

async function textOf(name: string): Promise<string> {
  const source = { kind: 'file', path: join(place, name) };
  return (await readPdf((await convert({ source })).bytes)).text.trim();
}

describe('a page without scripts', () => {
  it.each(['linked.html', 'imported.html'])(
    '%s has its style sheet',
    { tags: ['core'] },
    async (name) => {
      expect(await textOf(name)).toBe('text with style');
    },
  );

  const turns = repetitions({ few: 2, many: 30 });
  it('has it every time, also while other pages are converted', async () => {
    const names = ['japanese.html', 'report.html', 'invoice.html', 'japanese.html'];
    for (let turn = 0; turn < turns; turn += 1) {
      const made = await Promise.all(
        names.map(async (name) =>
          convert({ source: { kind: 'file', path: join(examples, name) } }),
        ),
      );
      expect(made.flatMap(({ preflight }) => preflight)).toEqual([]);
    }
  }, 120_000);

  it.each(Object.keys(heads).slice(2))(
    '%s does not wait for a response that never comes',
    async (name) => {
      expect(await textOf(name)).toBe('text');
    },
  );
});
