import type { Draft } from '@shared/draft.js';
import { formatLength, parseLength } from '@shared/request/length.js';
import {
  defaultPageFormat,
  namedPageFormat,
  parsePageFormat,
} from '@shared/request/page-format.js';
import type { LengthUnit } from '@shared/settings.js';
import { marginPresets } from './draft-defaults.js';

/** What a custom size starts from: the format chosen before, A4 if that was none. */
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

/** What custom margins start from: the lengths of the preset chosen before; empty if that was the page's own. */
export function customMarginOf(preset: Draft['marginPreset'], unit: LengthUnit): Draft['margin'] {
  const length = preset === 'page' || preset === 'custom' ? '' : presetText(preset, unit);
  return { top: length, right: length, bottom: length, left: length };
}

/** The length of a margin preset as a person reads it in a unit. */
export function presetText(preset: keyof typeof marginPresets, unit: LengthUnit): string {
  const length = parseLength(marginPresets[preset]);
  return length.ok ? formatLength(length.value.inches, unit) : '';
}
