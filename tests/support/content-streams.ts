import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  decodePDFRawStream,
} from '@cantoo/pdf-lib';

/**
 * Returns everything that the pages of a PDF draw, decoded: their sizes and content streams, and
 * whatever these refer to, such as fonts, images and transparency.
 */
export async function contentStreamsOf(bytes: Uint8Array): Promise<readonly string[]> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  return document.getPages().map(({ node }) => {
    const drawn = ['MediaBox', 'Contents', 'Resources'].map((name) => node.get(PDFName.of(name)));
    return drawn.map((each) => textOf(each, document, [])).join('\n');
  });
}

/** @param within the references that lead to the object */
function textOf(
  object: PDFObject | undefined,
  document: PDFDocument,
  within: readonly PDFRef[],
): string {
  if (object instanceof PDFRef) {
    if (within.includes(object)) return 'itself';
    return textOf(document.context.lookup(object), document, [...within, object]);
  }
  if (object instanceof PDFArray)
    return `[${object
      .asArray()
      .map((each) => textOf(each, document, within))
      .join(' ')}]`;
  if (object instanceof PDFDict)
    return object
      .entries()
      .map(([name, value]) => `${name.asString()} ${textOf(value, document, within)}`)
      .join('\n');
  if (!(object instanceof PDFRawStream)) return String(object);
  const decoded = isImage(object) ? object.contents : decodePDFRawStream(object).decode();
  return Buffer.from(decoded).toString('latin1');
}

/** Their encodings are not decoded, and the same image has the same bytes. */
function isImage({ dict }: PDFRawStream): boolean {
  return dict.get(PDFName.of('Subtype')) === PDFName.of('Image');
}
