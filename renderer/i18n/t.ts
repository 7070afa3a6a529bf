import {
  type Message,
  type MessageKey,
  type MessageParams,
  message,
} from '@shared/messages/message.js';
import { english } from '@shared/messages/translator.js';

const translator = english;

/** The language of the window, for numbers and lists. */
export const { locale } = translator;

/** Returns the text of a message in the window's language. */
export function textOf(value: Message | string): string {
  return typeof value === 'string' ? value : translator.text(value);
}

/** Returns the text of `section.key` in the window's language. */
export function t<K extends MessageKey>(key: K, ...params: MessageParams<K>): string {
  return textOf(message(key, ...params));
}
