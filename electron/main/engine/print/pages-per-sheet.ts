import type { ConversionRequest } from '../../../shared/request/request.js';
import type { FinishStep } from '../pdf/finish-pdf.js';

/** Returns the step that puts several pages on each sheet; none for one. */
export function sheetSteps({
  pagesPerSheet = 1,
  sheetOrder = 'across',
  sheetBorders = false,
}: ConversionRequest): readonly FinishStep[] {
  if (pagesPerSheet === 1) return [];
  const layout = { pagesPerSheet, order: sheetOrder, hasBorders: sheetBorders };
  return [
    async (document) => {
      const { imposePages } = await import('../pdf/impose-pages.js');
      await imposePages(layout)(document);
    },
  ];
}
