import { setImmediate } from 'node:timers/promises';
import { PDFDocument, type PDFPage } from '@cantoo/pdf-lib';
import type { ConversionRequest } from '../../../shared/request/request.js';
import type { FinishStep } from '../pdf/finish-pdf.js';
import { displayedSize, PageOverlay } from '../pdf/overlay-pages.js';
import { callText, json } from '../preflight/in-page/scripts.js';
import { escapeHtml } from './page-headers.js';
import type { OpenSheet } from './print-page.js';

const defaultColor = '#808080';
const defaultOpacityPercent = 25;

const pixelsPerPoint = 96 / 72;

/** After this many pages, other conversions and the window get their turn. */
const pagesPerTick = 20;

interface WatermarkRun {
  /** Of the text; empty if unknown. */
  readonly language: string;
  readonly openSheet: OpenSheet;
}

/**
 * Returns the step that draws the watermark along the diagonal of every page as displayed. It is an
 * artifact, which screen readers skip.
 */
export function drawWatermark(request: ConversionRequest, run: WatermarkRun): FinishStep {
  return async (pdf) => {
    const ofSize = new Map<string, PDFPage[]>();
    for (const page of pdf.getPages()) {
      const { width, height } = displayedSize(page);
      const key = `${Math.round(width)} ${Math.round(height)}`;
      ofSize.set(key, [...(ofSize.get(key) ?? []), page]);
    }
    for (const [first, ...others] of ofSize.values()) {
      if (first === undefined) continue;
      const printed = await printWatermark(request, displayedSize(first), run);
      const overlay = new PageOverlay(await PDFDocument.load(printed), pdf);
      for (const [index, page] of [first, ...others].entries()) {
        overlay.draw(0, page, request.watermarkPlace ?? 'over');
        if (index % pagesPerTick === pagesPerTick - 1) await setImmediate();
      }
    }
  };
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Prints a page of a size in points with the watermark. */
async function printWatermark(
  request: ConversionRequest,
  { width, height }: Size,
  { language, openSheet }: WatermarkRun,
): Promise<Buffer> {
  const [widthPx, heightPx] = [width * pixelsPerPoint, height * pixelsPerPoint];
  const html = watermarkHtml(request, language);
  return openSheet({ html, widthPx: Math.round(widthPx) }, async (page) => {
    await page.evaluate(callText(placeWatermark, json({ width: widthPx, height: heightPx })));
    return page.print({
      pageSize: { width: width / 72, height: height / 72 },
      margins: { top: 0, right: 0, bottom: 0, left: 0 },
      printBackground: true,
    });
  });
}

function watermarkHtml(request: ConversionRequest, language: string): string {
  const { watermarkText = '', watermarkColor = '', watermarkOpacity } = request;
  const color = watermarkColor === '' ? defaultColor : watermarkColor;
  const opacity = (watermarkOpacity ?? defaultOpacityPercent) / 100;
  return `<!doctype html><html lang="${escapeHtml(language)}"><meta charset="utf-8"><style>
    html, body { margin: 0; height: 100%; overflow: hidden }
    p { position: absolute; margin: 0; white-space: pre; transform-origin: 0 0;
      font: 700 100px/1.2 sans-serif; color: ${color}; opacity: ${opacity} }
    </style><p dir="auto">${escapeHtml(watermarkText)}</p>`;
}

/**
 * Scales the watermark to the largest size that fits along the diagonal, and places it there. Runs
 * inside the page.
 */
function placeWatermark({ width, height }: Size): void {
  const [text] = document.getElementsByTagName('p');
  if (text === undefined) return;
  const share = 0.86;
  const maxShareOfSide = 0.3;
  const { width: length, height: line } = text.getBoundingClientRect();
  const slope = Math.atan2(height, width);
  const [cos, sin] = [Math.cos(slope), Math.sin(slope)];
  const scale = Math.min(
    (share * width) / (length * cos + line * sin),
    (share * height) / (length * sin + line * cos),
    (maxShareOfSide * Math.min(width, height)) / line,
  );
  const left = width / 2 - (scale * (length * cos + line * sin)) / 2;
  const top = height / 2 + (scale * (length * sin - line * cos)) / 2;
  text.style.left = `${left}px`;
  text.style.top = `${top}px`;
  text.style.transform = `rotate(${-slope}rad) scale(${scale})`;
}
