import {
  formatSizeText,
  namedPageFormat,
  pageFormatNames,
  type PageFormat,
} from '@shared/request/page-format.js';
import type { LengthUnit } from '@shared/settings.js';
import type { PageSize } from './pdf-file.js';

const pointsPerInch = 72;

/** Chromium rounds a page to whole device units; two points cover that, and no two named formats are that close. */
const tolerancePoints = 2;

/**
 * What a sheet is called: `A4`, `A4 landscape`, or its size such as `100 × 150 mm`.
 * A4 upright needs no word for it; neither does Ledger, which lies on its side by definition.
 */
export function paperName(size: PageSize, unit: LengthUnit): string {
  for (const name of pageFormatNames) {
    const format = namedPageFormat(name);
    if (isSame(size, format)) return format.label;
  }
  for (const name of pageFormatNames) {
    const format = namedPageFormat(name);
    if (isSame({ width: size.height, height: size.width }, format)) {
      return `${format.label} ${size.width > size.height ? 'landscape' : 'portrait'}`;
    }
  }
  return formatSizeText(
    { widthInches: sideInches(size.width, unit), heightInches: sideInches(size.height, unit) },
    unit,
  );
}

/** A side in inches. Chromium rounds a PDF's sides: in metric units, finer than a millimetre they say nothing. */
function sideInches(points: number, unit: LengthUnit): number {
  const inches = points / pointsPerInch;
  const isMetric = unit === 'mm' || unit === 'cm';
  return isMetric ? Math.round(inches * 25.4) / 25.4 : inches;
}

function isSame(size: PageSize, format: PageFormat): boolean {
  return (
    Math.abs(size.width - format.widthInches * pointsPerInch) <= tolerancePoints &&
    Math.abs(size.height - format.heightInches * pointsPerInch) <= tolerancePoints
  );
}
