import type { Draft } from '@shared/draft.js';
import { numberInUnit, zoomFromText, zoomIssue } from '@shared/request/fields.js';
import { countInRanges, pageRangesText, parsePageRanges } from '@shared/request/pages.js';
import {
  defaultPageFormat,
  formatLength,
  namedPageFormat,
  parseLength,
  parsePageFormat,
  withUnit,
} from '@shared/request/paper.js';
import { rounded } from '@shared/request/text.js';
import type { LengthUnit } from '@shared/request/paper.js';
import { formatPercent } from '../../i18n/format.js';
import { locale, t } from '../../i18n/t.js';
import { draftDefaults, marginPresets } from './draft-defaults.js';

/**
 * Doesn't depend on the locale: `2,5cm` is `2.5 cm`. Null if the length is invalid.
 * @param unit the unit of bare numbers
 */
export function normalLength(text: string, unit: LengthUnit): string | null {
  const length = parseLength(withUnit(text, unit));
  return length.ok ? `${rounded(length.value.value, 6)} ${length.value.unit}` : null;
}

/** Formats a {@link normalLength} in the locale: `2,5 cm` in German. */
export function lengthInLocale(normal: string): string {
  const [number = '', unit = ''] = normal.split(' ');
  const options = { maximumFractionDigits: 6, useGrouping: false } as const;
  return `${new Intl.NumberFormat(locale(), options).format(Number(number))} ${unit}`;
}

/**
 * In percent: `150`; that of an empty text is the default. Null if the scale is invalid: `0.05`
 * must not become 500%.
 */
export function normalScale(text: string): string | null {
  if (text.trim() === '') return draftDefaults.zoom;
  const factor = zoomFromText(text);
  return typeof factor === 'number' && zoomIssue(factor) === null
    ? String(Number((factor * 100).toPrecision(12)))
    : null;
}

/** Formats a {@link normalScale} in the locale: `150%`. */
export function scaleInLocale(normal: string): string {
  return formatPercent(Number(normal) / 100, 2);
}

/** `1-3, 5`; null if the ranges are invalid. */
export function normalPages(text: string): string | null {
  const ranges = parsePageRanges(text);
  return ranges.ok ? pageRangesText(ranges.value).replaceAll(',', ', ') : null;
}

/** In seconds; that of an empty text is the default. Null if the timeout is invalid. */
export function normalTimeout(text: string): string | null {
  if (text.trim() === '') return draftDefaults.timeout;
  const number = numberInUnit(text, 'seconds');
  return typeof number === 'number' && Number.isFinite(number) ? String(number) : null;
}

/** `4 of 12 pages`; undefined if all are kept or the number is unknown. */
export function pagesHint(text: string, total: number | null): string | undefined {
  if (total === null || text.trim() === '') return undefined;
  const ranges = parsePageRanges(text);
  if (!ranges.ok) return undefined;
  return t('window.pagesOf', { kept: countInRanges(ranges.value, total), total });
}

export interface StepRange {
  readonly lowest: number;
  readonly highest: number;
  readonly step: number;
}

/** The next multiple of the step, clamped to the range. */
export function stepNumber(
  normal: string,
  direction: 'up' | 'down',
  { lowest, highest, step }: StepRange,
): string {
  const position = Number(normal) / step;
  const next = direction === 'up' ? Math.floor(position) + 1 : Math.ceil(position) - 1;
  return String(Math.min(highest, Math.max(lowest, next * step)));
}

/** The initial custom size is the format selected before. */
export function customSizeOf(
  format: string,
  unit: LengthUnit,
): Pick<Draft, 'customWidth' | 'customHeight'> {
  const parsed = parsePageFormat(format);
  const { widthInches, heightInches } = parsed.ok
    ? parsed.value
    : namedPageFormat(defaultPageFormat);
  return {
    customWidth: formatLength(widthInches, unit),
    customHeight: formatLength(heightInches, unit),
  };
}

/** Empty for a preset without one. */
export function presetLength(preset: Draft['marginPreset'], unit: LengthUnit): string {
  if (preset === 'page' || preset === 'custom') return '';
  const length = parseLength(marginPresets[preset]);
  return length.ok ? formatLength(length.value.inches, unit) : '';
}
