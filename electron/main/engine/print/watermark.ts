import type { ConversionRequest } from '../../../shared/request/request.js';
import type { OverlayStep } from '../pdf/overlay.js';
import type { Size } from '../pdf/page-geometry.js';
import { callText, json } from '../preflight/in-page/scripts.js';
import { escapeHtml } from '../../util/character-references.js';
import { type OpenSheet, printSheet } from '../sheet/sheet.js';

const defaultColor = '#808080';
const defaultOpacityPercent = 25;

const pixelsPerPoint = 96 / 72;

interface WatermarkRun {
  /** Of the text; empty if unknown. */
  readonly language: string;
  readonly openSheet: OpenSheet;
}

/** Along the diagonal of every page as displayed, as an artifact, which screen readers skip. */
export function drawWatermark(request: ConversionRequest, run: WatermarkRun): OverlayStep {
  return async (document) => {
    const ofSize = new Map<string, { readonly size: Size; readonly pages: number[] }>();
    for (const [index, { size }] of document.pages.entries()) {
      const key = `${Math.round(size.width)} ${Math.round(size.height)}`;
      const group = ofSize.get(key) ?? { size, pages: [] };
      group.pages.push(index);
      ofSize.set(key, group);
    }
    for (const { size, pages } of ofSize.values()) {
      const printed = await printWatermark(request, size, run);
      await document.draw(printed, [pages], { layer: request.watermarkPlace });
    }
  };
}

/** Prints a page of a size with the watermark. */
async function printWatermark(
  request: ConversionRequest,
  { width, height }: Size,
  { language, openSheet }: WatermarkRun,
): Promise<Buffer> {
  const sizePx = { width: width * pixelsPerPoint, height: height * pixelsPerPoint };
  return printSheet(
    { html: watermarkHtml(request, language) },
    { width, height },
    {
      openSheet,
      prepare: async (page) => page.evaluate(callText(placeWatermark, json(sizePx))),
    },
  );
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
