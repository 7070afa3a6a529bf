import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFRef,
  PDFString,
} from '@cantoo/pdf-lib';
import { nameTree, nameTreeEntries } from './document-names.js';
import type { PdfInformation } from './pdf-file.js';

/** A change to a document that has been read. */
export type FinishStep = (document: PDFDocument) => void | Promise<void>;

export interface FinishedPdf {
  readonly bytes: Buffer;
  readonly pages: number;
}

/**
 * How many objects are read or written without a break: the thread also serves other conversions
 * and the window.
 */
const objectsPerTick = 500;

/**
 * Applies changes to a PDF in their order.
 * @throws Error if the PDF cannot be read or is encrypted
 */
export async function finishPdf(
  bytes: Uint8Array,
  steps: readonly FinishStep[],
): Promise<FinishedPdf> {
  const document = await PDFDocument.load(bytes, {
    updateMetadata: false,
    parseSpeed: objectsPerTick,
  });
  return writePdf(document, steps);
}

/**
 * Applies changes to a document in their order and writes it. Reading and writing a document costs
 * more than a `PdfUpdate`, so that is used for those that Chromium has just printed.
 */
export async function writePdf(
  document: PDFDocument,
  steps: readonly FinishStep[],
): Promise<FinishedPdf> {
  for (const step of steps) await step(document);
  // Chromium writes no object streams either, and packing them would take most of the time.
  const { buffer, byteOffset, byteLength } = await document.save({
    useObjectStreams: false,
    updateFieldAppearances: false,
    addDefaultPage: false,
    objectsPerTick,
  });
  return {
    bytes: Buffer.from(buffer, byteOffset, byteLength),
    pages: document.catalog.Pages().Count().asNumber(),
  };
}

/** The step that writes the attachments of any document in the form that `attachFiles` reads. */
export const flattenAttachments: FinishStep = ({ context, catalog }) => {
  const names = catalog.lookup(PDFName.of('Names'));
  const tree = names instanceof PDFDict ? names.lookup(PDFName.of('EmbeddedFiles')) : undefined;
  if (names instanceof PDFDict && tree !== undefined) {
    const entries = new Map(nameTreeEntries(tree));
    names.set(PDFName.of('EmbeddedFiles'), nameTree(context, entries));
  }
  const associated = catalog.lookup(PDFName.of('AF'));
  if (associated instanceof PDFArray) catalog.set(PDFName.of('AF'), associated);
};

/** Replaces document information (ISO 32000-1, 14.3.3) and language. */
export function setInformation(information: PdfInformation): FinishStep {
  return ({ context, catalog }) => {
    const { language } = information;
    if (language !== '') catalog.set(PDFName.of('Lang'), PDFString.of(language));
    const date = PDFString.fromDate(information.created);
    const dictionary = context.obj({ CreationDate: date, ModDate: date });
    const texts = {
      Title: information.title,
      Author: information.author,
      Subject: information.subject,
      Keywords: information.keywords,
      Creator: information.creator,
      Producer: information.producer,
    };
    for (const [key, text] of Object.entries(texts)) {
      if (text !== '') dictionary.set(PDFName.of(key), PDFHexString.fromText(text));
    }
    const { Info: replaced } = context.trailerInfo;
    if (replaced instanceof PDFRef) context.delete(replaced);
    context.trailerInfo.Info = context.register(dictionary);
  };
}
