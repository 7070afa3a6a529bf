import {
  type Message,
  type MessageKey,
  type MessageParams,
  message,
} from '@shared/messages/message.js';
import { type Language, localeOf } from '@shared/messages/language.js';
import { translatorOf, windowEnglish } from '@shared/messages/translations.js';
import type { Translator } from '@shared/messages/translator.js';
import { create } from 'zustand';

/** The translator of the window's language, which components render again with. */
const useTranslator = create<{ readonly translator: Translator }>(() => ({
  translator: windowEnglish,
}));

export async function setLanguage(language: Language | 'system'): Promise<void> {
  const translator = await translatorOf(localeOf(language, navigator.languages));
  useTranslator.setState({ translator });
  document.documentElement.lang = translator.locale;
}

/** The BCP 47 tag of the window's language, for numbers, dates and lists. */
export function locale(): string {
  return useTranslator.getState().translator.locale;
}

/** Like {@link locale}, and renders the component again when it changes. */
export function useLocale(): string {
  return useTranslator(({ translator }) => translator.locale);
}

/** In the window's language. */
export function textOf(value: Message | string): string {
  return typeof value === 'string' ? value : useTranslator.getState().translator.text(value);
}

/** The text of `section.key` in the window's language. */
export function t<K extends MessageKey>(key: K, ...params: MessageParams<K>): string {
  return textOf(message(key, ...params));
}
