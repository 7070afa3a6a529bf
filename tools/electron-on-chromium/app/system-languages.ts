/**
 * Returns the user's languages as BCP 47 tags, the preferred one first, by the variables of POSIX
 * and of GNU gettext; `en-US` if they name none, as in the C locale.
 */
export function systemLanguages(env: NodeJS.ProcessEnv): string[] {
  const set = (value: string | undefined) => value !== undefined && value !== '';
  const locale = [env['LC_ALL'], env['LC_MESSAGES'], env['LANG']].find(set) ?? 'C';
  const isC = /^(C|POSIX)(\.|$)/.test(locale);
  const names = isC ? [] : [...(env['LANGUAGE'] ?? '').split(':'), locale];
  const tags = names.map((name) => name.replace(/[.@].*$/, '').replaceAll('_', '-'));
  const known = [...new Set(tags.filter((tag) => /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(tag)))];
  return known.length === 0 ? ['en-US'] : known;
}
