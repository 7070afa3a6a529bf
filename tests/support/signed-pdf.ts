import { PDFDocument, PDFName } from '@cantoo/pdf-lib';

/**
 * Returns a PDF with a signature field.
 * @param isSigned whether it has a value; its bytes are no valid signature
 */
export async function pdfWithSignatureField(isSigned: boolean): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  for (const text of ['first', 'second']) pdf.addPage([300, 200]).drawText(text, { x: 20, y: 99 });
  const { context, catalog } = pdf;
  const value = isSigned ? { V: context.obj({ Type: 'Sig', Filter: 'Adobe.PPKLite' }) } : {};
  const field = context.obj({ FT: 'Sig', Type: 'Annot', Subtype: 'Widget', ...value });
  const parent = context.obj({ Kids: [context.register(field)] });
  const form = context.obj({ Fields: [context.register(parent)], SigFlags: 3 });
  catalog.set(PDFName.of('AcroForm'), context.register(form));
  return pdf.save({ updateFieldAppearances: false });
}
