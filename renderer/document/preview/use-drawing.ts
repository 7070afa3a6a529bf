import { type RefObject, useEffect, useRef, useState } from 'react';
import { drawPage } from './draw-page.js';
import type { PdfFile } from './pdf-file.js';

interface DrawingState {
  /** The element that receives the drawing. */
  readonly host: RefObject<HTMLDivElement | null>;
  /** True if the drawing is from an earlier PDF. */
  readonly isStale: boolean;
  readonly hasFailed: boolean;
}

interface DrawingOptions {
  readonly index: number;
  readonly scale: number;
  readonly withText: boolean;
  /** False keeps the current drawing. */
  readonly active: boolean;
}

/** Draws a page into an element. The previous drawing stays until the new one is finished. */
export function useDrawing(pdf: PdfFile, options: DrawingOptions): DrawingState {
  const { index, scale, withText, active } = options;
  const host = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState<PdfFile | null>(null);
  const [failed, setFailed] = useState<PdfFile | null>(null);

  useEffect(() => {
    if (!active) return;
    const drawing = drawPage(pdf, { index, scale, withText });
    drawing.done.then(
      (elements) => {
        if (!elements) return;
        host.current?.replaceChildren(...elements);
        setDrawn(pdf);
      },
      () => setFailed(pdf),
    );
    return () => drawing.cancel();
  }, [pdf, index, scale, withText, active]);

  return { host, isStale: drawn !== null && drawn !== pdf, hasFailed: failed === pdf };
}
