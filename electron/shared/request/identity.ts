import { type Message, message } from '../messages/message.js';
import { isLanguageTag } from './own-texts.js';
import { excerpt } from './text.js';

/** Servers refuse longer headers. */
const maxUserAgentLength = 1000;

/** RFC 9110, 5.5: visible ASCII and spaces. */
export function userAgentIssue(text: string): Message | null {
  if (/^[\x20-\x7e]+$/.test(text) && text.length <= maxUserAgentLength) return null;
  return message('own.userAgentInvalid', { value: excerpt(text), max: maxUserAgentLength });
}

/** Of a list of languages, the preferred one first (BCP 47). */
export function acceptLanguageIssue(text: string): Message | null {
  const wrong = languagesIn(text).find((tag) => !isLanguageTag(tag));
  return wrong === undefined
    ? null
    : message('own.acceptLanguageInvalid', { value: excerpt(wrong) });
}

export function languagesIn(text: string): readonly string[] {
  return text.split(',').map((tag) => tag.trim());
}
