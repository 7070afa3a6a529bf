import { loadTexts } from './catalog.js';
import { languageOf } from './language.js';
import { Translator } from './translator.js';

/** The English of windows, until their language is known. */
export const windowEnglish = new Translator('en', {}, 'typographic');

/**
 * For a window. English for a language that Platen doesn't have, and for texts that the language
 * doesn't have.
 * @param locale a BCP 47 tag
 */
export async function translatorOf(locale: string): Promise<Translator> {
  const language = languageOf(locale) ?? 'en';
  const texts = language === 'en' ? {} : (await loadTexts[language]()).default;
  return new Translator(locale, texts, 'typographic');
}
