import type { DefaultPageFormat } from '../../shared/request/paper.js';
import type { LengthUnit } from '../../shared/request/paper.js';

/** What differs by region until the user changes it. */
export interface RegionDefaults {
  /** The paper of pages whose own CSS names none. */
  readonly format: DefaultPageFormat;
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
 * Letter and inches, or A4 and millimeters.
 * @param country two letters (ISO 3166); empty if unknown
 */
export function regionDefaults(country: string): RegionDefaults {
  return letterCountries.has(country.toUpperCase())
    ? { format: 'letter', lengthUnit: 'in' }
    : { format: 'a4', lengthUnit: 'mm' };
}
