import {
  type PageFormat,
  formatSizeText,
  namedPageFormat,
  pageFormatNames,
} from '@shared/request/paper.js';
import type { LengthUnit } from '@shared/settings.js';
import { t } from '../../i18n/t.js';
import type { PageSize } from './pdf-view.js';

const pointsPerInch = 72;

/**
 * Chromium rounds pages to device units; two points cover that and are below the difference of any
 * two named formats.
 */
const tolerancePoints = 2;

/**
 * Returns the name of a paper size: `A4`, `A4 landscape`, or its dimensions, as in `100 × 150 mm`.
 * Ledger is landscape by definition.
 */
export function paperName(size: PageSize, unit: LengthUnit): string {
  for (const name of pageFormatNames) {
    const format = namedPageFormat(name);
    if (isSame(size, format)) return format.label;
  }
  for (const name of pageFormatNames) {
    const format = namedPageFormat(name);
    if (isSame({ width: size.height, height: size.width }, format)) {
      return size.width > size.height
        ? t('preview.landscapePaper', { paper: format.label })
        : t('preview.portraitPaper', { paper: format.label });
    }
  }
  return formatSizeText(
    { widthInches: sideInches(size.width, unit), heightInches: sideInches(size.height, unit) },
    unit,
  );
}

/**
 * Returns a side in inches, rounded to a millimeter for metric units, because Chromium rounds the
 * sides of a PDF.
 */
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
