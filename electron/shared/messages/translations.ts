import { type Language, languageOf } from '../language.js';
import type { Translation } from './message.js';
import { type Translator, english, translatorFrom } from './translator.js';

/** Loads the texts of a language when it is used: commands and English windows need none. */
const loaders: Readonly<Record<Exclude<Language, 'en'>, () => Promise<Translation>>> = {
  de: async () => (await import('./de.js')).de,
  zh: async () => (await import('./zh.js')).zh,
};

/**
 * Returns a translator for a BCP 47 tag; an English one for a language that Platen doesn't have.
 */
export async function translatorOf(locale: string): Promise<Translator> {
  const language = languageOf(locale) ?? 'en';
  if (language !== 'en') return translatorFrom(locale, await loaders[language]());
  return locale === 'en' ? english : translatorFrom(locale, {});
}
