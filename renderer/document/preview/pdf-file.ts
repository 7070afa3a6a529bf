import type { PDFDocumentLoadingTask, PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { loadPdfLibrary } from './pdf-library.js';

/** Size of a page in PDF points (72 per inch), after rotation. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** An open PDF: page sizes at once, pages on demand. */
export interface PdfFile {
  readonly pages: readonly PageSize[];
  /** @param index from 0 */
  page(index: number): Promise<PDFPageProxy>;
  /** Frees the memory of pdf.js and cancels running drawings. */
  close(): Promise<void>;
  isClosed(): boolean;
}

/**
 * Opens a PDF from a URL of the application's own protocol.
 * @throws Error if the response isn't a PDF
 */
export async function openPdf(address: string): Promise<PdfFile> {
  const [library, response] = await Promise.all([loadPdfLibrary(), fetch(address)]);
  if (!response.ok) throw new Error(`couldn't read the PDF of the preview (${response.status}).`);
  const data = new Uint8Array(await response.arrayBuffer());
  const task = library.open(data);
  try {
    const document = await task.promise;
    return pdfFile(task, document, await pageSizes(document));
  } catch (thrown) {
    await task.destroy();
    throw thrown;
  }
}

function pdfFile(
  task: PDFDocumentLoadingTask,
  document: PDFDocumentProxy,
  pages: readonly PageSize[],
): PdfFile {
  return {
    pages,
    page: (index) => document.getPage(index + 1),
    close: () => task.destroy(),
    isClosed: () => task.destroyed,
  };
}

function pageSizes(document: PDFDocumentProxy): Promise<PageSize[]> {
  const numbers = Array.from({ length: document.numPages }, (_, index) => index + 1);
  return Promise.all(
    numbers.map(async (number) => {
      const { width, height } = (await document.getPage(number)).getViewport({ scale: 1 });
      return { width, height };
    }),
  );
}
