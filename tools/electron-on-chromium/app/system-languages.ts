/**
 * Returns the user's languages as BCP 47 tags, the preferred one first, by the variables of POSIX
 * and of GNU gettext; `en-US` if they name none, as in the C locale.
 */
export function systemLanguages(env: NodeJS.ProcessEnv): string[] {
  const locale = firstSet(env['LC_ALL'], env['LC_MESSAGES'], env['LANG']);
  const isC = /^(C|POSIX)(\.|$)/.test(locale);
  const names = isC ? [] : [...(env['LANGUAGE'] ?? '').split(':'), locale];
  const tags = names.map((name) => name.replace(/[.@].*$/, '').replaceAll('_', '-'));
  const known = [...new Set(tags.filter((tag) => /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(tag)))];
  return known.length === 0 ? ['en-US'] : known;
}

/**
 * Returns the country of the user's locale (ISO 3166), as Electron reads it on Linux from the
 * category LC_TIME: what follows the underscore, without an encoding, if that has two letters.
 */
export function systemCountry(env: NodeJS.ProcessEnv): string {
  const locale = firstSet(env['LC_ALL'], env['LC_TIME'], env['LANG']).replace(/\..*$/, '');
  const [, ...country] = locale.split('_');
  return country.join('_').length === 2 ? country.join('_') : '';
}

function firstSet(...values: readonly (string | undefined)[]): string {
  return values.find((value) => value !== undefined && value !== '') ?? 'C';
}
