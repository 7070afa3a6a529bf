import type * as PdfJs from 'pdfjs-dist';
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import type * as PdfJsViewer from 'pdfjs-dist/web/pdf_viewer.mjs';

export interface PdfLibrary {
  readonly pdfJs: typeof PdfJs;
  readonly viewer: typeof PdfJsViewer;
  readonly worker: PdfJs.PDFWorker;
}

/** An open PDF. */
export interface OpenPdf {
  readonly document: PdfJs.PDFDocumentProxy;
  readonly library: PdfLibrary;
  /** Frees the memory of pdf.js and cancels running drawings. */
  close(): Promise<void>;
}

let library: Promise<PdfLibrary> | null = null;

/**
 * Loads pdf.js while the first PDF is being rendered. If that fails, opening the PDF fails the same
 * way and reports it.
 */
export function preloadPdfLibrary(): void {
  loadPdfLibrary().catch(() => undefined);
}

/**
 * Opens a PDF from a URL of the application's own protocol.
 * @throws Error if the response isn't a PDF
 */
export async function openPdf(address: string): Promise<OpenPdf> {
  const [loaded, response] = await Promise.all([loadPdfLibrary(), fetch(address)]);
  if (!response.ok) throw new Error(`couldn't read the PDF of the preview (${response.status}).`);
  const data = new Uint8Array(await response.arrayBuffer());
  const task = loaded.pdfJs.getDocument({
    ...resources(),
    data,
    worker: loaded.worker,
    isEvalSupported: false,
    // WebAssembly would need 'wasm-unsafe-eval' in the content security policy.
    useWasm: false,
    useWorkerFetch: false,
  });
  try {
    return { document: await task.promise, library: loaded, close: () => task.destroy() };
  } catch (thrown) {
    await task.destroy();
    throw thrown;
  }
}

/**
 * Loads pdf.js and its worker once. They are not in the first bundle, so that the window opens
 * faster.
 */
function loadPdfLibrary(): Promise<PdfLibrary> {
  library ??= load().catch((thrown: unknown) => {
    library = null;
    throw thrown;
  });
  return library;
}

async function load(): Promise<PdfLibrary> {
  const port = new Worker(workerAddress, { type: 'module' });
  const pdfJs = await import('pdfjs-dist');
  // It reads pdf.js from the global object, so it is loaded after it.
  const viewer = await import('pdfjs-dist/web/pdf_viewer.mjs');
  return { pdfJs, viewer, worker: pdfJs.PDFWorker.create({ port }) };
}

/** Files for PDFs that don't embed their fonts, use CJK encodings, or contain JPEG 2000 images. */
function resources() {
  const folder = (name: string) => new URL(`pdfjs/${name}/`, document.baseURI).href;
  return {
    cMapUrl: folder('cmaps'),
    standardFontDataUrl: folder('standard_fonts'),
    wasmUrl: folder('wasm'),
  };
}
