import { type Message, message } from '../messages/message.js';
import { excerpt, singleLine } from './text.js';

/** The text must be one line without control characters. */
export function lineIssue(text: string): Message | null {
  return singleLine(text) === text ? null : message('own.lineInvalid', { text: excerpt(text) });
}

/** Of a language tag, such as `en` or `zh-Hans`. */
export function languageIssue(text: string): Message | null {
  return isLanguageTag(text) ? null : message('own.languageInvalid', { text: excerpt(text) });
}

/**
 * BCP 47. Its grammar also allows languages of more than three letters, but none is registered:
 * `german` is a mistake.
 */
export function isLanguageTag(text: string): boolean {
  try {
    return new Intl.Locale(text).language.length <= 3;
  } catch (thrown) {
    if (thrown instanceof RangeError) return false;
    throw thrown;
  }
}

/** A color has three or six hexadecimal digits. */
export function colorIssue(text: string): Message | null {
  if (/^#(?:[\da-f]{3}){1,2}$/i.test(text)) return null;
  return message('own.colorInvalid', { text: excerpt(text) });
}
