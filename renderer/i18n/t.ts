import {
  type Message,
  type MessageKey,
  type MessageParams,
  message,
} from '@shared/messages/message.js';
import { type Language, localeOf } from '@shared/language.js';
import { translatorOf } from '@shared/messages/translations.js';
import { english } from '@shared/messages/translator.js';

let translator = english;

/** Chooses the window's language; texts that are already rendered don't change. */
export function setLanguage(language: Language | 'system'): void {
  translator = translatorOf(localeOf(language, navigator.languages));
  document.documentElement.lang = translator.locale;
}

/** Returns the BCP 47 tag of the window's language, for numbers, dates and lists. */
export function locale(): string {
  return translator.locale;
}

/** Returns the text of a message in the window's language. */
export function textOf(value: Message | string): string {
  return typeof value === 'string' ? value : translator.text(value);
}

/** Returns the text of `section.key` in the window's language. */
export function t<K extends MessageKey>(key: K, ...params: MessageParams<K>): string {
  return textOf(message(key, ...params));
}
