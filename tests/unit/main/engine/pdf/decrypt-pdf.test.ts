import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { expect, it } from 'vitest';
import { decryptPdf, isEncryptedPdf } from '../../../../../electron/main/engine/pdf/decrypt-pdf.js';
import { encryptPdf } from '../../../../../electron/main/engine/pdf/encrypt-pdf.js';
import { readPdf } from '../../../../support/read-pdf.js';

/** Returns a PDF with a text of some length and a title. */
async function pdfWith(length: number): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  pdf.setTitle('Löhne (2026)');
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  pdf.addPage([300, 300]).drawText('x'.repeat(length), { font, size: 1 });
  await pdf.attach(Buffer.alloc(3 * 1024 ** 2 + length, 7), 'large.bin');
  return Buffer.from(await pdf.save({ useObjectStreams: false }));
}

it.each([
  { open: 'user', owner: 'owner' },
  { open: 'nur e\u0301ines', owner: '' },
  { open: '', owner: 'nur für uns' },
])('an encrypted PDF is as before with %j', async (passwords) => {
  for (const length of [0, 7, 15, 16, 70]) {
    const bytes = await pdfWith(length);
    const encrypted = Buffer.concat(await encryptPdf([bytes], passwords, {}));
    expect(isEncryptedPdf(encrypted)).toBe(true);
    const decrypted = Buffer.concat(await decryptPdf(encrypted, passwords));
    expect(isEncryptedPdf(decrypted)).toBe(false);
    const { text, information } = await readPdf(decrypted);
    expect(text).toBe('x'.repeat(length));
    expect(information['Title']).toBe('Löhne (2026)');
    expect(decrypted.includes(Buffer.from('/Encrypt'))).toBe(false);
  }
});

it('other passwords and other files are refused', async () => {
  const bytes = await pdfWith(5);
  const encrypted = Buffer.concat(await encryptPdf([bytes], { open: 'a', owner: 'b' }, {}));
  for (const [file, open] of [
    [encrypted, 'c'],
    [encrypted, ''],
    [bytes, 'a'],
  ] as const) {
    await expect(decryptPdf(file, { open, owner: '' })).rejects.toMatchObject({
      code: 'print-failed',
    });
  }
});
