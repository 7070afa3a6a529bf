import type { PDFPageProxy, RenderTask } from 'pdfjs-dist';
import { pixelsPerPoint } from './page-layout.js';
import { loadPdfLibrary } from './pdf-library.js';
import type { PdfFile } from './pdf-file.js';

/** The largest canvas, in pixels; larger ones are drawn at a lower resolution. */
const maxPixels = 24_000_000;

export interface Drawing {
  /** The finished elements, bottom first; null if the drawing was canceled. */
  readonly done: Promise<readonly HTMLElement[] | null>;
  cancel(): void;
}

interface DrawOptions {
  /** From 0. */
  readonly index: number;
  /** 1 is the paper's actual size. */
  readonly scale: number;
  /** Adds an invisible text layer for selection. */
  readonly withText: boolean;
}

/** Draws a page at the screen's resolution. The elements fill their container. */
export function drawPage(pdf: PdfFile, options: DrawOptions): Drawing {
  const canceled = new AbortController();
  let task: RenderTask | null = null;

  async function draw(): Promise<readonly HTMLElement[]> {
    const page = await pdf.page(options.index);
    canceled.signal.throwIfAborted();
    const canvas = document.createElement('canvas');
    task = startDrawing(page, canvas, options.scale);
    await task.promise;
    if (!options.withText) return [canvas];
    const text = await textLayer(page, options.scale);
    canceled.signal.throwIfAborted();
    return [canvas, text];
  }

  return {
    done: draw().catch((thrown: unknown) => {
      if (canceled.signal.aborted || pdf.isClosed()) return null;
      throw thrown;
    }),
    cancel: () => {
      canceled.abort();
      task?.cancel();
    },
  };
}

function startDrawing(page: PDFPageProxy, canvas: HTMLCanvasElement, scale: number): RenderTask {
  const wanted = scale * pixelsPerPoint * window.devicePixelRatio;
  const plain = page.getViewport({ scale: 1 });
  const maxScale = Math.sqrt(maxPixels / (plain.width * plain.height));
  const viewport = page.getViewport({ scale: Math.min(wanted, maxScale) });
  canvas.width = Math.max(1, Math.round(viewport.width));
  canvas.height = Math.max(1, Math.round(viewport.height));
  // A fraction of a pixel at the edge would stay white: a bright line beside a dark page.
  const [across, down] = [canvas.width / viewport.width, canvas.height / viewport.height];
  return page.render({ canvas, viewport, transform: [across, 0, 0, down, 0, 0] });
}

async function textLayer(page: PDFPageProxy, scale: number): Promise<HTMLElement> {
  const { pdfJs } = await loadPdfLibrary();
  const container = document.createElement('div');
  container.className = 'textLayer';
  const viewport = page.getViewport({ scale: scale * pixelsPerPoint });
  container.style.setProperty('--total-scale-factor', String(viewport.scale));
  const layer = new pdfJs.TextLayer({
    textContentSource: page.streamTextContent(),
    container,
    viewport,
  });
  await layer.render();
  return container;
}
