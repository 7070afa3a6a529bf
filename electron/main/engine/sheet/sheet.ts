import type { Preflight } from '../../../shared/request/preflight.js';
import type { ConversionPage } from '../page/conversion-page.js';
import type { PageFacts } from '../page/page-script.js';
import type { Size } from '../pdf/page-geometry.js';

const pointsPerInch = 72;
const pixelsPerInch = 96;

/** HTML that is printed in addition to the page, such as its headers. */
export interface Sheet {
  readonly html: string;
  /** Layout width, in CSS pixels. */
  readonly widthPx: number;
  /** Whether it may load what the source's own page may load. */
  readonly hasResources?: boolean;
}

/**
 * Loads a sheet, isolated like a page and without scripts, runs work on it and closes it. Only one
 * page of a conversion is open at a time.
 */
export type OpenSheet = <T>(
  sheet: Sheet,
  work: (page: ConversionPage, facts: PageFacts) => Promise<T>,
) => Promise<T>;

export interface SheetRun {
  readonly openSheet: OpenSheet;
  /** Changes the sheet before it is printed. */
  readonly prepare?: (page: ConversionPage) => Promise<unknown>;
  /** Called with the findings in the sheet. */
  readonly report?: (findings: Preflight) => void;
}

/**
 * Prints a sheet without margins, to be drawn over pages.
 * @param size of its pages, in points
 */
export async function printSheet(
  { html, hasResources = false }: Omit<Sheet, 'widthPx'>,
  { width, height }: Size,
  { openSheet, prepare, report }: SheetRun,
): Promise<Buffer> {
  const paper = { width: width / pointsPerInch, height: height / pointsPerInch };
  const widthPx = Math.round(paper.width * pixelsPerInch);
  return openSheet({ html, widthPx, hasResources }, async (page) => {
    await prepare?.(page);
    const printed = await page.print({
      pageSize: paper,
      margins: { top: 0, right: 0, bottom: 0, left: 0 },
      printBackground: true,
    });
    report?.(page.preflight);
    return printed;
  });
}
