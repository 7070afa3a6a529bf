import type { LengthUnit } from '../../shared/settings.js';

/** What differs by region until the user changes it. */
export interface RegionDefaults {
  /** The paper of a new form; empty: the size in the page's own CSS, else A4. */
  readonly format: '' | 'letter';
  readonly lengthUnit: LengthUnit;
}

/** Where paper is Letter and Legal (CLDR 47, supplemental data, paperSize US-Letter). */
const letterCountries: ReadonlySet<string> = new Set([
  'BZ',
  'CA',
  'CL',
  'CO',
  'CR',
  'GT',
  'MX',
  'NI',
  'PA',
  'PH',
  'PR',
  'SV',
  'US',
  'VE',
]);

/**
 * Returns the defaults of a country: Letter and inches, or A4 and millimeters.
 * @param country two letters (ISO 3166); empty if unknown
 */
export function regionDefaults(country: string): RegionDefaults {
  return letterCountries.has(country.toUpperCase())
    ? { format: 'letter', lengthUnit: 'in' }
    : { format: '', lengthUnit: 'mm' };
}
