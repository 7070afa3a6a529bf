import type { Draft } from '@shared/draft.js';
import {
  defaultPageFormat,
  formatLength,
  namedPageFormat,
  parseLength,
  parsePageFormat,
} from '@shared/request/paper.js';
import type { LengthUnit } from '@shared/settings.js';
import { marginPresets } from './draft-defaults.js';

/** Returns the initial custom size: the format selected before, otherwise A4. */
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

/**
 * Returns the initial custom margins: those of the preset selected before; empty for those of the
 * page.
 */
export function customMarginOf(preset: Draft['marginPreset'], unit: LengthUnit): Draft['margin'] {
  const length = preset === 'page' || preset === 'custom' ? '' : presetText(preset, unit);
  return { top: length, right: length, bottom: length, left: length };
}

/** Returns the length of a margin preset in a unit. */
export function presetText(preset: keyof typeof marginPresets, unit: LengthUnit): string {
  const length = parseLength(marginPresets[preset]);
  return length.ok ? formatLength(length.value.inches, unit) : '';
}
