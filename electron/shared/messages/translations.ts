import { type Language, languageOf } from './language.js';
import type { Translation } from './message.js';
import { type Quotes, Translator } from './translator.js';

/** Loads the texts of a language when it is used: commands and English windows need none. */
const loaders: Readonly<Record<Exclude<Language, 'en'>, () => Promise<Translation>>> = {
  de: async () => (await import('./de.js')).de,
  zh: async () => (await import('./zh.js')).zh,
};

const quotes: Readonly<Record<Language, Quotes>> = {
  en: ['“', '”'],
  de: ['„', '“'],
  zh: ['“', '”'],
};

/** The English of windows, until their language is known. */
export const windowEnglish = new Translator('en', {}, quotes.en);

/**
 * Returns the translator of a window for a BCP 47 tag; an English one for a language that Platen
 * doesn't have. Texts that a language doesn't have are English.
 */
export async function translatorOf(locale: string): Promise<Translator> {
  const language = languageOf(locale) ?? 'en';
  const texts = language === 'en' ? {} : await loaders[language]();
  return new Translator(locale, texts, quotes[language]);
}
