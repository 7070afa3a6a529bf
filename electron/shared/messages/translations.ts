import { loadTexts } from './catalog.js';
import { languageOf } from './language.js';
import { Translator } from './translator.js';

/** The English of windows, until their language is known. */
export const windowEnglish = new Translator('en', {}, 'typographic');

/**
 * Returns the translator of a window for a BCP 47 tag; an English one for a language that Platen
 * doesn't have. Texts that a language doesn't have are English.
 */
export async function translatorOf(locale: string): Promise<Translator> {
  const language = languageOf(locale) ?? 'en';
  const texts = language === 'en' ? {} : (await loadTexts[language]()).default;
  return new Translator(locale, texts, 'typographic');
}
