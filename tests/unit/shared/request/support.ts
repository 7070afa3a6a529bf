import type { Message } from '../../../../electron/shared/messages/message.js';
import { englishText } from '../../../../electron/shared/messages/translator.js';
import type { Parsed } from '../../../../electron/shared/request/validation.js';

/** Returns the English text of an issue; null for none. */
export function textOf(issue: Message | null): string | null {
  return issue === null ? null : englishText(issue);
}

/** Returns the English text of the issue of a parser; null for a value. */
export function issueOf(parsed: Parsed<unknown>): string | null {
  return parsed.ok ? null : englishText(parsed.message);
}

/** Returns the value of a parser. */
export function valueOf<T>(parsed: Parsed<T>): T {
  if (!parsed.ok) throw new Error(englishText(parsed.message));
  return parsed.value;
}
