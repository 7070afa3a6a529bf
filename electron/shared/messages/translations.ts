import { type Language, languageOf } from '../language.js';
import { de } from './de.js';
import type { Translation } from './message.js';
import { type Translator, english, translatorFrom } from './translator.js';
import { zh } from './zh.js';

/** The texts of the window's languages besides English. */
export const translations: Readonly<Record<Exclude<Language, 'en'>, Translation>> = { de, zh };

/**
 * Returns a translator for a BCP 47 tag; an English one for a language that Platen doesn't have.
 */
export function translatorOf(locale: string): Translator {
  const language = languageOf(locale) ?? 'en';
  if (language !== 'en') return translatorFrom(locale, translations[language]);
  return locale === 'en' ? english : translatorFrom(locale, {});
}
