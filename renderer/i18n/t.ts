import {
  type Message,
  type MessageKey,
  type MessageParams,
  message,
} from '@shared/messages/message.js';
import { english } from '@shared/messages/translator.js';

/** The language of the window: its texts, and how numbers and lists are written. */
const translator = english;
export const locale = 'en';

/** Returns the text of a message in the window's language. */
export function textOf(value: Message | string): string {
  return typeof value === 'string' ? value : translator.text(value);
}

/** Returns the text of `section.key` in the window's language. */
export function t<K extends MessageKey>(key: K, ...params: MessageParams<K>): string {
  return textOf(message(key, ...params));
}
