import { PDFDocument } from '@cantoo/pdf-lib';
import { describe, expect, it } from 'vitest';
import { namedDestinations } from '../../../../../electron/main/engine/pdf/document-names.js';

/** Returns the named destinations of a PDF whose catalog has the names in `/Dests`. */
async function destinationsNamed(...names: readonly string[]): Promise<readonly string[]> {
  const entries = names.map((name) => `/${name} [3 0 R /Fit]`).join(' ');
  const pdf = await PDFDocument.load(
    Buffer.from(
      [
        '%PDF-1.7',
        `1 0 obj <</Type/Catalog/Pages 2 0 R/Dests <<${entries}>>>> endobj`,
        '2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj',
        '3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>> endobj',
        'trailer <</Root 1 0 R/Size 4>>',
        '%%EOF',
      ].join('\n'),
      'latin1',
    ),
  );
  return [...namedDestinations(pdf.catalog).keys()];
}

describe('namedDestinations', () => {
  it('decodes every byte of a name that is escaped', async () => {
    const names = ['plain', 'A#20B#20C', '#d0#9F#d1#80', 'Caf#C3#A9s', '#23x', 'a#28b#29'];
    const expected = ['plain', 'A B C', '\xd0\x9f\xd1\x80', 'Caf\xc3\xa9s', '#x', 'a(b)'];
    expect(await destinationsNamed(...names)).toEqual(expected);
  });
});
