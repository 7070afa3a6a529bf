import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, it } from 'vitest';
import {
  readPdfStructure,
  informationUpdate,
} from '../../../../../electron/main/engine/pdf/pdf-file.js';

/**
 * Returns a PDF with Chromium's layout: the information dictionary first, one table, one trailer.
 */
function chromiumLikePdf(pages: number, language = ''): Buffer {
  const kids = Array.from({ length: pages }, (_, index) => `${index + 4} 0 R`).join(' ');
  const objects = [
    '<</Title (Old) /Producer (Skia/PDF m153)>>',
    `<</Type /Catalog${language}\n/Pages 3 0 R>>`,
    `<</Type /Pages\n/Count ${pages}\n/Kids [${kids}]>>`,
    ...Array.from({ length: pages }, () => '<</Type /Page /Parent 3 0 R /MediaBox [0 0 100 100]>>'),
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  text += `trailer\n<</Size ${objects.length + 1}\n/Root 2 0 R\n/Info 1 0 R>>\nstartxref\n${table}\n%%EOF`;
  return Buffer.from(text, 'latin1');
}

const information = {
  title: 'Jahresbericht (2026) — 報告',
  author: 'A \\ B',
  subject: '',
  keywords: 'one, two',
  language: '',
  creator: 'Platen 1.0',
  producer: 'Platen 1.0 (Skia/PDF m153)',
  created: new Date('2026-11-20T10:11:12Z'),
};

describe('readPdfStructure', () => {
  it.each([1, 2, 12])('counts %i pages', (pages) => {
    expect(readPdfStructure(chromiumLikePdf(pages)).pages).toBe(pages);
  });

  it('returns the producer of the file', () => {
    expect(readPdfStructure(chromiumLikePdf(1)).producer).toBe('Skia/PDF m153');
  });

  it('rejects a file with another structure', () => {
    expect(() => readPdfStructure(Buffer.from('%PDF-1.7 nothing'))).toThrow('structure');
  });
});

function withUpdate(bytes: Buffer, change: Partial<typeof information> = {}): Buffer {
  const structure = readPdfStructure(bytes);
  const update = informationUpdate(bytes.length, structure, { ...information, ...change });
  return Buffer.concat([bytes, update]);
}

describe('informationUpdate', () => {
  it('writes text in every script, and only the given entries', async () => {
    const bytes = chromiumLikePdf(2);
    const amended = withUpdate(bytes);
    const document = await getDocument({ data: new Uint8Array(amended) }).promise;
    const { info } = await document.getMetadata();
    expect(document.numPages).toBe(2);
    expect(info).toMatchObject({
      Title: information.title,
      Author: information.author,
      Keywords: information.keywords,
      Creator: information.creator,
      Producer: information.producer,
      CreationDate: "D:20261120101112+00'00'",
    });
    expect(info).not.toHaveProperty('Subject');
  });

  it.each(['', '\n/Lang (en)', '\n/Lang <FEFF0065006E>'])(
    'sets the language of a catalog with "%s"',
    async (before) => {
      const data = new Uint8Array(withUpdate(chromiumLikePdf(2, before), { language: 'de-AT' }));
      const document = await getDocument({ data }).promise;
      const { info } = await document.getMetadata();
      expect(info).toMatchObject({ Language: 'de-AT', Title: information.title });
      expect(document.numPages).toBe(2);
    },
  );

  it('keeps the file unchanged and appends to it', () => {
    const bytes = chromiumLikePdf(3);
    const amended = withUpdate(bytes);
    expect(amended.subarray(0, bytes.length).equals(bytes)).toBe(true);
    expect(amended.length - bytes.length).toBeLessThan(1000);
  });
});
