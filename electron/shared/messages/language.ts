import { languages } from './catalog.js';

export type Language = (typeof languages)[number];

/**
 * The BCP 47 tag to render texts with: the chosen language, otherwise the first of the system's
 * that Platen has; English if there is none. The region of the system's tag is kept, as numbers and
 * dates follow it.
 * @param preferred the system's languages as BCP 47 tags, the preferred one first
 */
export function localeOf(chosen: Language | 'system', preferred: readonly string[]): string {
  const known = preferred.filter((tag) => languageOf(tag) !== null);
  if (chosen === 'system') return known[0] ?? 'en';
  return known.find((tag) => languageOf(tag) === chosen) ?? chosen;
}

/**
 * With the same script: `zh` is in simplified characters. Null if Platen doesn't have the language.
 */
export function languageOf(tag: string): Language | null {
  const locale = likelyLocale(tag);
  if (locale === null) return null;
  const isSame = (other: Intl.Locale | null) =>
    other?.language === locale.language && other.script === locale.script;
  return languages.find((language) => isSame(likelyLocale(language))) ?? null;
}

/**
 * With its script, by the list of Intl: zh-TW is zh-Hant. Systems also have tags that are not BCP
 * 47, such as `en-US@posix` where no language is set: null for those.
 */
function likelyLocale(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag).maximize();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
