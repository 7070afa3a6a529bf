import type * as PdfJs from 'pdfjs-dist';
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

interface PdfLibrary {
  readonly pdfJs: typeof PdfJs;
  open(data: Uint8Array): PdfJs.PDFDocumentLoadingTask;
}

let library: Promise<PdfLibrary> | null = null;

/**
 * Loads pdf.js and its worker once. They are not in the first bundle, so that the window opens
 * faster.
 */
export function loadPdfLibrary(): Promise<PdfLibrary> {
  library ??= load().catch((thrown: unknown) => {
    library = null;
    throw thrown;
  });
  return library;
}

/**
 * Loads pdf.js while the first PDF is being rendered. If that fails, opening the PDF fails the same
 * way and reports it.
 */
export function preloadPdfLibrary(): void {
  loadPdfLibrary().catch(() => undefined);
}

async function load(): Promise<PdfLibrary> {
  const port = new Worker(workerAddress, { type: 'module' });
  const pdfJs = await import('pdfjs-dist');
  const worker = pdfJs.PDFWorker.create({ port });
  return {
    pdfJs,
    open: (data) => pdfJs.getDocument({ data, worker, isEvalSupported: false, useWasm: false }),
  };
}
